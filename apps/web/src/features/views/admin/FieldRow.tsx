/** A field in a list of a view: its name, its settings on demand, a remove button. */
import { Collapse } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './FieldRow.module.css'

export function FieldRow({
  title,
  summary,
  error,
  remove,
  children,
}: {
  title: string
  /** Settings that differ from the defaults. */
  summary: readonly string[]
  error: string | undefined
  remove: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('viewsAdmin')
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.name}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
        </button>
        <span className={classes.summary}>{summary.join(' · ')}</span>
        <IconButton
          glyph={isOpen ? 'chevronUp' : 'settings'}
          label={t('fields.settings', { field: title })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {remove}
      </div>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <Collapse id={panel} expanded={isOpen} className={classes.panel}>
        {children}
      </Collapse>
    </>
  )
}
