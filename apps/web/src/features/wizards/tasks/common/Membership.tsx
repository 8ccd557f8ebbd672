/** Which records, and which collection: of tasks that add to a collection or remove from it. */
import type { RemoveSettings } from '@muster/contract/wizards/tasks/memberships'
import { useTranslation } from 'react-i18next'
import type { TaskSettingsProps } from '../definition.ts'
import { CollectionSelect } from './CollectionSelect.tsx'
import { collectionChange } from './collection-change.ts'
import { RecordsSelect } from './VariableSelect.tsx'

export function Membership({
  settings,
  set,
  errorOf,
  variables,
  env,
  help,
}: Pick<TaskSettingsProps<RemoveSettings>, 'settings' | 'set' | 'errorOf' | 'variables' | 'env'> & {
  help: string
}) {
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
        onChange={(next) => set(collectionChange(settings, next, env))}
      />
    </>
  )
}
