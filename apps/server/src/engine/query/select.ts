/** The JSON of records, built by PostgreSQL, with only what the caller may read. */

import { AppError } from '@muster/contract/errors'
import { nameColumn } from '@muster/contract/lists/items'
import { languages } from '@muster/contract/paging'
import { empty, ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import { accessTo, type FieldAccess } from '../access/access.ts'
import { linkedScope, type Scope, targetOf } from '../access/scope.ts'
import type { FieldModel } from '../model/model.ts'
import { storageOf } from '../storage/index.ts'
import { traitsOf } from '../storage/traits.ts'
import { all, always, livingRows, rowsToSql, tables } from './filter-to-sql.ts'
import { nameSql } from './sort.ts'

/** The fields to return: the requested ones that the caller may read. */
export function selectedFields(scope: Scope, names: readonly string[] | undefined): FieldAccess[] {
  const readable = [...scope.access.fields.values()]
  if (!names) return readable
  const wanted = new Set(names)
  return readable.filter(({ field }) => wanted.has(field.columnName))
}

/**
 * The `select` list of a record over the scope's two aliases, with keys in the contract's order. Needs the
 * lateral row `v` of `valuesRow`.
 */
export function recordColumns(scope: Scope, withExtras: Sql = empty): Sql {
  const r = ident(scope.recordAlias)
  const metadata = rowsToSql(scope.access.metadata, scope)
  const meta = (column: string, key: string): Sql => {
    const value = sql`${r}.${ident(column)}`
    const seen = metadata === always ? value : sql`case when ${metadata} then ${value} end`
    return sql`${seen} as ${rawSql(`"${key}"`)}`
  }
  return sql`${r}.id, ${nameSql(scope)} as name, ${avatarSql(scope)} as avatar,
    ${r}.data_collection_id as "dataCollectionId", ${r}.version,
    ${meta('created_at', 'createdAt')}, ${meta('created_by', 'createdBy')},
    ${meta('updated_at', 'updatedAt')}, ${meta('updated_by', 'updatedBy')},
    ${r}.deleted_at as "deletedAt", v as "values"${withExtras}`
}

/** The avatar, or null if the caller may not read the field that it comes from. */
export function avatarSql(scope: Scope): Sql {
  const column = sql`${ident(scope.recordAlias)}.avatar`
  const { avatarFieldId } = scope.access.home
  if (avatarFieldId === null) return column
  const access = [...scope.access.fields.values()].find(({ field }) => field.id === avatarFieldId)
  const readable = rowsToSql(access?.read ?? 'none', scope)
  return readable === always ? column : sql`case when ${readable} then ${column} end`
}

/** `lateral (select …) v` with the values by column name. */
export function valuesRow(scope: Scope, fields: readonly FieldAccess[]): Sql {
  if (fields.length === 0) return sql`lateral (select) v`
  const columns = fields.map(
    (access) => sql`${readValue(access, scope)} as ${ident(access.field.columnName)}`,
  )
  return sql`lateral (select ${join(columns)}) v`
}

function readValue({ field, read }: FieldAccess, scope: Scope): Sql {
  const value = storageOf(field).read(field, scope)
  const readable = rowsToSql(read, scope)
  return readable === always ? value : sql`case when ${readable} then ${value} end`
}

/** The fields that refer to records, whose names are returned with the page. */
export function referenceFields(fields: readonly FieldAccess[]): FieldModel[] {
  return fields
    .map(({ field }) => field)
    .filter((field) => field.type.refersTo?.(field.settings).to === 'record')
}

/**
 * `{id: {name, avatar, dataCollectionId, color}}` of the visible records that rows of `page` (a relation with
 * the columns of the root's table) refer to; `{}` if there are none.
 */
export function linkedObject(scope: Scope, fields: readonly FieldModel[], page: Sql): Sql {
  const byTarget = new Map<number, FieldModel[]>()
  for (const field of fields) {
    const target = targetOf(field)
    // A field without a target collection may refer to records of any collection.
    for (const home of target === null ? homes(scope) : [target]) {
      byTarget.set(home, [...(byTarget.get(home) ?? []), field])
    }
  }
  const parts = [...byTarget].flatMap(([target, group]) => {
    const seen = visibleTarget(scope, target)
    return seen ? [linkedPart(seen, group, page, scope)] : []
  })
  if (parts.length === 0) return sql`'{}'::json`
  return sql`(select coalesce(json_object_agg(l.id, l.linked), '{}') from (
    select distinct on (id) id, linked from (${join(parts, ' union all ')}) u) l)`
}

function homes({ model }: Scope): number[] {
  return [...model.collections.values()]
    .filter(({ parentId, deletedAt }) => parentId === null && !deletedAt)
    .map(({ id }) => id)
}

function visibleTarget(scope: Scope, dataCollectionId: number): Scope | null {
  try {
    const home = accessTo(scope.model, scope.caller, dataCollectionId).home
    return linkedScope(scope, home.id)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function linkedPart(target: Scope, fields: readonly FieldModel[], page: Sql, scope: Scope): Sql {
  const r = ident(target.recordAlias)
  const ids = join(
    fields.map((field) => idsOf(field, page, scope)),
    ' union ',
  )
  return sql`select ${r}.id, json_build_object('name', ${nameSql(target)}, 'avatar', ${avatarSql(target)},
      'dataCollectionId', ${r}.data_collection_id${itemParts(target)}) as linked
    from ${tables(target)} where ${r}.id in (${ids}) and ${all([livingRows(target)])}`
}

/** Colour, icon and translated names of a list item, if its list has them and the caller may read them. */
function itemParts(target: Scope): Sql {
  const value = (column: string): Sql | null => {
    const access = target.access.fields.get(column)
    return access ? readValue(access, target) : null
  }
  const part = (key: string, own: Sql | null): Sql => (own ? sql`, ${literal(key)}, ${own}` : empty)
  if (!target.access.home.isUsedAsCustomList) return part('color', value('color'))
  const names = languages.flatMap((language) => {
    const name = value(nameColumn(language))
    return name ? [sql`${literal(language)}, ${name}`] : []
  })
  const translated = names.length > 0 ? sql`json_strip_nulls(json_build_object(${join(names)}))` : null
  return sql`${part('color', value('color'))}${part('icon', value('icon'))}${part('names', translated)}`
}

function idsOf(field: FieldModel, page: Sql, scope: Scope): Sql {
  const column = ident('p', field.columnName)
  switch (traitsOf(field).ids) {
    case 'one':
      return sql`select ${column} from ${page} p`
    case 'array':
      return sql`select unnest(${column}) from ${page} p`
    case 'links':
      return sql`select k.to_id from ${page} p
        join ${ident(scope.schema, `link_${field.id}`)} k on k.from_id = p.record_id`
    case null:
      throw new Error(`${field.columnName} holds no ids`)
  }
}
