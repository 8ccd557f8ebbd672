/**
 * Storages of composite values: money, ranges, lists of ids, files, structured JSON, and links in a table.
 */
import type { Storage } from '@muster/contract/fields/families'
import { ident, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { FieldModel } from '../model/model.ts'
import {
  dateRangeCondition,
  idsCondition,
  jsonCondition,
  linksCondition,
  moneyCondition,
  numberCondition,
} from './conditions.ts'
import { columnOf, linkTable, type Place, partName, type StorageSql } from './storage.ts'

export const moneySql: StorageSql = {
  storage: 'money',
  columns: (field) => [
    { name: field.columnName, type: 'numeric' },
    { name: partName(field, 'currency'), type: 'text' },
  ],
  read: (field, place) => {
    const column = columnOf(field, place)
    return sql`case when ${column} is not null then
      json_build_object('amount', ${column}, 'currency', ${part(field, 'currency', place)}) end`
  },
  write: (_field, value) => [sql`(${value} ->> 'amount')::numeric`, sql`(${value} ->> 'currency')`],
  sortKeys: (field, place) => [columnOf(field, place)],
  isEmpty: (field, place) => sql`${columnOf(field, place)} is null`,
  condition: (field, op, value, context) =>
    moneyCondition(columnOf(field, context), part(field, 'currency', context), op, value),
}

export const dateRangeSql: StorageSql = {
  storage: 'daterange',
  columns: (field) => [{ name: field.columnName, type: 'daterange' }],
  // PostgreSQL stores [start, end + 1 day); the API's ranges include both ends.
  read: (field, place) => {
    const column = columnOf(field, place)
    return sql`case when ${column} is not null then
      json_build_object('start', lower(${column}), 'end', upper(${column}) - 1) end`
  },
  write: (_field, value) => [
    sql`case when jsonb_typeof(${value}) = 'object' then
      daterange((${value} ->> 'start')::date, (${value} ->> 'end')::date, '[]') end`,
  ],
  sortKeys: (field, place) => {
    const column = columnOf(field, place)
    const open = (end: Sql, infinity: '-infinity' | 'infinity'): Sql =>
      sql`case when ${column} is not null then coalesce(${end}, ${literal(infinity)}::date) end`
    return [open(sql`lower(${column})`, '-infinity'), open(sql`upper(${column})`, 'infinity')]
  },
  isEmpty: (field, place) => sql`${columnOf(field, place)} is null`,
  condition: (field, op, value, context) => dateRangeCondition(columnOf(field, context), op, value, context),
}

export const idsSql: StorageSql = list('ids', 'bigint', (field, place) => columnOf(field, place))

export const filesSql: StorageSql = {
  ...list('files', 'uuid', (field, place) => fileObjects(place, columnOf(field, place))),
  condition: () => sql`true`,
}

/** An array column; an empty list is null. */
function list(
  storage: Storage,
  element: 'bigint' | 'uuid',
  read: (field: FieldModel, place: Place) => Sql,
): StorageSql {
  return {
    storage,
    columns: (field) => [{ name: field.columnName, type: `${element}[]` }],
    read,
    write: (_field, value) => [
      sql`(select array_agg(e.v::${rawSql(element)} order by e.n)
        from jsonb_array_elements_text(case when jsonb_typeof(${value}) = 'array' then ${value} end)
          with ordinality e (v, n))`,
    ],
    sortKeys: () => [],
    isEmpty: (field, place) => sql`${columnOf(field, place)} is null`,
    condition: (field, op, value, context) => idsCondition(columnOf(field, context), op, value),
  }
}

/** The files of a uuid[] in their order. */
function fileObjects({ schema }: Place, ids: Sql): Sql {
  const base = rawSql(`'/api/teams/${Number(schema.replace('team_', ''))}/files/'`)
  return sql`(select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'kind', f.kind,
      'mimeType', f.mime_type, 'url', ${base} || f.id, 'thumbnail', f.thumbnail) order by e.n)
    from unnest(${ids}) with ordinality e (id, n) join ${ident(schema, 'file')} f on f.id = e.id)`
}

/** Links are stored in a separate table, which is written by `create.sql.ts` and `update.sql.ts`. */
export const linksSql: StorageSql = {
  storage: 'links',
  columns: () => [],
  read: (field, place) => sql`(select json_agg(l.to_id order by l.position, l.to_id)
    from ${linkTable(field, place.schema)} l where l.from_id = ${ident(place.alias, 'record_id')})`,
  write: () => [],
  sortKeys: () => [],
  isEmpty: (field, place) => sql`not exists (select from ${linkTable(field, place.schema)} l
    where l.from_id = ${ident(place.alias, 'record_id')})`,
  condition: (field, op, value, context) => linksCondition(field, op, value, context),
}

export const jsonSql: StorageSql = {
  storage: 'json',
  columns: (field) => [{ name: field.columnName, type: 'jsonb' }],
  read: (field, place) => columnOf(field, place),
  write: (_field, value) => [sql`nullif(${value}, 'null'::jsonb)`],
  sortKeys: () => [],
  isEmpty: (field, place) => sql`${columnOf(field, place)} is null`,
  condition: (field, op, value, context) => jsonCondition(columnOf(field, context), op, value, context),
}

/** Line items: JSON, and a generated column with the sum of their totals for sorting and comparing. */
export const jsonTotalSql: StorageSql = {
  ...jsonSql,
  storage: 'json_total',
  columns: (field) => [
    { name: field.columnName, type: 'jsonb' },
    {
      name: partName(field, 'total'),
      type: 'numeric',
      generated: (schema) => `"${schema}".items_total("${field.columnName}")`,
    },
  ],
  sortKeys: (field, place) => [part(field, 'total', place)],
  condition: (field, op, value, context) =>
    op === 'contains' || op === 'notContains'
      ? jsonCondition(columnOf(field, context), op, value, context)
      : numberCondition(part(field, 'total', context), op, value),
}

function part(field: FieldModel, name: string, place: Place): Sql {
  return ident(place.alias, partName(field, name))
}
