/** Sort orders: nulls last, texts by ICU collation, ties by id in the direction of the first key. */
import { AppError } from '@muster/contract/errors'
import type { DatePeriod, QuerySort } from '@muster/contract/records/records.schema'
import { ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import type { CollectionModel, FieldModel } from '../model/model.ts'
import { storageOf } from '../storage/index.ts'
import { nameOf } from '../write/texts.sql.ts'
import { always, rowsToSql } from './filter-to-sql.ts'
import { isSystemColumn, systemColumn, systemRows } from './system-fields.ts'

export type Direction = 'asc' | 'desc'

export interface SortKey {
  /** Column name or system field. */
  field: string
  expression: Sql
  /** Condition for an empty key, in a form that an index on the column can answer. */
  isEmpty: Sql
  direction: Direction
}

export interface Order {
  /** Without the id, which is always the last key. */
  keys: readonly SortKey[]
  id: Sql
  idDirection: Direction
}

/** @throws AppError filter_invalid when a field is unknown, unreadable or has no order */
export function orderOf(sort: QuerySort, scope: Scope): Order {
  const keys = sort.flatMap(({ field, direction, period }, index) => {
    const found = period
      ? [keyOf(periodOf(field, period, scope, `sort.${index}.field`))]
      : keysOf(field, scope, index)
    return found.map((key) => ({ field, direction, ...key }))
  })
  return { keys, id: ident(scope.alias, 'record_id'), idDirection: keys[0]?.direction ?? 'asc' }
}

/** @throws AppError filter_invalid when the field is unknown, unreadable or has no order */
export function keysOf(name: string, scope: Scope, index: number): Pick<SortKey, 'expression' | 'isEmpty'>[] {
  if (name === memberPlace) return [keyOf(placeOf(scope, index))]
  if (name === '@id') return [keyOf(ident(scope.alias, 'record_id'))]
  if (isSystemColumn(name)) {
    const column = systemColumn(name, scope, rowsToSql(systemRows(name, scope.access), scope))
    return [keyOf(name === '@name' ? sql`${column} collate "und-x-icu"` : column)]
  }
  const access = scope.access.fields.get(name)
  const keys = access ? storageOf(access.field).sortKeys(access.field, scope) : []
  if (!access || keys.length === 0) {
    throw new AppError('filter_invalid', { errors: [{ path: `sort.${index}.field`, code: 'unknown_field' }] })
  }
  const readable = rowsToSql(access.read, scope)
  if (readable !== always) return keys.map((key) => keyOf(sql`(case when ${readable} then ${key} end)`))
  const [only] = keys
  const isColumn = keys.length === 1 && only?.sql.startsWith(ident(scope.alias, access.field.columnName).sql)
  if (!only || !isColumn) return keys.map(keyOf)
  return [{ expression: only, isEmpty: storageOf(access.field).isEmpty(access.field, scope) }]
}

/** The manual position in the plain collection being read; records without one come last. */
export const memberPlace = '@place'

function placeOf({ access: { collection }, schema, alias }: Scope, index: number): Sql {
  if (collection.parentId === null || collection.isSmartCollection) {
    throw new AppError('filter_invalid', { errors: [{ path: `sort.${index}.field`, code: 'unknown_field' }] })
  }
  return sql`(select nullif(m.position, 0) from ${ident(schema, 'membership')} m
    where m.data_collection_id = ${collection.id} and m.record_id = ${ident(alias, 'record_id')})`
}

/** A collection's default order. */
export function ownOrder({ membershipOrder: order }: CollectionModel): QuerySort {
  if (order === null) return []
  if (order === 'manual') return [{ field: memberPlace, direction: 'asc' }]
  return order.startsWith('-')
    ? [{ field: order.slice(1), direction: 'desc' }]
    : [{ field: order, direction: 'asc' }]
}

/**
 * The first day of a date's period, in the team's time zone.
 *
 * @throws AppError filter_invalid if it is not a date
 */
export function periodOf(name: string, period: DatePeriod, scope: Scope, path: string): Sql {
  const access = scope.access.fields.get(name)
  const storage = access?.field.type.storage
  if (!access || (storage !== 'date' && storage !== 'timestamptz')) {
    throw new AppError('filter_invalid', { errors: [{ path, code: 'unknown_field' }] })
  }
  const column = ident(scope.alias, access.field.columnName)
  const local = storage === 'date' ? column : sql`(${column} at time zone ${scope.timeZone})`
  const cut = sql`date_trunc(${rawSql(`'${period}'`)}, ${local})::date`
  const readable = rowsToSql(access.read, scope)
  return readable === always ? cut : sql`(case when ${readable} then ${cut} end)`
}

function keyOf(expression: Sql): Pick<SortKey, 'expression' | 'isEmpty'> {
  return { expression, isEmpty: sql`${expression} is null` }
}

/** The record's name; empty if the caller may not read the field that it comes from. */
export function nameSql(scope: Scope): Sql {
  if (scope.namedBy) return namedBy(scope.namedBy, scope)
  const readable = rowsToSql(systemRows('@name', scope.access), scope)
  if (readable === always) return ident(scope.recordAlias, 'name')
  return sql`coalesce(${systemColumn('@name', scope, readable)}, '')`
}

/** The name from another field than the collection's own name field, as set in a view. */
function namedBy(field: FieldModel, scope: Scope): Sql {
  if (field.id === scope.access.home.nameFieldId) return ident(scope.recordAlias, 'name')
  return nameOf(field, scope)
}

/** The list of sort expressions for `order by`. */
export function orderSql({ keys, id, idDirection }: Order): Sql {
  const parts = keys.map(({ expression, direction }) => sql`${expression} ${rawSql(direction)} nulls last`)
  return join([...parts, sql`${id} ${rawSql(idDirection)}`])
}

/** A keyset position: the values of the sort keys as text (null: empty), and the id. */
export interface Position {
  keys: readonly (string | null)[]
  id: number
}

/** Keyset condition: records strictly after a position. */
export function afterPosition(order: Order, position: Position): Sql {
  const last = sql`${order.id} ${rawSql(order.idDirection === 'asc' ? '>' : '<')} ${position.id}::bigint`
  return order.keys.reduceRight((rest, key, index) => {
    const value = position.keys[index]
    const { expression } = key
    if (value === null || value === undefined) return sql`(${expression} is null and ${rest})`
    // The parameter takes the type of the key it is compared with.
    const after = sql`${expression} ${rawSql(key.direction === 'asc' ? '>' : '<')} ${value}`
    return sql`(${after} or ${expression} is null or (${expression} = ${value} and ${rest}))`
  }, last)
}
