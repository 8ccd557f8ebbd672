/** Chooses what the content of a message starts from: a published template, or scratch. */
import type { ListedTemplate } from '@muster/contract/messages/templates.api'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import classes from './TemplateChooser.module.css'

export function TemplateChooser({
  templates,
  error,
  onRetry,
  value,
  onChange,
}: {
  /** Undefined while loading. */
  templates: readonly ListedTemplate[] | undefined
  error: unknown
  onRetry(): unknown
  /** Null: from scratch. */
  value: number | null
  onChange(id: number | null): void
}) {
  const { t } = useTranslation('messages')
  const name = useId()
  if (error && !templates)
    return <ErrorState error={error} title={t('failed.getTemplates')} onRetry={onRetry} />
  if (!templates) return <FormSkeleton rowCount={1} />
  const choice = (id: number | null, title: string, text: string) => (
    <label key={id} className={classes.choice} data-chosen={value === id || undefined}>
      <input type="radio" name={name} checked={value === id} onChange={() => onChange(id)} />
      <Glyph name={id === null ? 'draft' : 'template'} />
      <span className={classes.texts}>
        <span className={classes.title}>{title}</span>
        {text && <span className={classes.text}>{text}</span>}
      </span>
    </label>
  )
  return (
    <fieldset className={classes.chooser}>
      <legend>{t('chooser.title')}</legend>
      {choice(null, t('chooser.scratch'), t('chooser.scratchText'))}
      {templates.map((one) => choice(one.id, one.internalName, one.internalDescription))}
    </fieldset>
  )
}
