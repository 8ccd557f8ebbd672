/** Changes values of one record, or of many records with individual values. */

import { AppError } from '@muster/contract/errors'
import {
  canShareStatement,
  type Executor,
  ident,
  inOneCommit,
  queryText,
  run,
  type Sql,
  type Statement,
  sql,
  type Transaction,
  transaction,
} from '../../platform/db.ts'
import { SharedStatements } from '../../platform/shared-statements.ts'
import { type CollectionAccess, mayChangeAll } from '../access/access.ts'
import { prepared } from '../access/prepared.ts'
import { scopeOf } from '../access/scope.ts'
import { sharedAmong } from '../access/shared-among.ts'
import type { PoolContext, TreeContext, WriteContext } from '../access/tree-context.ts'
import { isLinks } from '../model/columns.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { recordDetail } from '../query/detail.ts'
import { type ColumnChecks, checkChanges } from './check-values.ts'
import { holdsFiles, refersToRecords } from './columns.sql.ts'
import {
  type BadValue,
  chunkSize,
  notUnique,
  refuse,
  sharedWrites,
  unknownToBad,
  unlessRefused,
  type WriteDeps,
  writtenText,
} from './create.ts'
import { checkFiles } from './files-check.ts'
import { authorOf, byOf } from './mutate.sql.ts'
import { searchedFields } from './texts.sql.ts'
import {
  type ChangedRecord,
  canBeTyped,
  itemsSource,
  oneSource,
  typedItemsSource,
  type UpdateProblems,
  type UpdateStatement,
  updateSql,
} from './update.sql.ts'

export interface ChangeInput {
  id: number
  values: Readonly<Record<string, unknown>>
  /** The version the caller saw; without it the last writer wins. */
  version?: number | undefined
}

/** Attempts with a check of versions, and all attempts to update a record with concurrent writes. */
const maxVersionTries = 4
const maxTries = 50

/**
 * Changes one record and returns it.
 *
 * @param context of the record's root
 * @returns JSON text of the contract's writeResultSchema, or null if there is no such record that the caller
 * may see
 * @throws AppError validation_failed, access_denied, version_conflict `{current, yours, fields, version}`
 */
export async function updateRecord(
  deps: WriteDeps,
  context: PoolContext,
  input: ChangeInput,
): Promise<string | null> {
  const { model, access } = context
  const { items, fields, bad } = await prepareChanges(context, [input])
  if (bad.length > 0 && (await recordDetail(context, input.id)) === null) {
    // A caller who may not see the record gets no validation errors.
    return null
  }
  refuse(bad, () => '')
  if (fields.length === 0) return unchanged(context, input.id)
  const hasLinks = fields.some(isLinks)
  const item = items[0] as ChangedRecord
  const work = async (executor: Executor): Promise<UpdatedRecord> => {
    const inside = { ...context, executor }
    const done = await updateOne(inside, item, fields)
    if (done.problems.missing) return { operationId: null, text: null }
    refuseProblems(access, done.problems, item)
    const detail = done.detail ?? (await recordDetail(inside, input.id))
    const text = detail && writtenText('update_records', { operationId: done.operationId, detail })
    if (text) deps.keepAnswer?.(text)
    return { operationId: done.operationId, text }
  }
  const workLocked = () =>
    transaction(context.executor, async (client) => {
      await lockRecords(client, model, [input.id])
      return work(client)
    })
  const workUnlocked = () =>
    inOneCommit(context.executor, work).catch((error: unknown) => {
      if (error instanceof ContendedError) return workLocked()
      throw error
    })
  const alone = hasLinks ? workLocked : workUnlocked
  const mayShare = !hasLinks && !fields.some(holdsFiles) && canShareStatement(context.executor)
  const writing = mayShare ? updateShared(context, item, fields, alone) : alone()
  const { operationId, text } = await writing.catch((error: unknown) => {
    throw notUnique(error, model, 'values')
  })
  if (operationId !== null) deps.live.recordsChanged(model.teamId, access.home.id, [input.id])
  return text
}

