/** Names the required fields that are empty, and leads to each. */
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import type { RequiredField } from '../user-form.ts'
import classes from './EmptyFields.module.css'

export function EmptyFields({
  fields,
  onChoose,
}: {
  fields: readonly RequiredField[]
  onChoose(field: RequiredField): void
}) {
  const { t } = useTranslation(['users'])
  if (fields.length === 0) return null
  return (
    <div className={classes.box} role="alert">
      <p>{t('form.missing')}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <button type="button" className={styles.link} onClick={() => onChoose(field)}>
              {t(`list.${field}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
