/**
 * Actions on the selected rows of a list, below it.
 *
 *   <SelectionBar label={text} text={text} clearLabel={text} onClear={clear}><Button>…</Button></SelectionBar>
 */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './SelectionBar.module.css'

export function SelectionBar({
  label,
  text,
  more,
  clearLabel,
  onClear,
  children,
}: {
  label: string
  /** How many are selected. */
  text: string
  /** Beside the text. */
  more?: ReactNode
  clearLabel: string
  onClear(): void
  children: ReactNode
}) {
  return (
    <section className={classes.bar} aria-label={label}>
      <p className={classes.count} aria-live="polite">
        {text}
      </p>
      {more}
      <div className={classes.actions}>
        {children}
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          {clearLabel}
        </Button>
      </div>
    </section>
  )
}
