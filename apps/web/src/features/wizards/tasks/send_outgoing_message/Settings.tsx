import { Select } from '@mantine/core'
import type { SendSettings } from '@muster/contract/wizards/tasks/send_outgoing_message'
import { useTranslation } from 'react-i18next'
import styles from '../../../../ui/shared.module.css'
import { useWizardPage } from '../../builder/wizard-context.ts'
import { useTemplateChoices } from '../common/use-template-choices.ts'
import { RecordsSelect } from '../common/VariableSelect.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings({ settings, set, errorOf, variables }: TaskSettingsProps<SendSettings>) {
  const { t } = useTranslation(['wizards', 'common'])
  const { outgoingMessageTemplateId: templateId } = settings
  return (
    <>
      <TemplateSelect
        value={templateId}
        error={errorOf('outgoingMessageTemplateId')}
        onChange={(outgoingMessageTemplateId) => set({ outgoingMessageTemplateId })}
      />
      <RecordsSelect
        label={t('wizards:settings.people')}
        help={t('wizards:settings.peopleHelp')}
        error={errorOf('recordsValue')}
        variables={variables}
        value={settings.recordsValue}
        onChange={(recordsValue) => set({ recordsValue })}
      />
      {templateId === null && <p className={styles.note}>{t('wizards:settings.noTemplate')}</p>}
    </>
  )
}

function TemplateSelect({
  value,
  error,
  onChange,
}: {
  value: number | null
  error: string | undefined
  onChange(id: number | null): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId } = useWizardPage()
  const templates = useTemplateChoices(teamId)
  const isUnknown = value !== null && !templates?.some(({ id }) => id === value)
  const help = templates === null ? t('wizards:settings.templatesHidden') : t('wizards:settings.templateHelp')
  return (
    <Select
      label={t('wizards:settings.template')}
      description={error ? undefined : help}
      error={error}
      placeholder={t('wizards:settings.chooseTemplate')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      nothingFoundMessage={t('common:noResults')}
      disabled={templates === null}
      value={value === null ? null : String(value)}
      data={[
        ...(templates ?? []).map(({ id, internalName }) => ({ value: String(id), label: internalName })),
        // Still shown, so that one sees that there is one.
        ...(isUnknown ? [{ value: String(value), label: t('wizards:settings.otherTemplate') }] : []),
      ]}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
