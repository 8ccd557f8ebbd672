/** Changes fields of records in a variable. */
import { AppError } from '@muster/contract/errors'
import { resolveName } from '@muster/contract/wizards/tasks/common'
import {
  updateDataFields as type,
  type UpdateSettings,
} from '@muster/contract/wizards/tasks/update_data_fields_for_data_records'
import { collectionOfVariable } from '@muster/contract/wizards/variables'
import {
  notUnique,
  prepareChanges,
  refuse,
  treeContext,
  updateRecords,
  type WriteContext,
} from '../../../engine/public.ts'
import type { ActiveRun } from '../runs/active-run.ts'
import { readRecords } from '../runs/records.ts'
import { readerOf } from '../runs/run-access.ts'
import { namesOf } from './create_data_record.ts'
import type { TaskHandler, Turn } from './definition.ts'
import {
  askedOf,
  type FormField,
  fieldValue,
  formFields,
  presentAsked,
  sourcesOf,
  valuesOf,
} from './forms.ts'
import { matchingIds } from './pick.ts'

/** Records that one form shows one after the other. */
const mostForms = 50

export const updateDataFields: TaskHandler<UpdateSettings> = {
  async perform(turn) {
    const { run, settings, frames, answer, variables } = turn
    const { recordsValue } = settings
    const variable =
      recordsValue === null ? undefined : resolveName(recordsValue, { env: run.env, variables })
    const collection = variable ? collectionOfVariable(variable) : null
    if (recordsValue === null || collection === null) return {}
    const named = [...new Set(frames.flatMap((item) => run.idsOf(recordsValue, item)))]
    const ids = await livingOf(run, collection, named)
    if (ids.length === 0) return { count: 0 }
    const fields = formFields(run, settings.fields)
    const asked = askedOf(fields)
    const isSeparate = ids.length <= mostForms
    if (asked.length > 0 && !answer) return { ask: await form(turn, collection, ids, asked, isSeparate) }
    const answers = answer?.kind === 'form' ? answer.items : []
    if (answer && answers.length !== (isSeparate ? ids.length : 1)) {
      throw new AppError('validation_failed', { errors: [{ path: 'items', code: 'invalid' }] })
    }
    const at = (n: number) => `items.${isSeparate ? n : 0}`
    const inputs = []
    for (const [n, id] of ids.entries()) {
      const scope = await sourcesOf(run, variables, settings.fields, frames[0] === null ? null : id)
      const given = answers[isSeparate ? n : 0]?.values ?? {}
      inputs.push({ id, values: valuesOf(scope, fields, given, `${at(n)}.values`) })
    }
    const caller = run.callerFor(type.needs(settings, run.env, variables))
    const { model, client: executor } = run
    const home = model.collections.get(collection)?.homeId ?? collection
    const context: WriteContext = treeContext({ model, caller, executor }, home)
    const { items, bad } = await prepareChanges(context, inputs)
    refuse(bad, at)
    const done = await updateRecords(context, items, await run.operation()).catch((error: unknown) => {
      throw notUnique(error, model, `${at(0)}.values`)
    })
    refuse(done.bad, at)
    run.changedHomes.add(home)
    return { count: done.count }
  },
}

/** Without those that were deleted since they came into the variable. */
async function livingOf(run: ActiveRun, collection: number, named: readonly number[]): Promise<number[]> {
  if (named.length === 0) return []
  const home = run.model.collections.get(collection)?.homeId ?? collection
  const wanted = { dataCollectionId: home, filter: null, sort: [], fieldIds: [], ids: named }
  const living = new Set(await matchingIds(run, wanted, named.length))
  return named.filter((id) => living.has(id))
}

async function form(
  { run, task, settings, variables, previous }: Turn<UpdateSettings>,
  collection: number,
  ids: readonly number[],
  asked: readonly FormField[],
  isSeparate: boolean,
) {
  const { language } = run
  const shown = isSeparate ? ids : ids.slice(0, 1)
  const fieldIds = asked.map(({ field }) => field.id)
  const columns = asked.map(({ field }) => field.columnName)
  const { items: records } = await readRecords(
    run,
    readerOf(run, collection, fieldIds),
    collection,
    shown,
    columns,
  )
  const before = previous?.kind === 'form' ? previous.items : []
  const items = []
  for (const [n, record] of records.entries()) {
    const scope = await sourcesOf(run, variables, settings.fields, record.id)
    const values = Object.fromEntries(
      asked.map((one): [string, unknown] => {
        const { columnName } = one.field
        const known = before[n]?.values[columnName]
        if (known !== undefined) return [columnName, known]
        const current = isSeparate ? record.values[columnName] : null
        return [columnName, current ?? fieldValue(scope, one)]
      }),
    )
    items.push({ label: isSeparate && records.length > 1 ? record.name : '', values })
  }
  return {
    kind: 'form' as const,
    stepTaskId: task.id,
    title: task.titleTranslations[language] || task.title,
    description: task.descriptionTranslations[language] || task.description,
    fields: asked.map((one) => presentAsked(run, one)),
    items,
    linked: await namesOf(run, collection, items),
    canAdd: false,
    addLabel: '',
    mostItems: items.length,
  }
}
