/** Creates records. */
import { AppError } from '@muster/contract/errors'
import type { Answer } from '@muster/contract/wizards/runs.schema'
import {
  type CreateSettings,
  mostNewRecords,
  createDataRecord as type,
} from '@muster/contract/wizards/tasks/create_data_record'
import type { LinkedField } from '@muster/contract/wizards/tasks/definition'
import {
  countingFields,
  createRecords,
  fillNumbers,
  notUnique,
  prepareNew,
  refuse,
  treeContext,
  type WriteContext,
} from '../../../engine/public.ts'
import type { ActiveRun } from '../runs/active-run.ts'
import { hasRoom } from '../runs/capacity.ts'
import { readRecords } from '../runs/records.ts'
import { readerOf } from '../runs/run-access.ts'
import type { TaskHandler, Turn } from './definition.ts'
import { askedOf, firstValue, formFields, presentAsked, sourcesOf, valuesOf } from './forms.ts'

export const createDataRecord: TaskHandler<CreateSettings> = {
  async perform(turn) {
    const { run, task, settings, frames, answer } = turn
    const { dataCollectionId, fields: linked } = settings
    if (dataCollectionId === null) return {}
    const fields = formFields(run, linked)
    if (askedOf(fields).length > 0 && !answer) return { ask: await form(turn, dataCollectionId) }
    const given = itemsOf(answer)
    checkCount(turn, given.length)
    const inputs = []
    const count = answer ? given.length : frames.length
    for (let n = 0; n < count; n++) {
      const scope = await sourcesOf(run, turn.variables, linked, frames[n] ?? frames[0] ?? null)
      inputs.push(valuesOf(scope, fields, given[n]?.values ?? {}, `items.${n}.values`))
    }
    if (
      settings.capacity &&
      !(await hasRoom(run, task, settings.capacity, dataCollectionId, count, turn.variables))
    ) {
      return { gives: [] }
    }
    const ids = await createIn(run, dataCollectionId, inputs, turn, (n) => `items.${n}`)
    return { gives: ids, count: ids.length }
  },
}

const itemsOf = (answer: Answer | undefined): { values: Record<string, unknown> }[] =>
  answer?.kind === 'form' ? answer.items : []

function checkCount({ settings, frames, answer }: Turn<CreateSettings>, count: number): void {
  if (!answer) return
  const isLoop = frames[0] !== null
  const isRight = isLoop
    ? count === frames.length
    : count >= 1 && count <= (settings.allowCreatingNewRecord ? mostNewRecords : 1)
  if (!isRight) throw new AppError('validation_failed', { errors: [{ path: 'items', code: 'too_many' }] })
}

async function form(turn: Turn<CreateSettings>, dataCollectionId: number) {
  const { run, task, settings, frames, previous } = turn
  const { language } = run
  const fields = askedOf(formFields(run, settings.fields))
  const before = itemsOf(previous)
  const names = await frameNames(turn)
  const count = frames[0] === null ? Math.max(1, before.length) : frames.length
  const items = []
  for (let n = 0; n < count; n++) {
    const scope = await sourcesOf(run, turn.variables, settings.fields, frames[n] ?? frames[0] ?? null)
    const values = Object.fromEntries(
      fields.map((one) => [
        one.field.columnName,
        before[n]?.values[one.field.columnName] ?? firstValue(run, scope, one),
      ]),
    )
    items.push({ label: names[n] ?? '', values })
  }
  return {
    kind: 'form' as const,
    stepTaskId: task.id,
    title: task.titleTranslations[language] || task.title,
    description: task.descriptionTranslations[language] || task.description,
    fields: fields.map((one) => presentAsked(run, one)),
    items,
    linked: await namesOf(run, dataCollectionId, items),
    canAdd: settings.allowCreatingNewRecord && frames[0] === null,
    addLabel: settings.newRecordLabelTranslations[language] || settings.newRecordLabel,
    mostItems: settings.allowCreatingNewRecord ? mostNewRecords : items.length,
  }
}

/** Names of the loop's records, as headings of their forms. */
export async function frameNames({
  run,
  task,
  frames,
  variables,
}: Pick<Turn<unknown>, 'run' | 'task' | 'frames' | 'variables'>): Promise<string[]> {
  const ids = frames.filter((id): id is number => id !== null)
  const item = variables.find(({ columnName }) => columnName === 'item')
  const collection = item?.settings.dataCollectionId
  if (ids.length === 0 || typeof collection !== 'number' || task.executeInLoopValue === null) return []
  const { items } = await readRecords(run, readerOf(run, collection, []), collection, ids, [])
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return frames.map((id) => (id === null ? '' : (names.get(id) ?? '')))
}

/** Names of the records and list items that first values refer to. */
export async function namesOf(
  run: ActiveRun,
  dataCollectionId: number,
  items: readonly { values: Record<string, unknown> }[],
) {
  const linked: Record<string, { name: string; avatar: string | null; dataCollectionId: number }> = {}
  const home = run.model.collections.get(run.env.collectionOf(dataCollectionId)?.homeId ?? dataCollectionId)
  for (const field of home?.fields ?? []) {
    const reference = field.type.refersTo?.(field.settings)
    if (reference?.to !== 'record' || reference.collectionId === null) continue
    const ids = items
      .flatMap(({ values }) => [values[field.columnName]].flat())
      .filter((id): id is number => typeof id === 'number' && id > 0)
    const found = await readRecords(
      run,
      readerOf(run, reference.collectionId, []),
      reference.collectionId,
      [...new Set(ids)],
      [],
    )
    for (const { id, name, avatar, dataCollectionId: of } of found.items)
      linked[id] = { name, avatar, dataCollectionId: of }
  }
  return linked
}

/**
 * Creates records with the rights of the run.
 *
 * @throws AppError validation_failed with paths below those of the items
 */
export async function createIn(
  run: ActiveRun,
  dataCollectionId: number,
  inputs: readonly Record<string, unknown>[],
  { settings, variables }: { settings: { fields: LinkedField[] }; variables: Turn<unknown>['variables'] },
  pathOf: (item: number) => string,
): Promise<number[]> {
  const needs = type.needs({ ...emptyCreate, dataCollectionId, fields: settings.fields }, run.env, variables)
  const caller = run.callerFor(needs)
  const { model, client: executor } = run
  const context: WriteContext = treeContext({ model, caller, executor }, dataCollectionId)
  const values = inputs.map((input) =>
    Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)),
  )
  const { items, bad } = await prepareNew(
    context,
    values.map((value) => ({ values: value })),
    pathOf,
  )
  refuse(bad, pathOf)
  const { home } = context.access
  if (run.isCommit) {
    const filled = items.map(({ v }) => v)
    await fillNumbers(run.deps.pool, model, home, filled)
  } else if (countingFields(home).length > 0) run.needsCommitPass = true
  const made = await createRecords(context, items, await run.operation()).catch((error: unknown) => {
    throw notUnique(error, model, `${pathOf(0)}.values`)
  })
  refuse(made.bad, pathOf)
  run.created.push(...made.ids)
  run.changedHomes.add(home.id)
  return made.ids
}

const emptyCreate: CreateSettings = {
  dataCollectionId: null,
  fields: [],
  allowCreatingNewRecord: false,
  newRecordLabel: '',
  newRecordLabelTranslations: {},
  capacity: null,
}
