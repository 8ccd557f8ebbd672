/** The settings of a step. */
import { Switch, TextInput } from '@mantine/core'
import { stepDefaults } from '@muster/contract/wizards/defaults'
import type { WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { useDraft } from '../../../../lib/use-draft.ts'
import { DescriptionInput } from '../../../../ui/DescriptionInput.tsx'
import { FormDrawer } from '../../../../ui/FormDrawer.tsx'
import { FormField } from '../../../../ui/FormField.tsx'
import { IconPicker } from '../../../../ui/IconPicker.tsx'
import { OtherLanguages, otherLanguages } from '../OtherLanguages.tsx'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'

const flags = ['requiresAuthentication', 'hideCancelButton', 'isSavePoint'] as const

export function StepDrawer({
  admin,
  step,
  onClose,
}: {
  admin: WizardsAdmin
  /** Null for a new one. */
  step: WizardStep | null
  onClose(): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId, wizard } = useWizardPage()
  const { draft, set, isDirty, errors, setErrors, isBusy, save } = useDraft(
    step ? settingsOf(step) : { title: '', ...stepDefaults },
    async (body) => {
      if (step) {
        const params = { teamId, wizardStepId: step.id }
        await admin.performOnWizard(api.wizards.updateStep, { params, body }, 'saveStep')
      } else {
        const params = { teamId, dataWizardId: wizard.id }
        await admin.performOnWizard(api.wizards.createStep, { params, body }, 'createStep')
      }
      onClose()
    },
  )
  return (
    <FormDrawer
      title={step ? t('wizards:steps.settings') : t('wizards:steps.new')}
      submitLabel={step ? t('common:saveChanges') : t('wizards:steps.new')}
      isDirty={isDirty}
      isBusy={isBusy}
      onSubmit={() => {
        if (draft.title.trim() === '') setErrors({ title: t('wizards:steps.titleRequired') })
        else return save()
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('wizards:steps.title')}
        description={t('wizards:steps.titleHelp')}
        value={draft.title}
        error={errors.title}
        required
        maxLength={200}
        data-autofocus
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <DescriptionInput
        value={draft.description}
        error={errors.description}
        maxLength={5000}
        onChange={(description) => set({ description })}
      />
      <FormField label={t('common:icon')} error={errors.icon}>
        {(control) => <IconPicker {...control} value={draft.icon} onChange={(icon) => set({ icon })} />}
      </FormField>
      {flags.map((flag) => (
        <Switch
          key={flag}
          label={t(`wizards:steps.${flag}`)}
          description={t(`wizards:steps.${flag}Help`)}
          checked={draft[flag]}
          onChange={(event) => set({ [flag]: event.currentTarget.checked })}
        />
      ))}
      <OtherLanguages
        languages={otherLanguages(wizard)}
        texts={[
          {
            label: t('wizards:steps.title'),
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
    </FormDrawer>
  )
}

function settingsOf({
  id: _id,
  dataWizardId: _wizard,
  executionRank: _rank,
  tasks: _tasks,
  ...settings
}: WizardStep) {
  return settings
}
