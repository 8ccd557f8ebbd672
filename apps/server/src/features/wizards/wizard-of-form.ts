/** The wizard that asks in public what a form view asks inside the app: one step that creates a record. */
import type { Translations } from '@muster/contract/paging'
import { formFields } from '@muster/contract/views/views.rules'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { stepDefaults, taskDefaults } from '@muster/contract/wizards/defaults'
import type { TaskType } from '@muster/contract/wizards/tasks/definition'
import { collectionOf, invalid, type TeamModel } from '../../engine/public.ts'
import { escapeHtml } from '../../platform/http/html.ts'

interface WizardOfForm {
  settings: Record<string, unknown>
  step: Record<string, unknown>
  task: { type: TaskType; settings: Record<string, unknown> }
}

/** @throws AppError validation_failed if the view is not a form */
export function wizardOfForm(model: TeamModel, view: SavedView): WizardOfForm {
  if (view.type !== 'form') throw invalid('formOfDataViewId', 'invalid')
  const { form } = view
  const collection = collectionOf(model, view.dataCollectionId)
  const title = form.title || view.internalName
  const { titleTranslations } = form
  const fieldOf = (id: number | null) => model.fields.get(id ?? 0) ?? null
  const displayed = view.displayedFields.flatMap((shown) => {
    const field = fieldOf(shown.dataFieldId)
    return field ? [{ field, shown }] : []
  })
  const asked = formFields(displayed, fieldOf(view.recordNameDataFieldId)).map(({ field, shown }) => ({
    dataFieldId: field.id,
    mode: 'ask',
    isRequired: shown.isRequired,
    displayWidth: shown.displayWidth,
  }))
  return {
    settings: {
      // Everyone who can open it can send it, as visitors can.
      runsWith: 'wizard',
      nameTranslations: titleTranslations,
      description: form.text,
      descriptionTranslations: form.textTranslations,
      thankYouText: paragraph(form.doneText),
      thankYouTextTranslations: paragraphs(form.doneTextTranslations),
      icon: collection.icon || undefined,
    },
    step: { ...stepDefaults, title, titleTranslations, icon: collection.icon || stepDefaults.icon },
    task: {
      type: 'create_data_record',
      settings: {
        ...taskDefaults,
        title,
        titleTranslations,
        variable: 'record',
        settings: { dataCollectionId: view.dataCollectionId, fields: asked },
      },
    },
  }
}

/** A text without markup. */
const paragraph = (text: string): string => (text ? `<p>${escapeHtml(text)}</p>` : '')
const paragraphs = (texts: Translations): Translations =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, paragraph(text ?? '')]))
