/** Adds records to plain collections and removes them, in one statement. */
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { empty, ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { all, rowsToSql, tableOf } from '../query/filter-to-sql.ts'
import { own } from './columns.sql.ts'
import { type By, eventsPart, operationPart } from './mutate.sql.ts'

export interface MembershipStatement {
  /** Relation (id, @add, @remove): lists of collections per record. The records must be locked. */
  source: Sql
  by: By
  operation: { id: number } | { kind: OperationRef['kind'] }
  may: Sql
  isStrict: boolean
  /** Also changes records in the trash. */
  includesTrash?: boolean
}

export function membershipSource(ids: Sql, add: readonly number[], remove: readonly number[]): Sql {
  return sql`select i.id, ${add}::bigint[] as ${own('add')}, ${remove}::bigint[] as ${own('remove')} from (${ids}) i`
}

/** Returns the same columns as `trashSql`. */
export function membershipSql(scope: Scope, statement: MembershipStatement): Sql {
  const { schema } = scope
  const membership = ident(schema, 'membership')
  const may = own('may')
  const strict = statement.isStrict ? sql`and not exists (select from found n where not n.${may})` : empty
  const parts = [
    sql`input as materialized (${statement.source})`,
    sql`found as materialized (
      select t.record_id, r.version, i.${own('add')}, i.${own('remove')}, ${statement.may} as ${may},
        coalesce((select array_agg(m.data_collection_id order by m.data_collection_id) from ${membership} m
          where m.record_id = i.id), '{}') as before
      from input i join ${ident(schema, 'data_record')} r on r.id = i.id
        join ${tableOf(scope)} t on t.record_id = i.id
      where ${all([
        ...(statement.includesTrash ? [] : [sql`r.deleted_at is null`]),
        sql`r.data_collection_id = ${rawSql(String(scope.access.home.id))}`,
        rowsToSql(scope.access.visible, scope),
      ])})`,
    sql`wanted as materialized (
      select f.*, coalesce((select array_agg(e.id order by e.id) from (
          (select unnest(f.before) except select unnest(f.${own('remove')})) union select unnest(f.${own('add')})
        ) e (id)), '{}') as after from found f)`,
    sql`good as materialized (select w.* from wanted w where w.before <> w.after and w.${may} ${strict})`,
    operationPart(schema, statement.operation, statement.by, sql`good`),
    sql`removed as (
      delete from ${membership} m using good g
      where m.record_id = g.record_id and m.data_collection_id <> all(g.after))`,
    sql`added as (
      insert into ${membership} (data_collection_id, record_id)
      select e.id, g.record_id from good g cross join unnest(g.after) e (id) on conflict do nothing)`,
    sql`cat as (
      update ${ident(schema, 'data_record')} c
      set version = c.version + 1, updated_at = now(), updated_by = ${statement.by.teamUserId}::bigint
      from good g where c.id = g.record_id)`,
    eventsPart(schema, {
      from: sql`good`,
      type: 'updated',
      version: sql`g.version + 1`,
      before: sql`jsonb_build_object('@collections', g.before)`,
      after: sql`jsonb_build_object('@collections', g.after)`,
    }),
  ]
  return sql`with ${join(parts)}
    select (select id from op), (select count(*) from good),
      (select json_agg(g.record_id) from (select record_id from good limit 301) g),
      (select json_agg(f.record_id) from found f where not f.${may}), (select count(*) from found)`
}
