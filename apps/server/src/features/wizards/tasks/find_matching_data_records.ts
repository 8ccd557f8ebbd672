/** Finds records; a person may pick one, or create one. */
import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { checkFilter } from '@muster/contract/filters/check'
import { resolveFilter } from '@muster/contract/filters/variables'
import type { Answer, Ask } from '@muster/contract/wizards/runs.schema'
import {
  type FindSettings,
  mayCreate,
  mostFound,
} from '@muster/contract/wizards/tasks/find_matching_data_records'
import { variablesIn } from '@muster/contract/wizards/variables'
import { scopeFor } from '../runs/values.ts'
import { createIn } from './create_data_record.ts'
import type { Performed, TaskHandler, Turn } from './definition.ts'
import { askedOf, firstValue, formFields, presentAsked, sourcesOf, valuesOf } from './forms.ts'
import { matching, matchingIds, presentItems, presentShown, shownFields, type Wanted } from './pick.ts'

type Picked = Extract<Answer, { kind: 'pick' }>

export const findMatching: TaskHandler<FindSettings> = {
  async perform(turn) {
    const { run, settings, frames } = turn
    if (settings.dataCollectionId === null) return {}
    const picked = turn.answer?.kind === 'pick' ? turn.answer : undefined
    const asks = settings.askUserToSelectSingleRecord && !settings.autoSelectFirstMatchingRecord
    if (!asks && !(settings.canOverrideFilterTemplate && run.teamUser)) return findAll(turn, picked)
    const wanted = await wantedOf(turn, settings.dataCollectionId, frames[0] ?? null, picked)
    if (picked && !picked.onlySearches) return choose(turn, picked, wanted, asks)
    const found = await matching(run, wanted)
    if (
      found.total === 0 &&
      settings.createRecordWhenNotMatching &&
      !settings.canOverrideFilterTemplate &&
      !wanted.search
    ) {
      return createNew(turn, picked)
    }
    return { ask: await question(turn, wanted, found, asks) }
  },
}

/** Without a question about the records: all that match, or the first. */
async function findAll(turn: Turn<FindSettings>, picked: Picked | undefined): Promise<Performed> {
  const { run, settings, frames } = turn
  const limit = settings.autoSelectFirstMatchingRecord ? 1 : mostFound
  const found = new Set<number>()
  for (const frame of frames) {
    const wanted = await wantedOf(turn, settings.dataCollectionId as number, frame, undefined)
    for (const id of await matchingIds(run, wanted, limit)) found.add(id)
  }
  if (found.size > 0 || !settings.createRecordWhenNotMatching)
    return { gives: [...found].slice(0, mostFound) }
  return createNew(turn, picked)
}

async function createNew(turn: Turn<FindSettings>, picked: Picked | undefined): Promise<Performed> {
  const { run, settings, variables } = turn
  const fields = formFields(run, settings.fields)
  if (askedOf(fields).length > 0 && !picked?.newValues) {
    const wanted = await wantedOf(
      turn,
      settings.dataCollectionId as number,
      turn.frames[0] ?? null,
      undefined,
    )
    return { ask: await question(turn, wanted, { items: [], linked: {}, total: 0 }, false) }
  }
  const scope = await sourcesOf(run, variables, settings.fields, turn.frames[0] ?? null)
  const values = valuesOf(scope, fields, picked?.newValues ?? {}, 'newValues')
  try {
    const ids = await createIn(run, settings.dataCollectionId as number, [values], turn, () => '')
    return { gives: ids, count: ids.length }
  } catch (error) {
    throw atNewValues(error)
  }
}

/** Problems of the new record belong to its own form. */
function atNewValues(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'validation_failed') return error
  const errors = error.errors.map((one) => ({ ...one, path: one.path.replace(/^\.?values/, 'newValues') }))
  return new AppError('validation_failed', { errors, cause: error })
}

