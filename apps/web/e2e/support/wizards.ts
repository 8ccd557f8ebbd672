/** Wizards for tests, made through the API as the builder makes them. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type {
  CreateStep,
  CreateTask,
  DataWizard,
  UpdateWizard,
} from '@muster/contract/wizards/wizards.schema'
import type { ApiClient } from './api.ts'
import { makeTeam } from './app.ts'

interface DraftStep extends Partial<CreateStep> {
  title: string
  tasks: (Partial<CreateTask> & Pick<CreateTask, 'type' | 'title'>)[]
}

export async function makeWizard(
  api: ApiClient,
  teamId: number,
  name: string,
  steps: readonly DraftStep[],
  settings: Partial<UpdateWizard> = {},
): Promise<DataWizard> {
  const { id } = await api.call(wizardsApi.create, { params: { teamId }, body: { name } })
  for (const { tasks, ...step } of steps) {
    const params = { teamId, dataWizardId: id }
    const made = (await api.call(wizardsApi.createStep, { params, body: step })).steps.at(-1)
    for (const task of tasks) {
      await api.call(wizardsApi.createTask, { params: { teamId, wizardStepId: made?.id ?? 0 }, body: task })
    }
  }
  return api.call(wizardsApi.update, { params: { teamId, dataWizardId: id }, body: settings })
}

/** A collection of guests with an email address, a birthday and a diet. */
export async function makeGuests(
  api: ApiClient,
  teamId: number,
): Promise<{ id: number; field(columnName: string): number }> {
  const collection = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Guest', pluralName: 'Guests' },
  })
  const fields: DataField[] = [...collection.DataFields]
  for (const body of [
    { title: 'Email', dataType: 'email_address' as const },
    { title: 'Birthday', dataType: 'date' as const },
    { title: 'Diet', dataType: 'plain_text' as const },
  ]) {
    const params = { teamId, dataCollectionId: collection.id }
    fields.push(await api.call(collectionsApi.createField, { params, body }))
  }
  return {
    id: collection.id,
    field(columnName) {
      const found = fields.find((one) => one.columnName === columnName)
      if (!found) throw new Error(`No field ${columnName}`)
      return found.id
    },
  }
}

/** Who comes, what they eat, a last look; in English and French. */
export function makeInvitation(
  api: ApiClient,
  teamId: number,
  guests: Awaited<ReturnType<typeof makeGuests>>,
  settings: Partial<UpdateWizard> = {},
): Promise<DataWizard> {
  const ask = (column: string, more: object = {}) => ({
    dataFieldId: guests.field(column),
    mode: 'ask' as const,
    ...more,
  })
  return makeWizard(
    api,
    teamId,
    'Summer party',
    [
      {
        title: 'Who comes',
        titleTranslations: { fr: 'Qui vient' },
        icon: 'fas fa-user',
        tasks: [
          {
            type: 'create_data_record',
            title: 'About you',
            titleTranslations: { fr: 'À propos de vous' },
            variable: 'guest',
            settings: {
              dataCollectionId: guests.id,
              fields: [
                ask('name', {
                  isRequired: true,
                  mayPrefill: true,
                  label: 'Your name',
                  labelTranslations: { fr: 'Votre nom' },
                }),
                ask('email', { isRequired: true, displayWidth: 'half' }),
                ask('birthday', { displayWidth: 'half' }),
              ],
            },
          },
        ],
      },
      {
        title: 'Food',
        titleTranslations: { fr: 'Repas' },
        icon: 'fas fa-utensils',
        tasks: [
          {
            type: 'update_data_fields_for_data_records',
            title: 'What you eat',
            titleTranslations: { fr: 'Ce que vous mangez' },
            settings: { recordsValue: 'guest', fields: [ask('diet')] },
          },
        ],
      },
      {
        title: 'Check',
        titleTranslations: { fr: 'Vérification' },
        icon: 'fas fa-check',
        tasks: [
          {
            type: 'display_formatted_text',
            title: 'All right?',
            titleTranslations: { fr: 'Tout est juste ?' },
            settings: {
              textToDisplayValue: '<p>We put down <strong>{{ guest.@name }}</strong>.</p>',
              showsAlone: true,
              buttonLabel: 'Sign up',
              buttonLabelTranslations: { fr: 'S’inscrire' },
            },
          },
        ],
      },
    ],
    {
      availableLanguages: ['en', 'fr'],
      nameTranslations: { fr: 'Fête d’été' },
      thankYouText: 'See you in July!',
      ...settings,
    },
  )
}

/** A team of its own with an invitation that anybody may run, without signing in. */
export async function makePublicInvitation(
  api: ApiClient,
  teamName: string,
  brandId: number,
): Promise<{ teamId: number; guestsId: number; wizard: DataWizard }> {
  const { teamId } = await makeTeam(api, teamName, { enumAppBrandId: brandId })
  const guests = await makeGuests(api, teamId)
  const wizard = await makeInvitation(api, teamId, guests, { isPublic: true, runsWith: 'wizard' })
  return { teamId, guestsId: guests.id, wizard }
}
