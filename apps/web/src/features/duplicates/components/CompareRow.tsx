/** One field of all records: the value that is kept is checked. */

import { isUnited } from '@muster/contract/duplicates/duplicates.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import styles from '../../../ui/shared.module.css'
import { type FieldContext, FieldValue, fieldTitle, isEmptyValue } from '../../fields/public.ts'
import type { Choice } from '../compare.ts'
import classes from './Compare.module.css'

export function CompareRow({
  field,
  records,
  leftOut,
  isDifferent,
  choice,
  context,
  onChoose,
}: {
  field: DataField
  records: readonly DataRecord[]
  leftOut: ReadonlySet<number>
  isDifferent: boolean
  choice: Choice | null
  context: FieldContext
  onChoose(choice: Choice): void
}) {
  const { t } = useTranslation('duplicates')
  const title = fieldTitle(field, currentLanguage())
  const group = `merge-${field.columnName}`
  const canChoose = isDifferent && field.canUpdate
  return (
    <tr data-differs={isDifferent || undefined}>
      <th scope="row" className={classes.title}>
        <span>{title}</span>
        {isDifferent && <span className={classes.differs}>{t('differs')}</span>}
        {canChoose && isUnited(fieldType(field.dataType)) && (
          <label className={classes.united}>
            <input
              type="radio"
              name={group}
              checked={choice === 'united'}
              onChange={() => onChoose('united')}
            />
            {t('together')}
          </label>
        )}
        {!field.canUpdate && isDifferent && <span className={classes.meta}>{t('readOnly')}</span>}
      </th>
      {records.map((record) => {
        const { id, name, values } = record
        const value = values[field.columnName]
        const isOut = leftOut.has(id)
        const isKept =
          !isOut && isDifferent && (choice === id || (choice === 'united' && !isEmptyValue(value)))
        const text = isEmptyValue(value) ? t('empty') : textOf(field, value, context)
        return (
          <td key={id} data-out={isOut || undefined} data-chosen={isKept || undefined}>
            <span className={classes.of} aria-hidden="true">
              {name || `#${id}`}
            </span>
            {canChoose ? (
              <label className={classes.choice}>
                <input
                  type="radio"
                  name={group}
                  aria-label={`${title}, ${name || `#${id}`}: ${text}`}
                  checked={choice === id}
                  disabled={isOut}
                  onChange={() => onChoose(id)}
                />
                <Value field={field} value={value} context={context} />
              </label>
            ) : (
              <Value field={field} value={value} context={context} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

function Value({ field, value, context }: { field: DataField; value: unknown; context: FieldContext }) {
  const { t } = useTranslation('duplicates')
  if (isEmptyValue(value)) return <span className={styles.muted}>{t('empty')}</span>
  // Controls inside must not swallow the click that chooses the value.
  return (
    <span className={styles.shrink} inert>
      <FieldValue field={field} value={value} context={context} variant="block" />
    </span>
  )
}

/** The value as text for screen readers. */
function textOf(field: DataField, value: unknown, context: FieldContext): string {
  try {
    const type = fieldType(field.dataType)
    return type.toText(value as never, field.settings as never, context.text)
  } catch {
    return ''
  }
}
