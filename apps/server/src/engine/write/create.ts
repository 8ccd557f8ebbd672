/** Creates records, with one statement for up to 5,000. */

import { AppError, type FieldError, type FieldErrorCode } from '@muster/contract/errors'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import {
  canShareStatement,
  type Executor,
  ident,
  inOneCommit,
  one,
  queryText,
  sql,
  transaction,
} from '../../platform/db.ts'
import { isDuplicate, isRefusal } from '../../platform/errors.ts'
import { SharedStatements } from '../../platform/shared-statements.ts'
import type { CollectionAccess } from '../access/access.ts'
import { prepared } from '../access/prepared.ts'
import { scopeOf } from '../access/scope.ts'
import { sharedAmong } from '../access/shared-among.ts'
import type { PoolContext, TreeContext, WriteContext } from '../access/tree-context.ts'
import type { Deps } from '../deps.ts'
import { fieldOfUniqueIndex } from '../indexes/unique.ts'
import { isLinks } from '../model/columns.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { recordDetail } from '../query/detail.ts'
import { all, always, rowsToSql, tables } from '../query/filter-to-sql.ts'
import { countingFields, fillNumbers, skipTaken } from './auto-number.ts'
import { checkNew } from './check-values.ts'
import { holdsFiles, isFilter, refersToRecords } from './columns.sql.ts'
import { type CreateShape, createSql, type NewRecord } from './create.sql.ts'
import { checkFiles } from './files-check.ts'
import { fillColors } from './item-colors.ts'
import { checkMayAssign, withAncestors } from './membership-rules.ts'
import { authorOf, byOf } from './mutate.sql.ts'
import { isNearQuota, requireRoom } from './record-quota.ts'

export interface WriteDeps extends Pick<Deps, 'live'> {
  /** Gets the body of the answer before the change is committed, see `platform/kept-answer.ts`. */
  keepAnswer?(text: string): void
}

export interface NewRecordInput {
  values: Readonly<Record<string, unknown>>
  /** Plain collections to belong to, in addition to the one it is created in. */
  dataCollectionIds?: readonly number[]
}

/** Records per statement: enough to spread its overhead, few enough to keep its JSON small. */
export const chunkSize = 5_000

/** An invalid value: its item and column (null for the whole record). */
export interface BadValue {
  item: number
  column: string | null
  code: FieldErrorCode | 'access_denied' | 'version_conflict' | 'not_found'
  params?: Record<string, string | number>
}

/** Path of an item in the request. */
export type PathOf = (item: number) => string

/**
 * Creates one record and returns it.
 *
 * @param context of the collection to create it in; if that is a plain child, the record becomes a member
 * @returns JSON text of the contract's writeResultSchema
 * @throws AppError validation_failed (paths `values.<column>`), access_denied, record_quota
 */
export async function createRecord(
  deps: WriteDeps,
  context: PoolContext,
  input: NewRecordInput,
): Promise<string> {
  const { model, access, executor: pool } = context
  const { items, bad } = await prepareNew(context, [input], () => '')
  refuse(bad, () => '')
  const [item] = items as [NewRecord]
  const isNear = await isNearQuota(context)
  await fillNumbers(pool, model, access.home, [item.v])
  await fillColors(pool, model, access.home, [item.v])
  const hasRules = needsRowCheck(access, items)
  const isPlain =
    !hasRules && !item.m?.length && !access.home.fields.some((f) => isLinks(f) && item.v[f.columnName])
  const mayShare = isPlain && !isNear && canShareStatement(pool)
  const work = async (executor: Executor): Promise<CreatedRecord> => {
    const inside = { ...context, executor }
    if (isNear) await requireRoom(inside as WriteContext, 1)
    const { ids, bad, detail, operationId } = await insert(inside, items, { kind: 'create_records' }, isPlain)
    if (hasRules) await checkAllowed(inside, items, ids)
    refuse(blameDefaults(bad, [input]), () => '')
    const [id] = ids as [number]
    const record = detail ?? (await recordDetail(inside, id))
    const text = record && writtenText('create_records', { operationId, detail: record })
    if (text) deps.keepAnswer?.(text)
    return { id, text }
  }
  const alone = () => (hasRules || isNear ? transaction(pool, work) : inOneCommit(pool, work))
  const { id, text } = await retryNumbers(context, items, [input], () =>
    mayShare ? insertShared(context, item, alone) : alone(),
  ).catch((error: unknown) => {
    throw notUnique(error, model, 'values')
  })
  deps.live.recordsChanged(model.teamId, access.home.id, [id])
  if (text === null) throw new AppError('not_found')
  return text
}

/**
 * While a statement that writes is running, the next one gathers. It may wait for somebody who is writing the same unique
 * value.
 */
export const sharedWrites = { secondAfterMs: 200 }

/** Without a text where the caller may not see the record. */
interface CreatedRecord {
  id: number
  text: string | null
}

const sharedInserts = new SharedStatements<NewRecord, CreatedRecord | null>(sharedWrites)

