import { MultiSelect } from '@mantine/core'
import { resolveName } from '@muster/contract/wizards/tasks/common'
import type { ExportSettings } from '@muster/contract/wizards/tasks/export_data_records_to_csv'
import { collectionOfVariable } from '@muster/contract/wizards/variables'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { fieldTitle } from '../../../fields/public.ts'
import { RecordsSelect } from '../common/VariableSelect.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings({ settings, set, errorOf, variables, env }: TaskSettingsProps<ExportSettings>) {
  const { t } = useTranslation('wizards')
  const variable = resolveName(settings.recordsValue ?? '', { env, variables })
  const collection = variable ? collectionOfVariable(variable) : null
  const fields = (collection === null ? undefined : env.fieldsOf(collection)) ?? []
  return (
    <>
      <RecordsSelect
        label={t('settings.records')}
        help={t('settings.exportHelp')}
        error={errorOf('recordsValue')}
        variables={variables}
        value={settings.recordsValue}
        onChange={(recordsValue) => set({ recordsValue, dataFieldIds: [] })}
      />
      {fields.length > 0 && (
        <MultiSelect
          label={t('settings.exportFields')}
          description={t('settings.exportFieldsHelp')}
          searchable
          clearable
          value={settings.dataFieldIds.map(String)}
          data={fields.map((field) => ({
            value: String(field.id),
            label: fieldTitle(field, currentLanguage()),
          }))}
          onChange={(ids) => set({ dataFieldIds: ids.map(Number) })}
        />
      )}
    </>
  )
}
