/** Storages with one column: texts, numbers, booleans, dates and times, ids, single files. */
import type { Storage } from '@muster/contract/fields/families'
import type { Operator } from '@muster/contract/filters/operators'
import { ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { FieldModel } from '../model/model.ts'
import { booleanCondition, dateCondition, idCondition, numberCondition, textCondition } from './conditions.ts'
import { type ConditionContext, columnOf, type Place, type StorageSql } from './storage.ts'

interface Scalar {
  type: string
  /** Type to cast the text of the jsonb value to. */
  cast: string
  /** Sorted with the ICU collation. */
  isCollated?: boolean
  /** Values have no meaningful order. */
  isUnordered?: boolean
  /** Sort key, if it is not the column. */
  sortKey?(field: FieldModel, place: Place): Sql | undefined
  condition(column: Sql, op: Operator, value: unknown, context: ConditionContext, field: FieldModel): Sql
}

function scalar(storage: Storage, definition: Scalar): StorageSql {
  const cast = rawSql(`::${definition.cast}`)
  return {
    storage,
    isScalar: true,
    columns: (field) => [{ name: field.columnName, type: definition.type }],
    read: (field, place) => columnOf(field, place),
    write: (_field, value) => [sql`(${value} #>> '{}')${cast}`],
    sortKeys: (field, place) =>
      definition.isUnordered
        ? []
        : [
            definition.sortKey?.(field, place) ??
              (definition.isCollated
                ? sql`${columnOf(field, place)} collate "und-x-icu"`
                : columnOf(field, place)),
          ],
    isEmpty: (field, place) => sql`${columnOf(field, place)} is null`,
    condition: (field, op, value, context) =>
      definition.condition(columnOf(field, context), op, value, context, field),
  }
}

export const textSql = scalar('text', {
  type: 'text',
  cast: 'text',
  isCollated: true,
  // Choices with a defined order, such as unpaid, pending, paid.
  sortKey: (field, place) =>
    field.type.choices &&
    sql`array_position(array[${join(field.type.choices.map(literal))}]::text[], ${columnOf(field, place)})`,
  condition: textCondition,
})
/** Sanitised HTML, compared and searched without its tags. */
export const htmlSql = scalar('html', {
  type: 'text',
  cast: 'text',
  isUnordered: true,
  condition: (column, op, value, context) =>
    textCondition(sql`${ident(context.schema, 'plain_text')}(${column})`, op, value, context),
})
export const bigintSql = scalar('bigint', { type: 'bigint', cast: 'bigint', condition: numberCondition })
export const numericSql = scalar('numeric', { type: 'numeric', cast: 'numeric', condition: numberCondition })
export const booleanSql = scalar('boolean', { type: 'boolean', cast: 'boolean', condition: booleanCondition })
export const dateSql = scalar('date', { type: 'date', cast: 'date', condition: dateCondition })
export const timestampSql = scalar('timestamptz', {
  type: 'timestamptz',
  cast: 'timestamptz',
  condition: dateCondition,
})
export const idSql = scalar('id', {
  type: 'bigint',
  cast: 'bigint',
  // Choices and links sort by their names.
  sortKey: (field, place) =>
    field.type.refersTo?.(field.settings).to === 'record'
      ? sql`(select n.name collate "und-x-icu" from ${ident(place.schema, 'data_record')} n
          where n.id = ${columnOf(field, place)})`
      : undefined,
  condition: idCondition,
})

/** A file's uuid; read as an object that describes the file. */
export const fileSql: StorageSql = {
  storage: 'file',
  columns: (field) => [{ name: field.columnName, type: 'uuid' }],
  read: (field, place) => fileObject(place, columnOf(field, place)),
  write: (_field, value) => [sql`(${value} #>> '{}')::uuid`],
  sortKeys: () => [],
  isEmpty: (field, place) => sql`${columnOf(field, place)} is null`,
  condition: () => sql`true`,
}

/** A file's uuid or a URL. */
export const videoSql: StorageSql = {
  storage: 'video',
  columns: (field) => [{ name: field.columnName, type: 'text' }],
  read: (field, place) => {
    const column = columnOf(field, place)
    // Only a uuid is looked up; the cast must not see a URL.
    const id = sql`case when ${column} ~ '^[0-9a-f-]{36}$' then ${column}::uuid end`
    return sql`coalesce(${fileObject(place, id)}, to_json(${column}))`
  },
  write: (_field, value) => [sql`(${value} #>> '{}')`],
  sortKeys: () => [],
  isEmpty: (field, place) => sql`${columnOf(field, place)} is null`,
  condition: () => sql`true`,
}

/** `{id, name, size, kind, mimeType, url, thumbnail}` of the file named by a uuid expression, or null. */
export function fileObject({ schema }: Place, id: Sql): Sql {
  const teamId = schema.replace('team_', '')
  const base = rawSql(`'/api/teams/${Number(teamId)}/files/'`)
  return sql`(select json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'kind', f.kind,
    'mimeType', f.mime_type, 'url', ${base} || f.id, 'thumbnail', f.thumbnail)
    from ${rawSql(`"${schema}".file`)} f where f.id = ${id})`
}