/**
 * Creates a record in one statement with those that are created at the same time by callers with equal access, each with
 * an operation of its own.
 *
 * @param alone for a record that cannot be created like that, for any reason, or while nobody creates another one
 */
async function insertShared(
  context: PoolContext,
  item: NewRecord,
  alone: () => Promise<CreatedRecord>,
): Promise<CreatedRecord> {
  const { access, caller } = context
  const given = [...givenSpecials(access, [item])]
  const key = `${sharedAmong(context)} ${given.join()}`
  const work = async (items: readonly NewRecord[]) => {
    const shape: CreateShape = {
      given: new Set(given),
      isOne: false,
      hasMembers: false,
      hasOperation: false,
      withDetail: true,
      isApart: true,
    }
    const parameters = {
      items: JSON.stringify(items),
      count: 1,
      ...byOf(caller),
      operation: 'create_records',
    }
    const statement = prepared(access, `create apart ${given.join()}`, parameters, (slots) =>
      createSql(scopeOf(context), shape, slots),
    )
    const created = new Map<number, CreatedRecord>()
    for (const [n, operationId, id, detail] of await unlessRefused(queryText(context.executor, statement))) {
      const text = writtenText('create_records', { operationId: Number(operationId), detail: String(detail) })
      created.set(Number(n) - 1, { id: Number(id), text })
    }
    return items.map((_item, n) => created.get(n) ?? null)
  }
  const own = { ...item, ...authorOf(caller) }
  return (await sharedInserts.run(access, key, own, work, alone)) ?? alone()
}

