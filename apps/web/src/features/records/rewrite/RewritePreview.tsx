/** What a rewrite would change: how many values, and the first ones before and after. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RewritePreview as Preview } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import hidden from '../../../ui/hidden.module.css'
import styles from '../../../ui/shared.module.css'
import { FieldValue, fieldTitle, useFieldContext } from '../../fields/public.ts'
import { reasonOf } from '../components/PasteReport.tsx'
import classes from './Rewrite.module.css'
import type { Previewed } from './use-apply.ts'

const shownOfEach = 8

export function RewritePreview({
  previewed: { preview, isStale, error },
  fields,
  /** Title of a field that does not exist yet. */
  titleOfPart,
}: {
  previewed: Previewed
  fields: readonly DataField[]
  titleOfPart?: (part: number) => string
}) {
  const { t } = useTranslation(['records', 'common', 'errors'])
  const context = useFieldContext()
  if (!preview) {
    const text = error ? t('errors:generic') : isStale ? t('records:rewrite.counting') : ''
    return (
      <p className={error ? styles.error : styles.note} role="status">
        {text}
      </p>
    )
  }
  const titleOf = ({ field, part }: Preview['changes'][number]) => {
    const known = fields.find(({ columnName }) => columnName === field)
    return known ? fieldTitle(known, context.format.language) : (titleOfPart?.(part) ?? '')
  }
  const good = preview.changes.filter(({ code }) => code === null)
  const bad = preview.changes.filter(({ code }) => code !== null)
  const item = (change: Preview['changes'][number], at: number) => {
    const field = fields.find(({ columnName }) => columnName === change.field)
    return (
      <li key={at} className={classes.change}>
        <span className={classes.place}>
          <span className={classes.record}>{change.name || `#${change.recordId}`}</span>
          <span className={styles.small}>{titleOf(change)}</span>
        </span>
        <span className={classes.values}>
          <del className={classes.before}>
            <span className={hidden.hidden}>{t('records:history.before')}: </span>
            {field ? <FieldValue field={field} value={change.before} context={context} /> : null}
          </del>
          <span aria-hidden="true">→</span>
          <ins className={classes.after}>
            <span className={hidden.hidden}>{t('records:history.after')}: </span>
            {field && change.code === null ? (
              <FieldValue field={field} value={change.after} context={context} />
            ) : (
              String(change.after ?? '')
            )}
          </ins>
        </span>
        {change.code !== null && <span className={styles.error}>{reasonOf(change.code, t)}</span>}
      </li>
    )
  }
  const isPart = preview.checked < preview.records
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={classes.preview} aria-busy={isStale} tabIndex={0}>
      <p role="status" className={classes.count}>
        {preview.values === 0
          ? t('records:rewrite.none')
          : t('records:rewrite.values', {
              count: preview.values,
              records: t('records:rewrite.records', { count: preview.records }),
            })}
      </p>
      {good.length > 0 && (
        <ul className={classes.changes} aria-label={t('records:rewrite.first')}>
          {good.slice(0, shownOfEach).map(item)}
        </ul>
      )}
      {bad.length > 0 && (
        <>
          <p className={classes.count}>
            {t('records:rewrite.refused', { count: preview.refused })}
            {isPart ? ` ${t('records:rewrite.checked', { count: preview.checked })}` : ''}
          </p>
          <ul className={classes.changes} aria-label={t('records:paste.label')}>
            {bad.slice(0, shownOfEach).map(item)}
          </ul>
        </>
      )}
    </div>
  )
}