/** Others changed the record during each attempt. */
class ContendedError extends AppError {
  constructor() {
    super('version_conflict')
  }
}

/** Both null without the record; without an operation where it had these values already. */
interface UpdatedRecord {
  operationId: number | null
  text: string | null
}

/** `later`: the statement changed the same record for somebody else; `never`: this one cannot be changed with others. */
const sharedUpdates = new SharedStatements<ChangedRecord, UpdatedRecord | 'later' | 'never'>(sharedWrites)

/**
 * Changes a record in one statement with those that callers with equal access change at the same time, each with an
 * operation of its own.
 *
 * @param alone for a record that cannot be changed like that, for any reason: it is locked, has a conflict, already has
 * these values, or nobody changes another one
 */
async function updateShared(
  context: PoolContext,
  item: ChangedRecord,
  fields: readonly FieldModel[],
  alone: () => Promise<UpdatedRecord>,
): Promise<UpdatedRecord> {
  const { access, caller } = context
  const hasVersions = item.ver !== undefined
  const shape = `update apart ${hasVersions} ${fields.map(({ columnName }) => columnName).join()}`
  const own = { ...item, ...authorOf(caller) }
  const work = async (all: readonly ChangedRecord[]) => {
    const items = firstOfEach(all)
    const parameters = { items: JSON.stringify(items), ...byOf(caller) }
    const statement = prepared(access, shape, parameters, (slots) =>
      updateSql(scopeOf(context), {
        source: itemsSource(slots.items, true),
        fields,
        by: slots,
        operation: { kind: 'update_records' },
        isStrict: false,
        hasVersions,
        hasExpectations: false,
        trustsReferences: false,
        withDetail: false,
        isApart: true,
      }),
    )
    const results = all.map((): UpdatedRecord | 'later' | 'never' => 'later')
    for (const { n } of items) results[n] = 'never'
    for (const [n, id, detail] of await unlessRefused(queryText(context.executor, statement))) {
      const operationId = Number(id)
      const text = writtenText('update_records', { operationId, detail: String(detail) })
      results[Number(n)] = { operationId, text }
    }
    return results
  }
  for (let tries = 1; tries <= maxTries; tries++) {
    const key = `${sharedAmong(context)} ${shape}`
    const result = await sharedUpdates.run(access, key, own, work, alone)
    if (result === 'never') break
    if (result !== 'later') return result
  }
  return alone()
}

/** The first change of each record, with its place among all: a statement changes a record once. */
function firstOfEach(all: readonly ChangedRecord[]): ChangedRecord[] {
  const seen = new Set<number>()
  return all.flatMap((one, n) => {
    if (seen.has(one.id)) return []
    seen.add(one.id)
    return [{ ...one, n }]
  })
}

/** @throws AppError access_denied, validation_failed, version_conflict */
function refuseProblems(
  access: CollectionAccess,
  { denied, unknown, conflicts }: UpdateProblems,
  yours: ChangedRecord,
): void {
  if (denied) throw new AppError('access_denied')
  refuse(
    unknownToBad(access, unknown ?? [], () => 0),
    () => '',
  )
  const [conflict] = conflicts ?? []
  if (conflict) throw versionConflict(conflict, yours)
}

/** The hot path: the statement is cached by its fields. */
function updateOne(
  context: TreeContext,
  item: ChangedRecord,
  fields: readonly FieldModel[],
): Promise<Updated> {
  const { access, executor } = context
  const hasVersions = item.ver !== undefined
  const withDetail = !fields.some(isLinks)
  const shape = `update ${hasVersions} ${withDetail} ${fields.map(({ columnName }) => columnName).join()}`
  const parameters = {
    id: item.id,
    v: JSON.stringify(item.v),
    ver: item.ver ?? null,
    ...byOf(context.caller),
  }
  return runUpdate(executor, hasVersions, (checksVersions) =>
    prepared(access, checksVersions === hasVersions ? shape : `${shape} unchecked`, parameters, (slots) =>
      updateSql(scopeOf(context), {
        source: oneSource(slots),
        fields,
        by: slots,
        operation: { kind: 'update_records' },
        isStrict: true,
        hasVersions: checksVersions,
        hasExpectations: false,
        trustsReferences: false,
        withDetail,
      }),
    ),
  )
}