async function choose(
  turn: Turn<FindSettings>,
  picked: Picked,
  wanted: Wanted,
  isSingle: boolean,
): Promise<Performed> {
  const { run, settings } = turn
  if (picked.newValues !== null) {
    if (!mayCreate(settings))
      throw new AppError('validation_failed', { errors: [{ path: 'newValues', code: 'invalid' }] })
    return createNew(turn, picked)
  }
  if (!isSingle) return { gives: await matchingIds(run, { ...wanted, search: picked.search }, mostFound) }
  const ids = picked.recordIds.map((id) => run.fromWire(id))
  if (ids.length !== 1)
    throw new AppError('validation_failed', { errors: [{ path: 'recordIds', code: 'required' }] })
  const known = await matchingIds(run, { ...wanted, search: '', ids }, 1)
  if (known.length === 0)
    throw new AppError('validation_failed', { errors: [{ path: 'recordIds', code: 'unknown_record' }] })
  return { gives: known }
}

async function wantedOf(
  { run, settings, variables }: Turn<FindSettings>,
  dataCollectionId: number,
  item: number | null,
  picked: Picked | undefined,
): Promise<Wanted> {
  const isOwn = picked?.filter !== undefined && settings.canOverrideFilterTemplate && run.teamUser !== null
  const template = isOwn ? checkedOwn(run, dataCollectionId, picked.filter ?? null) : settings.filterTemplate
  const scope = await scopeFor(run, variables, variablesIn(template), { item })
  return {
    dataCollectionId,
    filter: template && resolveFilter(template, scope.values),
    isOwnFilter: isOwn,
    sort: settings.sort,
    search: picked?.search ?? '',
    fieldIds: settings.matchingRecordsSelectionDisplayFields,
  }
}

function checkedOwn(
  { env }: Turn<FindSettings>['run'],
  dataCollectionId: number,
  filter: Filter | null,
): Filter | null {
  if (filter === null) return null
  const checked = checkFilter(filter, env.fieldsOf(dataCollectionId) ?? [], {
    fieldsOf: (id) => env.fieldsOf(id),
    variables: 'any',
  })
  if (checked.ok) return checked.filter
  throw new AppError('validation_failed', { errors: [{ path: 'filter', code: 'invalid' }] })
}

async function question(
  turn: Turn<FindSettings>,
  wanted: Wanted,
  found: Awaited<ReturnType<typeof matching>>,
  isSingle: boolean,
): Promise<Ask> {
  const { run, task, settings, variables, previous } = turn
  const { language } = run
  const before = previous?.kind === 'pick' ? previous : undefined
  const fields = askedOf(formFields(run, settings.fields))
  const scope = await sourcesOf(run, variables, settings.fields, turn.frames[0] ?? null)
  const newValues = fields.map((one): [string, unknown] => {
    const { columnName } = one.field
    return [columnName, before?.newValues?.[columnName] ?? firstValue(run, scope, one)]
  })
  const canCreate =
    settings.allowCreatingNewRecord || (settings.createRecordWhenNotMatching && found.total === 0)
  return {
    kind: 'pick',
    stepTaskId: task.id,
    title: task.titleTranslations[language] || task.title,
    description: task.descriptionTranslations[language] || task.description,
    fields: shownFields(run, wanted.fieldIds).map((field) => presentShown(run, field)),
    items: presentItems(run, found),
    linked: found.linked,
    total: found.total,
    selection: isSingle ? 'one' : 'none',
    isRequired: isSingle,
    chosen: before?.recordIds ?? [],
    canCreate,
    newLabel: settings.newRecordLabelTranslations[language] || settings.newRecordLabel,
    newFields: canCreate ? fields.map((one) => presentAsked(run, one)) : [],
    newValues: canCreate ? Object.fromEntries(newValues) : {},
    filter: settings.canOverrideFilterTemplate && run.teamUser ? wanted.filter : null,
    canFilter: settings.canOverrideFilterTemplate && run.teamUser !== null,
    dataCollectionId: run.teamUser ? wanted.dataCollectionId : null,
    search: wanted.search ?? '',
  }
}
