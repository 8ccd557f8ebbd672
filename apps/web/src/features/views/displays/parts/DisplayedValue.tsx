/** A value with its displayed field's settings. */
import { fieldType } from '@muster/contract/fields/types/index'
import { useTranslation } from 'react-i18next'
import styles from '../../../../ui/shared.module.css'
import { type FieldContext, FieldValue, isEmptyValue } from '../../../fields/public.ts'
import type { Shown } from './blocks.ts'
import classes from './parts.module.css'
import { whenText } from './when.ts'

/** Storages whose values are several things of one kind; a list of details is one value. */
const several: ReadonlySet<string> = new Set(['ids', 'links', 'files'])

export function DisplayedValue({
  item: { field, shown },
  recordId,
  value,
  context,
  variant,
}: {
  item: Shown
  recordId: number
  value: unknown
  context: FieldContext
  variant: 'line' | 'block'
}) {
  const { t } = useTranslation('views')
  if (isEmptyValue(value)) {
    return shown.includeEmptyFields ? <span className={styles.muted}>{t('value.empty')}</span> : null
  }
  const when = whenText(field, value, shown.dateTimeDisplayFormat, context.format)
  if (when !== null) return <span>{when}</span>
  if (Array.isArray(value) && shown.multiFieldView === 'count') {
    return <span className={classes.count}>{t('value.count', { count: value.length })}</span>
  }
  if (
    Array.isArray(value) &&
    shown.multiFieldView === 'list' &&
    several.has(fieldType(field.dataType).storage)
  ) {
    return (
      <ul className={classes.values}>
        {value.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no ids, and never move
          <li key={at}>
            <FieldValue field={field} value={[one]} context={context} variant={variant} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <FieldValue
      field={field}
      recordId={recordId}
      value={value}
      context={context}
      variant={variant}
      autoPlay={shown.autoStartVideoPlayback}
    />
  )
}
