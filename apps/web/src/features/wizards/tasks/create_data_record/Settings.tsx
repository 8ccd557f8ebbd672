import { Switch } from '@mantine/core'
import type { CreateSettings } from '@muster/contract/wizards/tasks/create_data_record'
import { useTranslation } from 'react-i18next'
import { CapacityFields } from '../common/CapacityFields.tsx'
import { CollectionSelect } from '../common/CollectionSelect.tsx'
import { collectionChange } from '../common/collection-change.ts'
import { NewRecordLabel } from '../common/NewRecordLabel.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings({ settings, set, errorOf, variables, env }: TaskSettingsProps<CreateSettings>) {
  const { t } = useTranslation('wizards')
  return (
    <>
      <CollectionSelect
        label={t('settings.collection')}
        help={t('settings.createInHelp')}
        error={errorOf('dataCollectionId')}
        withSmart={false}
        value={settings.dataCollectionId}
        onChange={(next) => set(collectionChange(settings, next, env))}
      />
      <Switch
        label={t('settings.allowMore')}
        description={t('settings.allowMoreHelp')}
        checked={settings.allowCreatingNewRecord}
        onChange={(event) => set({ allowCreatingNewRecord: event.currentTarget.checked })}
      />
      {settings.allowCreatingNewRecord && <NewRecordLabel settings={settings} set={set} />}
      {settings.dataCollectionId !== null && (
        <CapacityFields
          value={settings.capacity}
          dataCollectionId={settings.dataCollectionId}
          variables={variables}
          errorOf={errorOf}
          onChange={(capacity) => set({ capacity })}
        />
      )}
    </>
  )
}
