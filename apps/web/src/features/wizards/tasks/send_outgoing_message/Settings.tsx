import type { SendSettings } from '@muster/contract/wizards/tasks/send_outgoing_message'
import { useTranslation } from 'react-i18next'
import styles from '../../../../ui/shared.module.css'
import { RecordsSelect } from '../common/VariableSelect.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings({ settings, set, errorOf, variables }: TaskSettingsProps<SendSettings>) {
  const { t } = useTranslation('wizards')
  return (
    <>
      <RecordsSelect
        label={t('settings.people')}
        help={t('settings.peopleHelp')}
        error={errorOf('recordsValue')}
        variables={variables}
        value={settings.recordsValue}
        onChange={(recordsValue) => set({ recordsValue })}
      />
      <p className={styles.note}>{t('settings.noTemplates')}</p>
    </>
  )
}
