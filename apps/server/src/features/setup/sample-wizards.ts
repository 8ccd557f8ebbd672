/** Creates wizards of a sample team, through the same services as the builder. */
import type { Language } from '@muster/contract/paging'
import {
  createStepBody,
  createTaskBody,
  createWizardBody,
  type DataWizard,
  updateWizardBody,
} from '@muster/contract/wizards/wizards.schema'
import type { Lookup, Texts } from '../../../samples/sample.ts'
import type { SampleStep, SampleTask, SampleWizard, WizardLookup } from '../../../samples/wizards.ts'
import type { Deps, TeamModel } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import {
  createAccessLink,
  createLink,
  createStep,
  createTask,
  createWizard,
  updateWizard,
} from '../wizards/public.ts'

export async function createWizards(
  deps: Deps,
  teamUser: TeamUser,
  language: Language,
  samples: readonly SampleWizard[],
  known: Lookup,
): Promise<void> {
  const at = lookupIn(await deps.models.get(teamUser.teamId), known)
  for (const sample of samples) {
    const made = await createWizard(
      deps,
      teamUser,
      createWizardBody.parse({ name: sample.name[language], icon: sample.icon }),
    )
    const settings = updateWizardBody.parse({
      ...sample.settings,
      nameTranslations: sample.name,
      description: sample.description[language],
      descriptionTranslations: sample.description,
      thankYouText: sample.thankYou[language],
      thankYouTextTranslations: sample.thankYou,
    })
    await updateWizard(deps, teamUser, made.id, settings)
    for (const step of sample.steps) await addStep(deps, teamUser, language, made, step, at)
    await addLinks(deps, teamUser, made, sample, at)
  }
}

async function addStep(
  deps: Deps,
  teamUser: TeamUser,
  language: Language,
  wizard: DataWizard,
  { title, description, icon, isSavePoint = false, tasks }: SampleStep,
  at: WizardLookup,
): Promise<void> {
  const body = createStepBody.parse({
    ...textsOf('title', title, language),
    ...textsOf('description', description, language),
    icon,
    isSavePoint,
  })
  const { steps } = await createStep(deps, teamUser, wizard.id, body)
  const step = steps.at(-1)
  if (!step) throw new Error('The step is missing')
  for (const task of tasks) await createTask(deps, teamUser, step.id, bodyOf(task, language, at))
}

function bodyOf(task: SampleTask, language: Language, at: WizardLookup) {
  return createTaskBody.parse({
    type: task.type,
    ...textsOf('title', task.title, language),
    ...textsOf('description', task.description, language),
    variable: task.variable ?? '',
    executionCondition: task.condition ?? null,
    executeInLoopValue: task.loop ?? null,
    executeInBackground: task.inBackground ?? false,
    settings: namedAsSettings(task.settings(at)),
  })
}

const textsOf = (key: string, texts: Texts | undefined, language: Language) =>
  texts ? { [key]: texts[language], [`${key}Translations`]: texts } : {}

/** The text to display is the one setting whose own name is not the stem of its translations'. */
function namedAsSettings({ textToDisplay, ...settings }: Record<string, unknown>): Record<string, unknown> {
  return textToDisplay === undefined ? settings : { ...settings, textToDisplayValue: textToDisplay }
}

async function addLinks(
  deps: Deps,
  teamUser: TeamUser,
  { id }: DataWizard,
  { linkedTo, externalAccess }: SampleWizard,
  at: WizardLookup,
): Promise<void> {
  if (linkedTo) {
    await createLink(deps, teamUser, {
      dataWizardId: id,
      dataCollectionId: at.collection(linkedTo),
      type: 'collection',
      description: '',
      icon: '',
      showInRowActionMenus: false,
    })
  }
  if (externalAccess) {
    const { collection, email } = externalAccess
    await createAccessLink(deps, teamUser, id, {
      dataCollectionId: at.collection(collection),
      emailDataFieldId: at.field(collection, email),
      smsDataFieldId: null,
    })
  }
}

function lookupIn(model: TeamModel, known: Lookup): WizardLookup {
  return {
    collection: (key) => known.collection(key),
    record: (collection, key) => known.record(collection, key),
    file: (name) => known.file(name),
    field(key, column) {
      const field = model.collections.get(known.collection(key))?.fieldsByColumn.get(column)
      if (!field) throw new Error(`The sample has no field ${key}.${column}`)
      return field.id
    },
    view(name) {
      const view = [...model.views.values()].find(({ internalName }) => internalName === name)
      if (!view) throw new Error(`The sample has no view ${name}`)
      return view.id
    },
  }
}