/** Without rows where PostgreSQL refuses the data, so that nothing was written. */
export async function unlessRefused<Row>(found: Promise<Row[]>): Promise<Row[]> {
  try {
    return await found
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}

/** The contract's writeResultSchema as JSON text, of one record. */
export const writtenText = (
  kind: OperationRef['kind'],
  { operationId, detail }: { operationId: number | null; detail: string },
): string => `{"record":${detail},"operation":${refText(operationId, kind, 1)}}`

export function refText(id: number | null, kind: OperationRef['kind'], recordCount: number): string {
  return id === null ? 'null' : JSON.stringify({ id, kind, recordCount } satisfies OperationRef)
}

/**
 * Creates many records in the caller's transaction, as part of an operation.
 *
 * @returns ids in the order of `items`
 * @throws AppError record_quota
 */
export async function createRecords(
  context: WriteContext,
  items: readonly NewRecord[],
  operationId: number,
): Promise<{ ids: number[]; bad: BadValue[] }> {
  await requireRoom(context, items.length)
  await fillColors(
    context.executor,
    context.model,
    context.access.home,
    items.map(({ v }) => v),
  )
  const ids: number[] = []
  const bad: BadValue[] = []
  for (let at = 0; at < items.length; at += chunkSize) {
    const chunk = items.slice(at, at + chunkSize)
    const done = await insert(context, chunk, { id: operationId }, false)
    for (const value of done.bad) bad.push({ ...value, item: value.item + at })
    for (const id of done.ids) ids.push(id)
  }
  if (bad.length === 0 && needsRowCheck(context.access, items)) await checkAllowed(context, items, ids)
  return { ids, bad }
}

/**
 * Validates items without touching any record: values, files, collections. Invalid values are left out of
 * them.
 */
export async function prepareNew(
  context: TreeContext,
  inputs: readonly NewRecordInput[],
  pathOf: PathOf,
): Promise<{ items: NewRecord[]; bad: BadValue[] }> {
  const { model, caller, access } = context
  if (access.updatable === 'none') throw new AppError('access_denied')
  const bad: BadValue[] = []
  const { collection, home } = access
  const own = collection.parentId !== null && !collection.isSmartCollection ? [collection.id] : []
  const items = inputs.map((input, item): NewRecord => {
    const { values, errors } = checkNew(context, input.values)
    for (const error of errors) bad.push({ ...error, item })
    const named = input.dataCollectionIds ?? []
    const prefix = pathOf(item)
    const m = withAncestors(model, home, [...named, ...own], (index) =>
      join(prefix, `dataCollectionIds.${index}`),
    )
    if (named.length > 0) checkMayAssign(access, caller, m)
    return m.length > 0 ? { v: values, m } : { v: values }
  })
  const values = items.map(({ v }) => v)
  for (const file of await checkFiles(context, values)) bad.push(file)
  return { items, bad }
}

interface Inserted {
  operationId: number
  ids: number[]
  detail: string | null
  bad: BadValue[]
}

async function insert(
  context: TreeContext,
  items: readonly NewRecord[],
  operation: { id: number } | { kind: OperationRef['kind'] },
  withDetail: boolean,
): Promise<Inserted> {
  const { access } = context
  const one = items.length === 1
  const shape: CreateShape = {
    given: givenSpecials(access, items),
    isOne: one,
    hasMembers: items.some(({ m }) => m !== undefined),
    hasOperation: 'id' in operation,
    withDetail,
  }
  const parameters = {
    items: JSON.stringify(one ? items[0] : items),
    count: items.length,
    ...byOf(context.caller),
    operation: 'id' in operation ? operation.id : operation.kind,
  }
  const key = `create ${JSON.stringify({ ...shape, given: [...shape.given] })}`
  const statement = prepared(access, key, parameters, (slots) => createSql(scopeOf(context), shape, slots))
  const [row] = await queryText(context.executor, statement, one)
  const unknown = JSON.parse(row?.[1] ?? '[]') as [number, string, string][]
  return {
    operationId: Number(row?.[0] ?? 0),
    bad: unknownToBad(access, unknown, (n) => n - 1),
    ids: JSON.parse(row?.[2] ?? '[]') as number[],
    detail: row?.[3] ?? null,
  }
}

/** Columns with values that need more than their columns written: links, references and files. */
function givenSpecials(access: CollectionAccess, items: readonly NewRecord[]): Set<string> {
  const columns = access.home.fields.filter(isSpecial).map(({ columnName }) => columnName)
  return new Set(columns.filter((column) => items.some(({ v }) => (v[column] ?? null) !== null)))
}

function isSpecial(field: FieldModel): boolean {
  return isLinks(field) || refersToRecords(field) || holdsFiles(field)
}

export function unknownToBad(
  access: CollectionAccess,
  unknown: readonly [number, string, string][],
  itemOf: (n: number) => number,
): BadValue[] {
  return unknown.map(([n, column]) => {
    const field = access.home.fieldsByColumn.get(column)
    const reference = field?.type.refersTo?.(field.settings)
    return { item: itemOf(n), column, code: reference?.unknown ?? 'unknown_record' }
  })
}

/** An invalid value that was not in the request is a default that refers to something deleted. */
function blameDefaults(bad: readonly BadValue[], inputs: readonly NewRecordInput[]): BadValue[] {
  return bad.map((one) => {
    const given = one.column === null || Object.hasOwn(inputs[one.item]?.values ?? {}, one.column)
    return given ? one : { ...one, code: 'default_gone' }
  })
}

/** Whether permission to create the records depends on their values. */
function needsRowCheck(access: CollectionAccess, items: readonly NewRecord[]): boolean {
  if (isFilter(access.updatable)) return true
  const given = new Set(items.flatMap(({ v }) => Object.keys(v)))
  return [...access.fields.values()].some(
    ({ field, update }) => isFilter(update) && given.has(field.columnName),
  )
}

/**
 * Checks that the caller may change every value that they gave the new records.
 *
 * @throws AppError access_denied
 */
async function checkAllowed(
  context: TreeContext,
  items: readonly NewRecord[],
  ids: readonly number[],
): Promise<void> {
  const { access, executor } = context
  const scope = scopeOf(context)
  const given = new Set(items.flatMap(({ v }) => Object.keys(v).filter((column) => v[column] !== null)))
  const rules = [access.updatable]
  for (const { field, update } of access.fields.values()) {
    // Defaults come from the team, not from the caller.
    if (given.has(field.columnName) && update !== 'none') rules.push(update)
  }
  const may = all(rules.map((rows) => rowsToSql(rows, scope)))
  if (may === always || ids.length === 0) return
  const denied = await one(
    executor,
    sql`select from ${tables(scope)} where ${ident('r', 'id')} = any(${ids}::bigint[]) and not ${may} limit 1`,
  )
  if (denied) throw new AppError('access_denied')
}

/** Runs the work, and again with new numbers if an automatic number was already taken by a manual entry. */
async function retryNumbers<Result>(
  { model, access, executor: pool }: PoolContext,
  items: readonly NewRecord[],
  inputs: readonly NewRecordInput[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const field = isDuplicate(error)
      ? fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
      : undefined
    const isCounted = field !== undefined && countingFields(access.home).includes(field)
    if (!isCounted || inputs.some(({ values }) => values[field.columnName])) throw error
    await skipTaken(pool, model, access.home, field)
    for (const { v } of items) delete v[field.columnName]
    await fillNumbers(
      pool,
      model,
      access.home,
      items.map(({ v }) => v),
    )
    return work()
  }
}

/** Converts a unique violation to a validation error of its field; returns other errors unchanged. */
export function notUnique(error: unknown, model: TeamModel, path: string): unknown {
  if (!isDuplicate(error)) return error
  const field = fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
  if (!field) return error
  return new AppError('validation_failed', {
    errors: [{ path: join(path, field.columnName), code: 'not_unique' }],
    cause: error,
  })
}

/**
 * @throws AppError validation_failed, access_denied, version_conflict or not_found if there are invalid
 * values
 */
export function refuse(bad: readonly BadValue[], pathOf: PathOf): void {
  const [first] = bad
  if (!first) return
  const own = bad.find(
    ({ code }) => code === 'not_found' || code === 'access_denied' || code === 'version_conflict',
  )
  if (own) throw new AppError(own.code as 'access_denied', { params: { path: join(pathOf(own.item)) } })
  throw new AppError('validation_failed', {
    errors: bad.map(({ item, column, code, params }): FieldError => {
      const path = column === null ? pathOf(item) : join(pathOf(item), 'values', column)
      return { path, code: code as FieldErrorCode, ...(params ? { params } : {}) }
    }),
  })
}

export function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.')
}
