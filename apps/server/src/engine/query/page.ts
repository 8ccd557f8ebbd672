/**
 * Reads a page of a collection in one statement: PostgreSQL finds the rows, checks access and builds the
 * JSON.
 */
import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import type { QueryBody, QuerySort } from '@muster/contract/records/records.schema'
import { z } from 'zod'
import { empty, ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { everyCondition } from '../indexes/operators.ts'
import { startRange } from '../storage/conditions.ts'
import { storageOf } from '../storage/index.ts'
import {
  all,
  always,
  filterToSql,
  membershipToSql,
  never,
  rowsToSql,
  tableOf,
  tables,
} from './filter-to-sql.ts'
import { searchToSql } from './search.ts'
import { linkedObject, recordColumns, referenceFields, selectedFields, valuesRow } from './select.ts'
import { afterPosition, type Order, orderOf, orderSql, type Position } from './sort.ts'

/** A compiled query, shared by its page, its count and its anchors. */
export interface Selection {
  scope: Scope
  where: Sql
  order: Order
  /** The root's table, joined with the catalogue if the condition or the order needs it. */
  source: Sql
  /** Whether it does not read records of other collections. */
  isAlone: boolean
}

type Query = Pick<QueryBody, 'filter' | 'search' | 'sort' | 'deleted'>

/** Compiles a query. @throws AppError filter_invalid */
export function selectionOf(scope: Scope, { filter, search, sort, deleted }: Query): Selection {
  const alias = ident(scope.alias)
  const order = orderOf(sort, scope)
  const where = all([
    deleted ? sql`${alias}.deleted_at is not null` : sql`${alias}.deleted_at is null`,
    membershipToSql(scope.access.collection, scope),
    rowsToSql(scope.access.visible, scope),
    filter ? filterToSql(filter, scope) : always,
    ...(filter ? startsInOrder(scope, filter, order) : []),
    search?.trim() ? searchToSql(search, scope, deleted) : always,
  ])
  return selectionFrom(scope, where, order)
}

/** For texts that must start with something and are the order: where the order has them. */
function startsInOrder(scope: Scope, filter: Filter, { keys: [key] }: Order): Sql[] {
  const field = scope.access.fields.get(key?.field ?? '')?.field
  if (!key || field?.type.storage !== 'text' || field.type.choices) return []
  const [plain] = storageOf(field).sortKeys(field, scope)
  if (plain?.sql !== key.expression.sql) return []
  return everyCondition(filter).flatMap(({ field: name, op, value }) => {
    const range = name === key.field && op === 'startsWith' ? startRange(plain, value) : null
    return range ? [range] : []
  })
}

/** A selection from a condition and an order, which may be compiled with other access than the scope's. */
export function selectionFrom(scope: Scope, where: Sql, order: Order): Selection {
  const alias = ident(scope.alias)
  const parts = [where, ...order.keys.map(({ expression }) => expression)]
  const mentions = (name: string): boolean => parts.some((part) => part.sql.includes(name))
  const source = mentions(`"${scope.recordAlias}".`) ? tables(scope) : sql`${tableOf(scope)} ${alias}`
  return { scope, where, order, source, isAlone: !mentions('"t1"') }
}

/** Offsets from a known position are smaller than this, so that they can be parameters of a plan. */
export const maxSkip = 2000

/**
 * The rows of a page in order, with each sort key as text: `(record_id, k0, k1, …)`, or with all columns of
 * the root's table if `columns` is 'all'.
 *
 * With one sort key, non-empty and empty values are separate subqueries. Empty values come last in both
 * directions, so a single index scan on (key, record_id) has the right order only when it starts at the
 * beginning, ascending. Limits are literals, because a generic plan would not know that few rows are needed.
 */
export function pageRows(
  { scope, where, order, source }: Selection,
  after: Position | null,
  limit: number,
  offset: unknown = 0,
  columns: 'ids' | 'all' = 'ids',
): Sql {
  const id = ident(scope.alias, 'record_id')
  const selected = columns === 'ids' ? id : sql`${ident(scope.alias)}.*`
  const key = order.keys[0]
  const isWhole = offset === 0
  const take = rawSql(`limit ${isWhole ? limit : limit + maxSkip}`)
  const part = (condition: Sql, by: Sql): Sql =>
    sql`(select ${selected}${keyColumns(order)} from ${source} where ${all([where, condition])} order by ${by} ${take})`
  const skip = isWhole ? rawSql('') : sql` limit ${rawSql(String(limit))} offset ${offset}`
  const isInOrder = after === null && key?.direction === 'asc'
  if (order.keys.length !== 1 || !key || isInOrder) {
    const condition = after ? afterPosition(order, after) : always
    return isWhole
      ? part(condition, orderSql(order))
      : sql`select * from ${part(condition, orderSql(order))} i${skip}`
  }
  const byKey = sql`${key.expression} ${rawSql(key.direction)}, ${id} ${rawSql(order.idDirection)}`
  const byId = sql`${id} ${rawSql(order.idDirection)}`
  const isAfter = rawSql(order.idDirection === 'asc' ? '>' : '<')
  const parts: Sql[] = []
  const value = after?.keys[0]
  if (!after || value !== null) {
    const position = after
      ? sql`(${key.expression}, ${id}) ${isAfter} (${value}, ${after.id}::bigint)`
      : sql`not ${key.isEmpty}`
    parts.push(part(position, byKey), part(key.isEmpty, byId))
  } else {
    parts.push(part(sql`${key.isEmpty} and ${id} ${isAfter} ${after.id}::bigint`, byId))
  }
  return sql`select * from (${join(parts, ' union all ')}) i${isWhole ? rawSql(` limit ${limit}`) : skip}`
}

function keyColumns(order: Order): Sql {
  const columns = order.keys.map(
    ({ expression }, index) => sql`, (${expression})::text as ${rawSql(`k${index}`)}`,
  )
  return columns.length > 0 ? join(columns, '') : rawSql('')
}

/**
 * The page as texts: a JSON array of records, the object of linked names, and, for a full page, the position
 * of its last row.
 */
export function pageSql(
  selection: Selection,
  query: {
    fields?: readonly string[] | undefined
    limit: number
    marks?: readonly Filter[] | undefined
  },
  after: Position | null,
  offset: unknown = 0,
): Sql {
  const { scope, order, where } = selection
  const fields = selectedFields(scope, query.fields)
  const { marks = [] } = query
  const mark = marks.length === 0 ? empty : sql`, ${markOf(scope, marks)} as mark`
  const references = referenceFields(fields)
  const t = ident(scope.alias)
  const r = ident(scope.recordAlias)
  const record = sql`${ident(scope.schema, 'data_record')} ${r} on ${r}.id = ${t}.record_id,
    ${valuesRow(scope, fields)}, lateral (select ${recordColumns(scope, mark)}) record`
  const limit = rawSql(String(query.limit))
  if (order.keys.length === 0 && references.length === 0 && after === null && offset === 0) {
    // The most frequent page: rows in the order of the primary key.
    // The rows come in order, and an aggregate over them takes them as they come.
    return sql`select coalesce(json_agg(record), '[]'), '{}',
        case when count(*) = ${limit} then json_build_array(max(record.id)) end
      from (select ${recordColumns(scope, mark)} from ${tableOf(scope)} ${t} join ${ident(scope.schema, 'data_record')} ${r}
        on ${r}.id = ${t}.record_id, ${valuesRow(scope, fields)} where ${where}
        order by ${order.id} limit ${limit}) record`
  }
  const columns = ['record_id', ...order.keys.map((_, index) => `k${index}`)]
  if (references.length === 0 && offset === 0) {
    // A subquery per row on the catalogue keeps the order, so that rows need no numbering and no sort.
    const last = columns.map((name) => sql`(array_agg(${t}.${rawSql(name)}))[${limit}]`)
    return sql`select coalesce(json_agg((select row_to_json(record) from (
          select ${recordColumns(scope, mark)} from ${ident(scope.schema, 'data_record')} ${r}, ${valuesRow(scope, fields)}
          where ${r}.id = ${t}.record_id) record)), '[]'), '{}',
        case when count(*) = ${limit} then json_build_array(${join(last)}) end
      from (${pageRows(selection, after, query.limit, 0, 'all')}) ${t}`
  }
  const last = join(columns.map((name) => sql`${t}.${rawSql(name)}`))
  const page = numberedRows(selection, after, query.limit, offset)
  const linked = references.length > 0 ? linkedObject(scope, references, rawSql('page')) : rawSql(`'{}'`)
  return sql`with page as ${rawSql(references.length > 0 ? 'materialized' : 'not materialized')} (${page})
    select coalesce(json_agg(row_to_json(record) order by ${t}.n), '[]'), ${linked},
      max(case when ${t}.n = ${limit} then json_build_array(${last})::text end)
    from page ${t} join ${record}`
}

/**
 * The index of the first filter that a record matches. A filter that is not valid for the caller, e.g. on a field that
 * they may not read, matches nothing: the rules of a view are the same for all its readers.
 */
export function markOf(scope: Scope, marks: readonly Filter[]): Sql {
  if (marks.length === 0) return sql`null::int`
  const cases = marks.map((filter, n) => sql`when ${matching(filter, scope)} then ${rawSql(String(n))}`)
  return sql`case ${join(cases, ' ')} end`
}

function matching(filter: Filter, scope: Scope): Sql {
  try {
    return filterToSql(filter, scope)
  } catch (error) {
    if (error instanceof AppError) return never
    throw error
  }
}

/** The page's rows of the root's table, numbered by `n` from 1, with their sort keys. */
function numberedRows(selection: Selection, after: Position | null, limit: number, offset: unknown): Sql {
  const { scope, order } = selection
  const t = ident(scope.alias)
  if (offset === 0) {
    return sql`select i.*, row_number() over () as n from (${pageRows(selection, after, limit, 0, 'all')}) i`
  }
  // Skipped rows are read from the index only; table rows are fetched only for the page.
  const columns = order.keys.map((_, index) => sql`, ids.k${rawSql(String(index))}`)
  const ids = sql`(select i.*, row_number() over () as n from (${pageRows(selection, after, limit, offset)}) i)`
  return sql`select ids.n${columns.length > 0 ? join(columns, '') : rawSql('')}, ${t}.*
    from ${ids} ids join ${tableOf(scope)} ${t} on ${t}.record_id = ids.record_id`
}

const cursorSchema = z.tuple([z.string(), z.tuple([z.number().int()]).rest(z.string().nullable())])

/** A cursor, opaque to the caller. It contains the order, so that it is rejected with another one. */
export function encodeCursor(sort: QuerySort, lastJson: string): string {
  return Buffer.from(`["${signature(sort)}",${lastJson}]`).toString('base64url')
}

/** @throws AppError cursor_invalid */
export function decodeCursor(sort: QuerySort, order: Order, cursor: string): Position {
  try {
    const [own, [id, ...keys]] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (own === signature(sort) && keys.length === order.keys.length) return { id, keys }
  } catch {}
  throw new AppError('cursor_invalid')
}

function signature(sort: QuerySort): string {
  return sort
    .map(({ field, direction, period = '' }) => `${direction === 'asc' ? '+' : '-'}${field}${period}`)
    .join()
}
