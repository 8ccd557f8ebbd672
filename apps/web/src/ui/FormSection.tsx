/**
 * A collapsible part of a form. It follows `isOpen` until somebody opens or closes it.
 *
 *   <FormSection title={text} isOpen={errors.columnName !== undefined}>…</FormSection>
 */
import { Collapse } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import classes from './FormSection.module.css'
import { Glyph } from './Glyph.tsx'

export function FormSection({
  title,
  isOpen: opensWith = false,
  heading: Heading = 'h3',
  children,
}: {
  title: string
  isOpen?: boolean
  /** As deep as the page or panel that it is part of requires. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}) {
  const [wasOpened, setOpened] = useState<boolean | null>(null)
  const isOpen = wasOpened ?? opensWith
  const id = useId()
  return (
    <section>
      <Heading className={classes.heading}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpened(!isOpen)}>
          <Glyph name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
          {title}
        </button>
      </Heading>
      <Collapse id={id} expanded={isOpen}>
        <div className={classes.section}>{children}</div>
      </Collapse>
    </section>
  )
}
