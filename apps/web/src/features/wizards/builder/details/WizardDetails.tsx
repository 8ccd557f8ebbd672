/** …/data-wizards/{id}/details: the settings of a wizard. */
import { PageBody } from '../../../../ui/Page.tsx'
import { SaveBar } from '../../../../ui/SaveBar.tsx'
import classes from '../builder.module.css'
import { useWizardPage } from '../wizard-context.ts'
import { AccessSection } from './AccessSection.tsx'
import { EndSection } from './EndSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { OpeningSection } from './OpeningSection.tsx'
import { useWizardDraft } from './use-wizard-draft.ts'

export function WizardDetails() {
  const { teamId, wizard } = useWizardPage()
  const form = useWizardDraft(teamId, wizard)
  return (
    <>
      <PageBody>
        <div className={classes.sections}>
          <GeneralSection {...form} />
          <LanguageSection {...form} />
          <AccessSection {...form} />
          <OpeningSection {...form} />
          <EndSection {...form} />
        </div>
      </PageBody>
      <SaveBar
        isDirty={form.isDirty}
        state={form.state}
        onSave={() => void form.save()}
        onDiscard={form.discard}
      />
    </>
  )
}
