/** The statements of a merge, over the temporary table `merge_member (survivor_id, record_id)`. */

import { isUnited } from '@muster/contract/duplicates/duplicates.schema'
import {
  all,
  always,
  elements,
  jsonObject,
  jsonOf,
  linkTable,
  own,
  refersToRecords,
  rowsToSql,
  tableOf,
  tables,
} from '../../engine/public.sql.ts'
import { type FieldModel, plainChildren, type Scope, type TeamModel } from '../../engine/public.ts'
import { ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'

export const losers = rawSql('select record_id as id from merge_member where record_id <> survivor_id')

/** Fields that the caller may write on some record; the others keep the survivor's value. */
export function mergedFields(scope: Scope): FieldModel[] {
  return [...scope.access.fields.values()].filter(({ update }) => update !== 'none').map(({ field }) => field)
}

/**
 * Relation (id, @n, @v, @ver, @expect): the merged values of each survivor. Each field gets its newest value
 * that is not empty; a unique field prefers the survivor's own; lists are united, starting with the
 * survivor's.
 *
 * @param choices by column: the record whose value is used, even if it is empty
 */
export function survivorValues(
  scope: Scope,
  fields: readonly FieldModel[],
  choices: Readonly<Record<string, number>>,
): Sql {
  const place = { ...scope, alias: scope.alias }
  const columns = fields.map(
    (field, n) => sql`${readable(field, jsonOf(field, place), scope)} as ${rawSql(`v${n}`)}`,
  )
  const pairs = fields.map((field, n): [string, Sql] => [field.columnName, merged(field, `m.v${n}`, choices)])
  const chosen = fields.filter(({ columnName }) => choices[columnName] !== undefined)
  const keep = chosen.map(({ columnName }) => columnName)
  return sql`select s.survivor_id as id, 0 as ${own('n')}, (
        select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(s.v) e
        where e.value <> 'null' or e.key = any(${keep}::text[])) as ${own('v')},
      null::int as ${own('ver')}, null::jsonb as ${own('expect')}
    from (
      select m.survivor_id, ${jsonObject(pairs)} as v from (
        select g.survivor_id, g.record_id, r.updated_at${columns.length > 0 ? sql`, ${join(columns)}` : rawSql('')}
        from merge_member g join ${tables(scope)} on ${ident(scope.recordAlias)}.id = g.record_id) m
      group by m.survivor_id) s`
}

function readable(field: FieldModel, value: Sql, scope: Scope): Sql {
  const read = rowsToSql(scope.access.fields.get(field.columnName)?.read ?? 'none', scope)
  return read === always ? value : sql`case when ${read} then ${value} end`
}

const newest = rawSql('m.updated_at desc, m.record_id desc')
const survivorFirst = rawSql('m.record_id <> m.survivor_id')

function merged(field: FieldModel, value: string, choices: Readonly<Record<string, number>>): Sql {
  const v = rawSql(value)
  const choice = choices[field.columnName]
  if (choice !== undefined) return sql`(array_agg(${v}) filter (where m.record_id = ${choice}))[1]`
  if (isUnited(field.type)) {
    const list = sql`to_jsonb(array_agg(${v} order by ${survivorFirst}, ${newest}) filter (where ${v} is not null))`
    // A link between merged records must not become a link of the survivor to itself.
    const others =
      field.type.refersTo?.(field.settings).to === 'record'
        ? sql`where not exists (select from merge_member x where x.survivor_id = m.survivor_id
            and x.record_id <> x.survivor_id and to_jsonb(x.record_id) = u.e)`
        : rawSql('')
    return sql`(select jsonb_agg(u.e order by u.at) from (
        select e.e, min(l.n * 1000000 + e.n) as at
        from jsonb_array_elements(${list}) with ordinality l (list, n)
          cross join lateral jsonb_array_elements(l.list) with ordinality e (e, n)
        group by e.e) u ${others})`
  }
  const first = field.isUnique ? sql`${survivorFirst}, ${newest}` : newest
  return sql`(array_agg(${v} order by ${first}) filter (where ${v} is not null))[1]`
}

/** Relation (id, @add, @remove): survivors join the plain collections of the records merged into them. */
export function survivorMemberships(scope: Scope): Sql {
  const plain = plainChildren(scope.model, scope.access.home).map(({ id }) => id)
  return sql`select g.survivor_id as id, array_agg(distinct m.data_collection_id) as ${own('add')},
      '{}'::bigint[] as ${own('remove')}
    from merge_member g join ${ident(scope.schema, 'membership')} m on m.record_id = g.record_id
    where g.record_id <> g.survivor_id and m.data_collection_id = any(${plain}::bigint[]) group by 1`
}

/** Living fields, of any collection, whose values may refer to records of a tree. */
export function fieldsPointingTo(model: TeamModel, homeId: number): FieldModel[] {
  const roots = [...model.collections.values()].filter(
    ({ parentId, deletedAt }) => parentId === null && !deletedAt,
  )
  return roots
    .flatMap(({ fields }) => fields)
    .filter((field) => {
      if (!refersToRecords(field)) return false
      const reference = field.type.refersTo?.(field.settings)
      const target = reference?.to === 'record' ? reference.collectionId : null
      return target === null || model.collections.get(target)?.homeId === homeId
    })
}

/** Relation like `survivorValues`: records that refer to a merged one, with the redirected value. */
export function redirected(scope: Scope, field: FieldModel): Sql {
  const key = literal(field.columnName)
  const t = ident(scope.alias)
  const value = jsonOf(field, { ...scope, alias: scope.alias })
  const from = sql`${tableOf(scope)} ${t}`
  const mergedIds = sql`select g.record_id from merge_member g where g.record_id <> g.survivor_id`
  const names: Sql = {
    id: sql`${ident(scope.alias, field.columnName)} in (${mergedIds})`,
    ids: sql`${ident(scope.alias, field.columnName)} && array(${mergedIds})`,
    links: sql`${t}.record_id in (select k.from_id from ${linkTable(field, scope.schema)} k where k.to_id in (${mergedIds}))`,
  }[field.type.storage as 'id' | 'ids' | 'links']
  const isList = field.type.storage !== 'id'
  const ids = sql`select coalesce(g.survivor_id, e.id::bigint) as id, min(e.n) as n
    from ${elements(rawSql('o.value'))} e (id, n) left join merge_member g on g.record_id = e.id::bigint
    where g.survivor_id is null or g.survivor_id <> o.record_id or g.record_id = o.record_id group by 1`
  const now = isList
    ? sql`(select jsonb_agg(i.id order by i.n) from (${ids}) i)`
    : sql`(select to_jsonb(i.id) from (${ids}) i)`
  return sql`select o.record_id as id, 0 as ${own('n')}, jsonb_build_object(${key}, ${now}) as ${own('v')},
      null::int as ${own('ver')}, null::jsonb as ${own('expect')}
    from (select ${t}.record_id, ${value} as value from ${from}
      where ${all([sql`${t}.deleted_at is null`, names])}) o`
}

/** Adds the survivors to the files' uses, on which the right to see a file depends. */
export function shareFiles(schema: string): Sql {
  const uses = ident(schema, 'file_use')
  return sql`insert into ${uses} (file_id, record_id)
    select u.file_id, g.survivor_id from ${uses} u join merge_member g on g.record_id = u.record_id
    where g.record_id <> g.survivor_id on conflict do nothing`
}

export function storeSurvivors(schema: string, operationId: number): Sql {
  return sql`insert into ${ident(schema, 'merged_record')} (record_id, survivor_id, operation_id)
    select record_id, survivor_id, ${operationId}::bigint from merge_member where record_id <> survivor_id
    on conflict (record_id) do update set survivor_id = excluded.survivor_id, operation_id = excluded.operation_id`
}