async function unchanged(context: TreeContext, id: number): Promise<string | null> {
  const detail = await recordDetail(context, id)
  return detail && `{"record":${detail},"operation":null}`
}

function versionConflict(
  conflict: NonNullable<UpdateProblems['conflicts']>[number],
  yours: ChangedRecord,
): AppError {
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(conflict.fields.map((field) => [field, values[field] ?? null]))
  return new AppError('version_conflict', {
    params: {
      fields: conflict.fields,
      version: conflict.version,
      current: only(conflict.current),
      yours: only(yours.v),
    },
  })
}

/**
 * Validates changes without touching any record. Items are in the order of `inputs`, without invalid values.
 */
export async function prepareChanges(
  context: TreeContext,
  inputs: readonly ChangeInput[],
): Promise<{ items: ChangedRecord[]; fields: FieldModel[]; bad: BadValue[] }> {
  const bad: BadValue[] = []
  const checks: ColumnChecks = new Map()
  const items = inputs.map(({ id, values: input, version }, n): ChangedRecord => {
    const { values, errors } = checkChanges(context, input, checks)
    for (const error of errors) bad.push({ ...error, item: n })
    return { n, id, v: values, ...(version === undefined ? {} : { ver: version }) }
  })
  const values = items.map(({ v }) => v)
  const badFiles = await checkFiles(context, values)
  for (const file of badFiles) {
    delete items[file.item]?.v[file.column]
    bad.push(file)
  }
  return { items, fields: fieldsOf(context.access, items), bad }
}

export function fieldsOf(access: CollectionAccess, items: readonly { v: object }[]): FieldModel[] {
  const named = new Set<string>()
  for (const { v } of items) for (const name in v) named.add(name)
  return access.home.fields.filter(({ columnName }) => named.has(columnName))
}

/**
 * Changes many records in the caller's transaction. A chunk with an invalid item writes nothing; the caller
 * then rolls back, or removes the invalid items and calls again.
 *
 * @param options.defersSearch leaves the search documents to a job, which the caller schedules after the commit
 * @param options.isFirst the operation has no events of these records yet; else it violates `log_event_pkey`
 */
export async function updateRecords(
  context: WriteContext,
  items: readonly ChangedRecord[],
  operationId: number,
  { defersSearch = false, isFirst = false } = {},
): Promise<{ count: number; ids: number[]; bad: BadValue[] }> {
  const { executor, model, access } = context
  const result: { count: number; ids: number[]; bad: BadValue[] } = { count: 0, ids: [], bad: [] }
  const chunks = chunksOf(access, items)
  if (!readOnlyTheirRows(access, chunks)) {
    await lockRecords(
      executor,
      model,
      items.map(({ id }) => id),
    )
  }
  for (const { chunk, fields, isTyped } of chunks) {
    if (fields.length === 0) continue
    const done = await update(context, {
      source: isTyped ? typedItemsSource(chunk, fields) : itemsSource(JSON.stringify(chunk)),
      fields,
      ...(isTyped ? { typed: 'all' } : {}),
      defersSearch,
      isFirst,
      operation: { id: operationId },
      isStrict: true,
      hasVersions: chunk.some(({ ver }) => ver !== undefined),
    })
    result.count += done.count
    for (const id of done.ids) result.ids.push(id)
    for (const bad of problemsToBad(access, done.problems)) result.bad.push(bad)
  }
  return result
}

/** Changes that one statement writes. */
interface Chunk {
  chunk: readonly ChangedRecord[]
  fields: FieldModel[]
  /**
   * They are written as columns: the values need nothing but their columns, each item has them all, and no rules by record
   * are to be checked.
   */
  isTyped: boolean
}

