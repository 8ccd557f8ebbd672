import type { UpdateSettings } from '@muster/contract/wizards/tasks/update_data_fields_for_data_records'
import { useTranslation } from 'react-i18next'
import { RecordsSelect } from '../common/VariableSelect.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings({ settings, set, errorOf, variables }: TaskSettingsProps<UpdateSettings>) {
  const { t } = useTranslation('wizards')
  return (
    <RecordsSelect
      label={t('settings.records')}
      help={t('settings.updateHelp')}
      error={errorOf('recordsValue')}
      variables={variables}
      value={settings.recordsValue}
      onChange={(recordsValue) => set({ recordsValue })}
    />
  )
}
