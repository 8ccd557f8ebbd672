/** Changing values of records: one, or many each in its own way. */

import { AppError } from '@muster/contract/errors'
import {
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
import type { CollectionAccess } from '../access/access.ts'
import { prepared } from '../access/prepared.ts'
import { scopeOf } from '../access/scope.ts'
import type { PoolContext, TreeContext, WriteContext } from '../access/tree-context.ts'
import { isLinks } from '../model/columns.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { recordDetail } from '../query/detail.ts'
import { checkChanges } from './check-values.ts'
import {
  type BadValue,
  chunkSize,
  notUnique,
  refText,
  refuse,
  unknownToBad,
  type WriteDeps,
} from './create.ts'
import { checkFiles } from './files-check.ts'
import { byOf } from './mutate.sql.ts'
import {
  type ChangedRecord,
  itemsSource,
  oneSource,
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

/** Tries to see the event of a newer version, and to be the next writer of a record that many write to. */
const maxVersionTries = 4
const maxTries = 50

/**
 * Changes one record and answers with it as it is now.
 *
 * @param context of the root the record lives in
 * @returns JSON text of the contract's writeResultSchema, or null when there is no such record for the caller
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
    // A caller who may not see the record learns nothing about their values for it.
    return null
  }
  refuse(bad, () => '')
  if (fields.length === 0) return unchanged(context, input.id)
  const hasLinks = fields.some(isLinks)
  const work = async (executor: Executor) => {
    const inside = { ...context, executor }
    const done = await updateOne(inside, items[0] as ChangedRecord, fields)
    if (done.problems.missing) return { done, text: null }
    refuseProblems(access, done.problems, items[0] as ChangedRecord)
    const detail = done.detail ?? (await recordDetail(inside, input.id))
    const text =
      detail && `{"record":${detail},"operation":${refText(done.operationId, 'update_records', 1)}}`
    if (text) deps.keepAnswer?.(text)
    return { done, text }
  }
  const { done, text } = await (hasLinks
    ? transaction(context.executor, async (client) => {
        await lockRecords(client, model, [input.id])
        return work(client)
      })
    : inOneCommit(context.executor, work)
  ).catch((error: unknown) => {
    throw notUnique(error, model, 'values')
  })
  if (done.operationId !== null) deps.live.recordsChanged(model.teamId, access.home.id, [input.id])
  return text
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

/** The hot path: everything about the statement but its parameters is known from the fields. */
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

/** Checks changes without touching any record. Items are in the order given; bad values are left out of them. */
export async function prepareChanges(
  context: TreeContext,
  inputs: readonly ChangeInput[],
): Promise<{ items: ChangedRecord[]; fields: FieldModel[]; bad: BadValue[] }> {
  const bad: BadValue[] = []
  const items = inputs.map(({ id, values: input, version }, n): ChangedRecord => {
    const { values, errors } = checkChanges(context, input)
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
  const named = new Set(items.flatMap(({ v }) => Object.keys(v)))
  return access.home.fields.filter(({ columnName }) => named.has(columnName))
}

/**
 * Changes many records in a transaction of the caller's. Nothing is written by a chunk that has a bad item;
 * the caller rolls back, or takes the bad ones out and calls again.
 */
export async function updateRecords(
  context: WriteContext,
  items: readonly ChangedRecord[],
  operationId: number,
): Promise<{ count: number; ids: number[]; bad: BadValue[] }> {
  const { executor, model, access } = context
  const result: { count: number; ids: number[]; bad: BadValue[] } = { count: 0, ids: [], bad: [] }
  await lockRecords(
    executor,
    model,
    items.map(({ id }) => id),
  )
  for (let at = 0; at < items.length; at += chunkSize) {
    const chunk = items.slice(at, at + chunkSize)
    const fields = fieldsOf(access, chunk)
    if (fields.length === 0) continue
    const done = await update(context, {
      source: itemsSource(chunk),
      fields,
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
  /** Of changed records; more than 300 are not all named. */
  ids: number[]
  problems: UpdateProblems
  detail: string | null
}

type Asked = Pick<UpdateStatement, 'source' | 'fields' | 'operation' | 'isStrict'> & Partial<UpdateStatement>

/** One of the statements of update.sql.ts. */
export async function update(context: TreeContext, asked: Asked): Promise<Updated> {
  const statement: UpdateStatement = {
    by: byOf(context.caller),
    hasVersions: false,
    hasExpectations: false,
    trustsReferences: false,
    withDetail: false,
    ...asked,
  }
  const scope = scopeOf(context)
  return runUpdate(
    context.executor,
    statement.hasVersions,
    (hasVersions) => updateSql(scope, { ...statement, hasVersions }),
    false,
  )
}

/** Runs the statement, and again when a change that it waited for has to be seen first. */
async function runUpdate(
  executor: Executor,
  hasVersions: boolean,
  make: (hasVersions: boolean) => Statement,
  isHot = true,
): Promise<Updated> {
  for (let tries = 1; ; tries++) {
    // A version without an event cannot be compared with.
    const [row] = await queryText(executor, make(hasVersions && tries <= maxVersionTries), isHot)
    const problems = JSON.parse(row?.[3] ?? '{}') as UpdateProblems
    if (problems.isStale && !problems.conflicts) {
      if (tries < maxTries) continue
      throw new AppError('version_conflict')
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
 * Takes the records' locks in the order of their ids, before a statement that reads more than the rows themselves:
 * it then sees what those it waited for have written.
 */
export async function lockRecords(
  client: Transaction,
  model: TeamModel,
  ids: readonly number[] | Sql,
): Promise<void> {
  const list = Array.isArray(ids) ? sql`select unnest(${ids}::bigint[])` : (ids as Sql)
  // Counted, so that a million locks are one row to send.
  await run(
    client,
    sql`select count(*) from (
          select from ${ident(model.schema, 'data_record')} where id in (${list}) order by id for update) locked`,
  )
}
