import type { RemoveSettings } from '@muster/contract/wizards/tasks/memberships'
import { useTranslation } from 'react-i18next'
import { Membership } from '../common/Membership.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings(props: TaskSettingsProps<RemoveSettings>) {
  const { t } = useTranslation('wizards')
  return <Membership {...props} help={t('settings.removeFromHelp')} />
}
