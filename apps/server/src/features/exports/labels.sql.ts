/** Labels of linked records, choices and collections, by which an import finds the same ones. */

import { AppError } from '@muster/contract/errors'
import { livingRows, nameSql, rowsToSql, tables, textOf } from '../../engine/public.sql.ts'
import {
  accessOf,
  canDesign,
  type FieldModel,
  linkedScope,
  type Scope,
  targetOf,
} from '../../engine/public.ts'
import { ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Writing } from './writing.sql.ts'

/** The labels of a field's ids in order, separated by semicolons; ids the caller may not see as numbers. */
export function idLabels(field: FieldModel, ids: Sql, writing: Writing, isList: boolean): Sql {
  const reference = field.type.refersTo?.(field.settings)
  if (reference?.to === 'collection') return collectionLabels(ids, writing, isList)
  const targets = targetsOf(field, writing.scope)
  const labels = targets.map(
    (target) => sql`(select ${labelOf(field, target, writing, isList)} from ${tables(target)}
      where ${ident(target.recordAlias)}.id = e.id and ${livingRows(target)})`,
  )
  const label = sql`coalesce(${join([...labels, sql`'#' || e.id`])})`
  return listOf(ids, label)
}

function listOf(ids: Sql, label: Sql): Sql {
  return sql`(select string_agg(${label}, '; ' order by e.n)
    from unnest(${ids}) with ordinality e (id, n) where e.id is not null)`
}

/** The field's target collection; without one, every root that the caller may read. */
function targetsOf(field: FieldModel, scope: Scope): Scope[] {
  const named = targetOf(field)
  const roots = [...scope.model.collections.values()].filter(
    ({ parentId, deletedAt }) => parentId === null && !deletedAt,
  )
  return (named === null ? roots.map(({ id }) => id) : [named]).flatMap((id) => {
    try {
      const home = scope.model.collections.get(id)?.homeId ?? id
      return [linkedScope(scope, home)]
    } catch (error) {
      if (error instanceof AppError) return []
      throw error
    }
  })
}

/** Null where an import would read the label as empty, or as another record. */
function labelOf(field: FieldModel, target: Scope, writing: Writing, isList: boolean): Sql {
  const label = rawLabel(field, target, writing)
  const escaped = isList ? escapedPart(label) : label
  if (!writing.isPlain) return escaped
  const shared = writing.labels.sharedOf(target, label)
  return sql`case when ${ident(target.schema, 'fold')}(${label}) not in (select key from ${shared}) then ${escaped} end`
}

/** The record's name, or the field that the user chose as label; null when empty. */
function rawLabel(field: FieldModel, target: Scope, { labels, scope }: Writing): Sql {
  const chosen = target.access.fields.get(labels.linkBy[field.columnName] ?? '')
  if (!chosen) return sql`nullif(${nameSql(target)}, '')`
  const text = textOf(chosen.field, { model: scope.model, schema: scope.schema, alias: target.alias })
  return sql`(case when ${rowsToSql(chosen.read, target)} then nullif(${text}, '') end)`
}

/** Names of the collections that the caller may see. */
function collectionLabels(ids: Sql, { scope }: Writing, isList: boolean): Sql {
  const names = [...scope.model.collections.values()]
    .filter(({ id }) => canDesign(scope.caller) || accessOf(scope.model, scope.caller, id) !== null)
    .filter(({ deletedAt }) => !deletedAt)
    .map(({ id, name }) => sql`(${rawSql(String(id))}::bigint, ${literal(name)})`)
  if (names.length === 0) return sql`null::text`
  const label = isList ? escapedPart(sql`c.name`) : sql`c.name`
  return listOf(
    ids,
    sql`coalesce((select ${label} from (values ${join(names)}) c (id, name) where c.id = e.id), '#' || e.id)`,
  )
}

/** Same as the contract's `escapePart`. */
function escapedPart(text: Sql): Sql {
  return sql`replace(regexp_replace(${text}, '([\\\\;:])', '\\\\\\1', 'g'), e'\n', '\\n')`
}
