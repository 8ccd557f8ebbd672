/** Building blocks of write statements: a field's columns from JSON, its references and its links. */
import { ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Rows } from '../access/access.ts'
import { linkedScope, type Scope } from '../access/scope.ts'
import type { FieldModel } from '../model/model.ts'
import { livingRows, tables } from '../query/filter-to-sql.ts'
import { storageOf } from '../storage/index.ts'
import { type ColumnSql, linkTable } from '../storage/storage.ts'

/**
 * The engine's own columns in a relation that also has the team's: `@n` (index in the request), `@v`
 * (requested values) and others. Names of fields' columns never contain an `@`.
 */
export function own(name: string): Sql {
  return rawSql(`"@${name}"`)
}

/** The jsonb of a field's value in a jsonb of values. */
export function valueIn(values: Sql, field: FieldModel): Sql {
  return sql`(${values} -> ${literal(field.columnName)})`
}

/** Names of the columns that are written, in the order of `StorageSql.write`. */
export function writtenColumns(field: FieldModel): string[] {
  return storageOf(field)
    .columns(field)
    .filter((column) => !column.generated)
    .map(({ name }) => name)
}

/** An expression for each column of a field, including generated ones, from the jsonb of its value. */
export function columnValuesFrom(schema: string, field: FieldModel, value: Sql): Sql[] {
  const storage = storageOf(field)
  const written = storage.write(field, value)
  let next = 0
  return storage.columns(field).map(({ generated }) => {
    if (!generated) return written[next++] as Sql
    const of = sql`select ${written[0] as Sql} as ${ident(field.columnName)}`
    return sql`(select ${rawSql(generated(schema))} from (${of}) g)`
  })
}

/** The same as `<expression> as <column>`. */
export function columnsFrom(schema: string, field: FieldModel, value: Sql): Sql[] {
  const columns = storageOf(field).columns(field)
  return columnValuesFrom(schema, field, value).map(
    (expression, n) => sql`${expression} as ${ident((columns[n] as ColumnSql).name)}`,
  )
}

/** All columns of a field in the relation `alias`. */
export function columnsOf(field: FieldModel, alias: string): Sql[] {
  return storageOf(field)
    .columns(field)
    .map(({ name }) => ident(alias, name))
}

/** Whether values are ids of records, which must exist and be visible to the caller. */
export function refersToRecords(field: FieldModel): boolean {
  return field.type.refersTo?.(field.settings).to === 'record'
}

export function holdsFiles(field: FieldModel): boolean {
  return field.type.refersTo?.(field.settings).to === 'file'
}

/**
 * The elements of a jsonb that is a list, a single value or null, as texts with ordinality: relation (id, n).
 */
export function elements(value: Sql): Sql {
  return sql`jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value}
    when 'null' then '[]'::jsonb else jsonb_build_array(${value}) end) with ordinality`
}

/** bigint[] of a link field's JSON value; null if empty. */
export function idsIn(value: Sql): Sql {
  return sql`(select array_agg(e.id::bigint order by e.n) from ${elements(value)} e (id, n))`
}

/**
 * Invalid references, `(@n, field, id)`: ids that are not of a record outside the trash, visible to the
 * caller, in the field's collection. `source` has `@n` and `@v`; ids that `old` (a jsonb of the old value)
 * contains are not checked.
 */
export function unknownReferences(
  scope: Scope,
  fields: readonly FieldModel[],
  source: Sql,
  old?: (field: FieldModel) => Sql,
): Sql {
  const parts = fields.map((field) => {
    const reference = field.type.refersTo?.(field.settings)
    const target = reference?.to === 'record' ? reference.collectionId : null
    const isNew = old ? sql`and not coalesce(${old(field)} @> to_jsonb(e.id::bigint), false)` : rawSql('')
    return sql`select s.${own('n')}, ${literal(field.columnName)} as field, e.id
      from ${source} s cross join lateral ${elements(valueIn(sql`s.${own('v')}`, field))} e (id, n)
      where s.${own('v')} ? ${literal(field.columnName)} ${isNew}
        and not ${isVisibleRecord(scope, sql`e.id::bigint`, target)}`
  })
  return join(parts, ' union all ')
}

/** Condition: an id is of a record outside the trash that the caller may see, in one collection or in any. */
export function isVisibleRecord(scope: Scope, id: Sql, dataCollectionId: number | null): Sql {
  const targets = dataCollectionId === null ? homes(scope) : [dataCollectionId]
  const parts = targets.flatMap((target) => {
    const seen = scopeIfSeen(scope, target)
    if (!seen) return []
    return [
      sql`exists (select from ${tables(seen)} where ${ident(seen.recordAlias)}.id = ${id} and ${livingRows(seen)})`,
    ]
  })
  return parts.length > 0 ? sql`(${join(parts, ' or ')})` : rawSql('false')
}

function homes(scope: Scope): number[] {
  return [...scope.model.collections.values()]
    .filter((collection) => collection.parentId === null && !collection.deletedAt)
    .map(({ id }) => id)
}

function scopeIfSeen(scope: Scope, target: number): Scope | null {
  try {
    return linkedScope(scope, target)
  } catch {
    return null
  }
}

/** Rows of a link field from the values of `source` (record_id, `@v`). */
export function linkRows(field: FieldModel, source: Sql): Sql {
  return sql`select s.record_id, e.id::bigint, e.n from ${source} s
    cross join lateral ${elements(valueIn(sql`s.${own('v')}`, field))} e (id, n)
    where s.${own('v')} ? ${literal(field.columnName)}`
}

/** Inserts the links of `source`, or updates their positions. */
export function upsertLinks(schema: string, field: FieldModel, source: Sql): Sql {
  return sql`insert into ${linkTable(field, schema)} (from_id, to_id, position) ${linkRows(field, source)}
    on conflict (from_id, to_id) do update set position = excluded.position`
}

/** Records in `file_use` which records use a file. */
export function insertFileUses(schema: string, fields: readonly FieldModel[], source: Sql): Sql {
  const parts = fields.map(
    (field) => sql`select e.id::uuid, s.record_id from ${source} s
      cross join lateral ${elements(valueIn(sql`s.${own('v')}`, field))} e (id, n)
      where s.${own('v')} ? ${literal(field.columnName)} and e.id ~ '^[0-9a-f-]{36}$'`,
  )
  return sql`insert into ${ident(schema, 'file_use')} (file_id, record_id) ${join(parts, ' union ')}
    on conflict do nothing`
}

/** Whether a set of rows is a filter, which must be evaluated per record. */
export function isFilter(rows: Rows): boolean {
  return rows !== 'all' && rows !== 'none'
}

/** `jsonb_build_object` of any number of pairs; a function has at most a hundred arguments. */
export function jsonObject(pairs: readonly (readonly [string, Sql])[]): Sql {
  if (pairs.length === 0) return sql`'{}'::jsonb`
  const parts: Sql[] = []
  for (let at = 0; at < pairs.length; at += 40) {
    const some = pairs.slice(at, at + 40).map(([key, value]) => sql`${literal(key)}, ${value}`)
    parts.push(sql`jsonb_build_object(${join(some)})`)
  }
  return sql`(${join(parts, ' || ')})`
}
