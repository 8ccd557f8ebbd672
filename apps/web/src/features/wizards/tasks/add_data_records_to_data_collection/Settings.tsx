import type { AddSettings } from '@muster/contract/wizards/tasks/memberships'
import { useTranslation } from 'react-i18next'
import { CapacityFields } from '../common/CapacityFields.tsx'
import { Membership } from '../common/Membership.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings(props: TaskSettingsProps<AddSettings>) {
  const { t } = useTranslation('wizards')
  const { settings, set, variables, errorOf } = props
  return (
    <>
      <Membership {...props} help={t('settings.addToHelp')} />
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
