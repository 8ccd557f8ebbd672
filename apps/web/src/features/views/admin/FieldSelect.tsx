/** Selects one suitable field of a collection; the list is empty where there are none. */
import { Select } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { fieldTitle } from '../../fields/public.ts'

export function FieldSelect({
  label,
  help,
  error,
  fields,
  value,
  isRequired,
  onChange,
}: {
  label: string
  help?: string | undefined
  error?: string | undefined
  fields: readonly DataField[]
  value: number | null
  isRequired?: boolean
  onChange(id: number | null): void
}) {
  const { t } = useTranslation(['viewsAdmin', 'common', 'errors'])
  const language = currentLanguage()
  const isGone = value !== null && !fields.some(({ id }) => id === value)
  return (
    <Select
      label={label}
      description={error || isGone ? undefined : help}
      error={error ?? (isGone ? t('errors:field.view_field_gone') : undefined)}
      placeholder={t('viewsAdmin:details.noField')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      withAsterisk={isRequired ?? false}
      value={isGone || value === null ? null : String(value)}
      data={fields.map((field) => ({ value: String(field.id), label: fieldTitle(field, language) }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
