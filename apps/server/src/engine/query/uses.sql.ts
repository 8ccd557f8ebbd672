/** Where items of custom lists are used: in the fields of any collection whose values come from the list. */

import { ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { homeTable } from '../model/home-table.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { linkTable } from '../storage/storage.ts'
import { traitsOf } from '../storage/traits.ts'
import { all, livingRows, rowsToSql, tables } from './filter-to-sql.ts'

/** The fields whose values come from the list, without those in the trash. */
export function fieldsUsing(model: TeamModel, listId: number): FieldModel[] {
  return [...model.collections.values()]
    .filter(({ id, homeId, deletedAt }) => id === homeId && !deletedAt)
    .flatMap(({ fields }) => fields)
    .filter(({ type, settings }) => {
      const reference = type.refersTo?.(settings)
      return reference?.to === 'record' && reference.collectionId === listId
    })
}

/** Uses of each item in one field, in records where the caller may read the value. */
export function usesIn(field: FieldModel, scope: Scope): Sql {
  const access = scope.access.fields.get(field.columnName)
  const where = all([livingRows(scope), rowsToSql(access?.read ?? 'none', scope)])
  const t = ident(scope.alias)
  const isPlain = where.sql === `"${scope.alias}"."deleted_at" is null`
  // Without row rules the root's table is enough.
  const from = isPlain ? sql`${homeTable(scope.model, field)} ${t}` : tables(scope)
  const [item, source] = itemsOf(field, scope.schema, t, from)
  return sql`select ${item} as "itemId", ${rawSql(String(field.id))}::bigint as "dataFieldId", count(*) as count
    from ${source} where ${where} and ${item} is not null group by 1`
}

/** Ids of the list items that any records outside the trash use, regardless of the caller's access. */
export function usedItems(model: TeamModel, listId: number): Sql {
  const parts = fieldsUsing(model, listId).map((field) => {
    const [item, source] = itemsOf(field, model.schema, rawSql('t'), sql`${homeTable(model, field)} t`)
    return sql`select ${item} as id from ${source} where t.deleted_at is null and ${item} is not null`
  })
  return parts.length > 0 ? join(parts, ' union ') : sql`select null::bigint where false`
}

function itemsOf(field: FieldModel, schema: string, t: Sql, from: Sql): [item: Sql, source: Sql] {
  const column = sql`${t}.${ident(field.columnName)}`
  switch (traitsOf(field).ids) {
    case 'one':
      return [column, from]
    case 'array':
      return [rawSql('u.id'), sql`${from} cross join lateral unnest(${column}) u (id)`]
    case 'links':
      return [
        rawSql('k.to_id'),
        sql`${from} join ${linkTable(field, schema)} k on k.from_id = ${t}.record_id`,
      ]
    case null:
      throw new Error(`${field.columnName} holds no ids`)
  }
}

/**
 * `count` of all uses outside the trash of the items with the given ids, regardless of the caller's access.
 */
export function countUses(model: TeamModel, fields: readonly FieldModel[], ids: Sql): Sql {
  const parts = fields.map((field) => usesOfItems(model, field))
  if (parts.length === 0) return sql`select 0::bigint as count`
  return sql`with item as materialized (${ids}) select coalesce(sum(n), 0)::bigint as count from (${join(parts, ' union all ')}) u`
}

/** Number of records outside the trash that use the items of `item` in one field. */
function usesOfItems(model: TeamModel, field: FieldModel): Sql {
  const from = sql`${homeTable(model, field)} t`
  const column = ident('t', field.columnName)
  const living = rawSql('t.deleted_at is null')
  switch (traitsOf(field).ids) {
    case 'one':
      return sql`select count(*) as n from ${from} where ${living} and ${column} in (select id from item)`
    case 'array':
      return sql`select count(*) as n from ${from} where ${living} and ${column} && array(select id from item)`
    case 'links':
      return sql`select count(*) as n from ${linkTable(field, model.schema)} k
          join ${from} on t.record_id = k.from_id where ${living} and k.to_id in (select id from item)`
    case null:
      throw new Error(`${field.columnName} holds no ids`)
  }
}
