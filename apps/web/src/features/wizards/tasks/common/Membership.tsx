/** Which records, and which collection: of tasks that add to a collection or remove from it. */
import type { RemoveSettings } from '@muster/contract/wizards/tasks/memberships'
import { useTranslation } from 'react-i18next'
import type { TaskSettingsProps } from '../definition.ts'
import { CollectionSelect } from './CollectionSelect.tsx'
import { RecordsSelect } from './VariableSelect.tsx'

export function Membership({
  settings,
  set,
  errorOf,
  variables,
  help,
}: Pick<TaskSettingsProps<RemoveSettings>, 'settings' | 'set' | 'errorOf' | 'variables'> & { help: string }) {
  const { t } = useTranslation('wizards')
  return (
    <>
      <RecordsSelect
        label={t('settings.records')}
        help={t('settings.recordsHelp')}
        error={errorOf('recordsValue')}
        variables={variables}
        value={settings.recordsValue}
        onChange={(recordsValue) => set({ recordsValue })}
      />
      <CollectionSelect
        label={t('settings.collection')}
        help={help}
        error={errorOf('dataCollectionId')}
        withSmart={false}
        value={settings.dataCollectionId}
        onChange={(dataCollectionId) => set({ dataCollectionId })}
      />
    </>
  )
}