function chunksOf(access: CollectionAccess, items: readonly ChangedRecord[]): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at < items.length; at += chunkSize) {
    const chunk = items.slice(at, at + chunkSize)
    const fields = fieldsOf(access, chunk)
    const isTyped =
      fields.every((field) => canBeTyped(field) && !refersToRecords(field) && !holdsFiles(field)) &&
      mayChangeAll(access, fields) &&
      chunk.every(({ v }) => Object.keys(v).length === fields.length)
    chunks.push({ chunk, fields, isTyped })
  }
  return chunks
}

/** Whether one statement changes them all and reads only the rows that it locks, as they are once it has waited for them. */
function readOnlyTheirRows(access: CollectionAccess, chunks: readonly Chunk[]): boolean {
  return (
    chunks.length <= 1 &&
    chunks.every(({ isTyped }) => isTyped) &&
    !searchedFields(access.home.fields).some(isLinks)
  )
}

function problemsToBad(access: CollectionAccess, problems: UpdateProblems): BadValue[] {
  return [
    ...(problems.missing ?? []).map((item): BadValue => ({ item, column: null, code: 'not_found' })),
    ...unknownToBad(access, problems.unknown ?? [], (n) => n),
    ...(problems.denied ?? []).flatMap(({ n, fields }) =>
      fields.map((column): BadValue => ({ item: n, column, code: 'access_denied' })),
    ),
    ...(problems.conflicts ?? []).flatMap(({ n, fields }) =>
      fields.map((column): BadValue => ({ item: n, column, code: 'version_conflict' })),
    ),
  ]
}

export interface Updated {
  operationId: number | null
  count: number
  /** Ids of changed records; incomplete for more than 300. */
  ids: number[]
  problems: UpdateProblems
  detail: string | null
}

type UpdateRequest = Pick<UpdateStatement, 'source' | 'fields' | 'operation' | 'isStrict'> &
  Partial<UpdateStatement>

/** Runs an update statement, with defaults for everything that is not requested. */
export async function update(context: TreeContext, request: UpdateRequest): Promise<Updated> {
  const statement: UpdateStatement = {
    by: byOf(context.caller),
    hasVersions: false,
    hasExpectations: false,
    trustsReferences: false,
    withDetail: false,
    ...request,
  }
  const scope = scopeOf(context)
  return runUpdate(
    context.executor,
    statement.hasVersions,
    (hasVersions) => updateSql(scope, { ...statement, hasVersions }),
    false,
  )
}

/** Runs the statement, and retries it when it is stale because of a concurrent change. */
async function runUpdate(
  executor: Executor,
  hasVersions: boolean,
  make: (hasVersions: boolean) => Statement,
  isHot = true,
): Promise<Updated> {
  for (let tries = 1; ; tries++) {
    // After some attempts, versions are ignored: a version may have no event to compare with.
    const [row] = await queryText(executor, make(hasVersions && tries <= maxVersionTries), isHot)
    const problems = JSON.parse(row?.[3] ?? '{}') as UpdateProblems
    if (problems.isStale && !problems.conflicts) {
      if (tries < maxTries) continue
      throw new ContendedError()
    }
    return {
      operationId: row?.[0] ? Number(row[0]) : null,
      count: Number(row?.[1] ?? 0),
      ids: JSON.parse(row?.[2] ?? '[]') as number[],
      problems,
      detail: row?.[4] ?? null,
    }
  }
}

/**
 * Locks records in the order of their ids, before a statement that reads more than their rows, so that it
 * sees all writes of transactions that it had to wait for.
 */
export async function lockRecords(
  client: Transaction,
  model: TeamModel,
  ids: readonly number[] | Sql,
): Promise<void> {
  const list = Array.isArray(ids) ? sql`select unnest(${ids}::bigint[])` : (ids as Sql)
  // Counts the rows, so that only one row is returned for a million locks.
  await run(
    client,
    sql`select count(*) from (
          select from ${ident(model.schema, 'data_record')} where id in (${list}) order by id for update) locked`,
  )
}
