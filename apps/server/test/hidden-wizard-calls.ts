/** Calls of wizards: by people with a session, by designers of wizards, and by visitors. */
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import type { CallArguments } from './call-variants.ts'
import { filtersOf, guess, newEmail, newName, type Own } from './hidden-arguments.ts'
import { column } from './hidden-markers.ts'
import type { HiddenUser } from './hidden-users.ts'
import { newProof as proof } from './hidden-wizards.ts'
import type { HiddenWorld } from './hidden-world.ts'

export function wizardCalls(world: HiddenWorld, user: HiddenUser, own: Own): Record<string, CallArguments[]> {
  return { ...runCalls(world, user, own), ...designerCalls(world, own), ...visitorCalls(world, own) }
}

/** A run that the user has started, as its screen showed it. */
interface OwnRun {
  id: number
  wizardStepId: number
  stepToken: string
}

function runCalls(world: HiddenWorld, user: HiddenUser, own: Own): Record<string, CallArguments[]> {
  const { teamId, fields, wizards, visible, hiddenRecords } = world
  const ofWizard = (dataWizardId: number) => ({ teamId, dataWizardId })
  const started = (own.wizardRun ?? []) as OwnRun[]
  const at = ({ id }: Pick<OwnRun, 'id'>) => ({ teamId, wizardRunId: id })
  const pick = { kind: 'pick', recordIds: [], newValues: null, search: '', onlySearches: false }
  const answers = [
    { ...pick, onlySearches: true },
    ...[guess('row'), guess('own')].map((search) => ({ ...pick, onlySearches: true, search })),
    ...filtersOf(world, user).map((filter) => ({ ...pick, onlySearches: true, filter })),
    { ...pick, recordIds: [hiddenRecords[0]] },
    { ...pick, newValues: { name: newName } },
    { ...pick, recordIds: [visible[0]] },
  ]
  const all = Object.values(wizards.runs).map((id) => ({ params: { teamId, wizardRunId: id } }))
  return {
    'wizardRuns.start': [
      { params: ofWizard(wizards.intake), body: {} },
      { params: ofWizard(wizards.open), body: {} },
      ...[visible[0], hiddenRecords[0]].map((dataRecordId) => ({
        params: ofWizard(wizards.intake),
        body: { dataRecordId },
      })),
    ],
    'wizardRuns.get': [...started.map((run) => ({ params: at(run) })), ...all],
    'wizardRuns.options': started.flatMap((run) =>
      [{}, { search: guess('row') }, { ids: [hiddenRecords[0]] }].map((more) => ({
        params: at(run),
        body: { dataFieldId: fields.neighbour, ...more },
      })),
    ),
    'wizardRuns.advance': started.flatMap((run) =>
      answers.map((answer) => ({
        params: { ...at(run), wizardStepId: run.wizardStepId },
        body: { stepToken: run.stepToken, answer },
      })),
    ),
    'wizardRuns.back': started.map((run) => ({ params: at(run), body: { stepToken: run.stepToken } })),
    'wizardRuns.language': started.map((run) => ({ params: at(run), body: { language: 'fr' } })),
    'wizardRuns.cancel': started.map((run) => ({ params: at(run) })),
    'wizardRuns.detail': all,
    'wizardRuns.list': [{ params: ofWizard(wizards.intake) }],
    'wizardRuns.retry': [{ params: at({ id: wizards.runs.failed }) }],
    'wizardRuns.rollBack': [wizards.runs.cancelled, wizards.runs.done].map((id) => ({ params: at({ id }) })),
  }
}

