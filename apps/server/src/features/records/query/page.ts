/** One page of a collection in one statement: PostgreSQL finds the rows, checks the rights and writes the JSON. */
import { AppError } from '@muster/contract/errors'
import type { QueryBody } from '@muster/contract/records/records.schema'
import { z } from 'zod'
import { fixed, ident, join, type Sql, sql } from '../../../platform/db.ts'
import { all, always, filterToSql, membershipToSql, rowsToSql, tableOf, tables } from './filter-to-sql.ts'
import type { Scope } from './scope.ts'
import { searchToSql } from './search.ts'
import { linkedObject, recordColumns, referenceFields, selectedFields, valuesRow } from './select.ts'
import { behind, type Order, orderOf, orderSql, type Position } from './sort.ts'

/** What a query is about, compiled once for its page, its count and its anchors. */
export interface Selection {
  scope: Scope
  where: Sql
  order: Order
  /** Typed table alone, or joined with the catalogue where the condition or the order needs it. */
  source: Sql
  /** Whether it looks at no other collection's records. */
  isAlone: boolean
}

type Asked = Pick<QueryBody, 'filter' | 'search' | 'sort' | 'deleted'>

/** @throws AppError filter_invalid */
export function selectionOf(scope: Scope, asked: Asked): Selection {
  const { filter, search, sort, deleted } = asked
  const alias = ident(scope.alias)
  const where = all([
    deleted ? sql`${alias}.deleted_at is not null` : sql`${alias}.deleted_at is null`,
    membershipToSql(scope.access.collection, scope),
    rowsToSql(scope.access.visible, scope),
    filter ? filterToSql(filter, scope) : always,
    search?.trim() ? searchToSql(search, scope) : always,
  ])
  const order = orderOf(sort, scope)
  const parts = [where, ...order.keys.map(({ expression }) => expression)]
  const mentions = (name: string): boolean => parts.some((part) => part.sql.includes(name))
  const source = mentions(`"${scope.recordAlias}".`) ? tables(scope) : sql`${tableOf(scope)} ${alias}`
  return { scope, where, order, source, isAlone: !mentions('"t1"') }
}

/**
 * The ids of a page in order, with each sort key as text: `(record_id, k0, k1, …, n)`.
 *
 * With one sort key the filled and the empty values are walked one after the other, so that an index on
 * (key, record_id) serves both directions although empty values stand last in both.
 */
export function pageIds(
  { scope, where, order, source }: Selection,
  after: Position | null,
  limit: number,
  offset = 0,
): Sql {
  const id = ident(scope.alias, 'record_id')
  const key = order.keys[0]
  const take = sql`limit ${limit + offset}`
  const part = (condition: Sql, by: Sql): Sql =>
    sql`(select ${id}${keyColumns(order)} from ${source} where ${all([where, condition])} order by ${by} ${take})`
  if (order.keys.length !== 1 || !key) {
    const condition = after ? behind(order, after) : always
    return sql`select * from ${part(condition, orderSql(order))} i offset ${offset}`
  }
  const byKey = sql`${key.expression} ${fixed(key.direction)}, ${id} ${fixed(order.idDirection)}`
  const byId = sql`${id} ${fixed(order.idDirection)}`
  const isBefore = fixed(order.idDirection === 'asc' ? '>' : '<')
  const parts: Sql[] = []
  const value = after?.keys[0]
  if (!after || typeof value === 'string') {
    const position = after
      ? sql`(${key.expression}, ${id}) ${isBefore} (${value}, ${after.id}::bigint)`
      : sql`${key.expression} is not null`
    parts.push(part(position, byKey), part(sql`${key.expression} is null`, byId))
  } else {
    parts.push(part(sql`${key.expression} is null and ${id} ${isBefore} ${after.id}::bigint`, byId))
  }
  return sql`select * from (${join(parts, ' union all ')}) i limit ${limit} offset ${offset}`
}

function keyColumns(order: Order): Sql {
  const columns = order.keys.map(
    ({ expression }, index) => sql`, (${expression})::text as ${fixed(`k${index}`)}`,
  )
  return columns.length > 0 ? join(columns, '') : fixed('')
}

/**
 * The page as two texts: a JSON array of records and the object of linked names; and the position of the last
 * row, for the next cursor. One row more than asked for is looked at, to know whether there is a next page.
 */
export function pageSql(
  selection: Selection,
  asked: { fields?: readonly string[] | undefined; limit: number },
  after: Position | null,
  offset = 0,
): Sql {
  const { scope, order } = selection
  const fields = selectedFields(scope, asked.fields)
  const references = referenceFields(fields)
  const keys = order.keys.map((_, index) => fixed(`k${index}`))
  const r = ident(scope.recordAlias)
  const t = ident(scope.alias)
  // The order is that of `n`, because a join need not keep it.
  return sql`with ids as materialized (
      select i.*, row_number() over () as n from (${pageIds(selection, after, asked.limit + 1, offset)}) i),
    page as materialized (select ids.n, ${t}.* from ids join ${tableOf(scope)} ${t} using (record_id)
      where ids.n <= ${asked.limit})
    select
      (select coalesce(json_agg(x.item order by x.n), '[]') from (
        select ${t}.n, row_to_json(record) as item
        from page ${t} join ${ident(scope.schema, 'data_record')} ${r} on ${r}.id = ${t}.record_id,
          ${valuesRow(scope, fields)}, lateral (select ${recordColumns(scope)}) record) x),
      ${references.length > 0 ? linkedObject(scope, references, fixed('page')) : fixed(`'{}'::json`)},
      (select json_build_array(record_id${keys.length > 0 ? sql`, ${join(keys)}` : fixed('')})
        from ids where n = ${asked.limit} and exists (select from ids where n > ${asked.limit}))`
}

const cursorSchema = z.tuple([z.string(), z.tuple([z.number().int()]).rest(z.string().nullable())])

/** Opaque to the caller; it holds the order it belongs to, so that it cannot be used with another. */
export function encodeCursor(order: Order, lastJson: string): string {
  return Buffer.from(`["${signature(order)}",${lastJson}]`).toString('base64url')
}

/** @throws AppError cursor_invalid */
export function decodeCursor(order: Order, cursor: string): Position {
  try {
    const [own, [id, ...keys]] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (own === signature(order) && keys.length === order.keys.length) return { id, keys }
  } catch {}
  throw new AppError('cursor_invalid')
}

function signature(order: Order): string {
  return order.keys.map(({ field, direction }) => `${direction === 'asc' ? '+' : '-'}${field}`).join()
}
