/** …/step-task/{id}/details: title, the type's own settings, and when the task runs. */
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DescriptionInput } from '../../../../ui/DescriptionInput.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import { taskUiOf } from '../../tasks/index.ts'
import classes from '../builder.module.css'
import { OtherLanguages, otherLanguages } from '../OtherLanguages.tsx'
import { Section } from '../Section.tsx'
import { useWizardPage } from '../wizard-context.ts'
import { ExecutionSection } from './ExecutionSection.tsx'
import { useTask } from './task-context.ts'
import { VariableSection } from './VariableSection.tsx'

export function TaskDetails() {
  const { t } = useTranslation(['wizards', 'common'])
  const { wizard, env } = useWizardPage()
  const { draft, settings, variables, set, setSettings, errorOf } = useTask()
  const { Settings } = taskUiOf(draft.type)
  return (
    <PageBody>
      <div className={classes.sections}>
        <Section title={t('wizards:details.general')}>
          <TextInput
            label={t('wizards:tasks.title')}
            description={t('wizards:tasks.titleHelp')}
            value={draft.title}
            error={errorOf('title')}
            required
            maxLength={200}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <DescriptionInput
            value={draft.description}
            error={errorOf('description')}
            help={t('wizards:tasks.descriptionHelp')}
            maxLength={5000}
            onChange={(description) => set({ description })}
          />
          <OtherLanguages
            languages={otherLanguages(wizard)}
            texts={[
              {
                label: t('wizards:tasks.title'),
                kind: 'line',
                text: draft.title,
                value: draft.titleTranslations,
                maxLength: 200,
                onChange: (titleTranslations) => set({ titleTranslations }),
              },
              {
                label: t('common:description'),
                kind: 'lines',
                text: draft.description,
                value: draft.descriptionTranslations,
                onChange: (descriptionTranslations) => set({ descriptionTranslations }),
              },
            ]}
          />
        </Section>
        <Section title={t(`wizards:type.${draft.type}`)}>
          <Settings settings={settings} set={setSettings} errorOf={errorOf} variables={variables} env={env} />
        </Section>
        <VariableSection />
        <ExecutionSection />
      </div>
    </PageBody>
  )
}