/** They change the wizards that the designer has made, so that the others stay for everybody. */
function designerCalls(world: HiddenWorld, own: Own): Record<string, CallArguments[]> {
  const { teamId, people, fields, wizards, visible } = world
  const [dataWizardId] = (own.dataWizardId ?? []) as number[]
  const wizard = ((own.wizard ?? []) as DataWizard[]).findLast(({ id }) => id === dataWizardId)
  const step = wizard?.steps[0]
  const task = step?.tasks[0]
  const ofWizard = dataWizardId === undefined ? [] : [{ teamId, dataWizardId }]
  const ofStep = step ? [{ teamId, wizardStepId: step.id }] : []
  const ofTask = task ? [{ teamId, stepTaskId: task.id }] : []
  const ofLinks = ((own.wizardLinkId ?? []) as number[]).map((wizardLinkId) => ({ teamId, wizardLinkId }))
  const ofAccess = ((own.externalAccessLinkId ?? []) as number[]).map((externalAccessLinkId) => ({
    teamId,
    externalAccessLinkId,
  }))
  const plain = (all: readonly Record<string, unknown>[]) => all.map((params) => ({ params }))
  const changed = (all: readonly Record<string, unknown>[], ...bodies: object[]) =>
    all.flatMap((params) => bodies.map((body) => ({ params, body })))
  const find = {
    type: 'find_matching_data_records',
    title: newName,
    settings: {
      dataCollectionId: people,
      filterTemplate: { field: 'name', op: 'startsWith', value: guess('row') },
      sort: [{ field: column('score'), direction: 'asc' }],
    },
  }
  const hello = {
    type: 'display_formatted_text',
    title: newName,
    settings: { textToDisplayValue: '<p>Hello</p>' },
  }
  return {
    'wizards.create': [
      { params: { teamId }, body: { name: newName } },
      { params: { teamId }, body: { name: newName, copyOfDataWizardId: wizards.intake } },
    ],
    'wizards.get': [wizards.intake, wizards.open, wizards.verified].map((id) => ({
      params: { teamId, dataWizardId: id },
    })),
    'wizards.update': changed(ofWizard, { description: 'Mine' }, { runsWith: 'wizard' }, { isPublic: true }),
    'wizards.createStep': changed(ofWizard, { title: newName }),
    'wizards.updateStep': changed(ofStep, { isSavePoint: true }),
    'wizards.createTask': changed(ofStep, hello, find),
    'wizards.updateTask': changed(ofTask, { title: newName }),
    'wizards.setOrder': wizard
      ? changed(ofWizard, {
          steps: wizard.steps
            .map(({ id, tasks }) => ({ id, stepTaskIds: tasks.map((one) => one.id) }))
            .reverse(),
        })
      : [],
    'wizards.createLink': ofWizard.map(() => ({
      params: { teamId },
      body: { dataWizardId, dataCollectionId: people },
    })),
    'wizards.updateLink': changed(ofLinks, { description: 'Mine' }),
    'wizards.createAccessLink': changed(ofWizard, {
      dataCollectionId: people,
      emailDataFieldId: fields[column('email')],
    }),
    'wizards.updateAccessLink': changed(ofAccess, { revoke: true }),
    'wizards.createTokenLink': [
      ...ofAccess.flatMap(({ externalAccessLinkId }) =>
        [visible[0], world.hiddenRecords[0]].map((dataRecordId) => ({
          params: { teamId, dataWizardId },
          body: { externalAccessLinkId, dataRecordId },
        })),
      ),
    ],
    'wizards.removeTask': plain(ofTask),
    'wizards.removeStep': plain(ofStep),
    'wizards.removeLink': plain(ofLinks),
    'wizards.removeAccessLink': plain(ofAccess),
    'wizards.remove': plain(ofWizard),
  }
}

/** A run of a visitor, with its key. */
type VisitorRun = OwnRun & { key: string }

function visitorCalls(
  { teamId, portFields, wizards }: HiddenWorld,
  own: Own,
): Record<string, CallArguments[]> {
  const { token } = wizards
  const ofWizard = (dataWizardId: number) => ({ teamId, dataWizardId })
  const runs = ((own.visitorRun ?? []) as VisitorRun[]).map((run) => ({
    ...run,
    params: { teamId, wizardRunId: run.id },
    headers: { 'x-run-key': run.key },
  }))
  const withKey = (make: (run: (typeof runs)[number]) => Omit<CallArguments, 'params' | 'headers'>) =>
    runs.map((run) => ({ params: run.params, headers: run.headers, ...make(run) }))
  return {
    'publicWizards.get': [wizards.open, wizards.verified, wizards.intake, wizards.personal].map((id) => ({
      params: ofWizard(id),
    })),
    'publicWizards.start': [
      { params: ofWizard(wizards.open), body: { proof } },
      { params: ofWizard(wizards.intake), body: { proof } },
      { params: ofWizard(wizards.verified), body: { proof } },
    ],
    'publicWizards.getByToken': [{ params: { token } }],
    'publicWizards.startByToken': [{ params: { token }, body: {} }],
    'publicWizards.getRun': withKey(() => ({})),
    'publicWizards.options': withKey(() => ({ body: { dataFieldId: portFields.near } })),
    'publicWizards.upload': withKey(() => ({
      query: { name: 'Plan.txt', dataFieldId: portFields.plans },
      body: 'A plan',
    })),
    'publicWizards.language': withKey(() => ({ body: { language: 'en' } })),
    'publicWizards.advance': runs.map(({ params, headers, wizardStepId, stepToken }) => ({
      params: { ...params, wizardStepId },
      headers,
      body: { stepToken, answer: { kind: 'form', items: [{ values: { name: newName } }] } },
    })),
    'publicWizards.back': withKey(({ stepToken }) => ({ body: { stepToken } })),
    'publicWizards.sendLink': withKey(() => ({ body: { address: newEmail } })),
    'publicWizards.cancel': withKey(() => ({})),
    'publicWizards.sendCode': [`${guess('row-email-0')}@example.org`, newEmail].map((address) => ({
      params: ofWizard(wizards.verified),
      body: { channel: 'email', address, proof },
    })),
  }
}
