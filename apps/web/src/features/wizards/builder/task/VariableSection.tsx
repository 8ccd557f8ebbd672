/** The name under which later tasks find what a task gives. */
import { TextInput } from '@mantine/core'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import { variableNameSchema } from '@muster/contract/wizards/variables'
import { useTranslation } from 'react-i18next'
import { Section } from '../Section.tsx'
import { useWizardPage } from '../wizard-context.ts'
import { useTask } from './task-context.ts'

export function VariableSection() {
  const { t } = useTranslation('wizards')
  const { env } = useWizardPage()
  const { draft, settings, set, errorOf } = useTask()
  const given = wizardTask(draft.type).gives(settings, env)
  if (!given && draft.variable === '') return null
  const isWrong = draft.variable !== '' && !variableNameSchema.safeParse(draft.variable).success
  return (
    <Section title={t('variable.title')}>
      <TextInput
        label={t('variable.name')}
        description={t('variable.nameHelp')}
        value={draft.variable}
        error={isWrong ? t('variable.wrong') : errorOf('variable')}
        maxLength={50}
        onChange={(event) => set({ variable: event.currentTarget.value })}
      />
    </Section>
  )
}
