/** SQL for the groups of possible duplicates that a search found, and for pairs marked as not duplicates. */

import type { DuplicateGroup } from '@muster/contract/duplicates/duplicates.schema'
import { avatarSql, livingRows, nameSql, tables } from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { type Executor, ident, rawSql, rows, run, type Sql, sql } from '../../platform/db.ts'

/** Which groups to merge. */
export type MergeGroups = 'all' | 'certain' | number[]

/** A group is open when nobody has dismissed or merged it, or its merge was undone. */
export const isOpen = rawSql('(g.dismissed_at is null and (g.merged_by is null or o.undone_by is not null))')

export function groupsTable(schema: string): Sql {
  return sql`${ident(schema, 'duplicate_group')} g left join ${ident(schema, 'operation')} o on o.id = g.merged_by`
}

/** Numbers of the open groups to merge. */
export async function openGroups(
  executor: Executor,
  schema: string,
  scanId: number,
  groups: MergeGroups,
): Promise<number[]> {
  const which =
    groups === 'all'
      ? rawSql("g.differs = '{}'")
      : groups === 'certain'
        ? rawSql('g.is_certain')
        : sql`g.n = any(${groups}::int[])`
  const found = await rows<{ n: number }>(
    executor,
    sql`select g.n from ${groupsTable(schema)} where g.scan_id = ${scanId} and ${isOpen} and ${which} order by g.n`,
  )
  return found.map(({ n }) => n)
}

/** A page of open groups, with the records that the scope's caller may see. */
export async function readGroups(
  executor: Executor,
  scope: Scope,
  scanId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<DuplicateGroup[]> {
  const { schema } = scope
  return rows<DuplicateGroup>(
    executor,
    sql`with page as materialized (
          select g.n, g.certainty, g.is_certain, g.differs from ${groupsTable(schema)}
          where g.scan_id = ${scanId} and ${isOpen} order by g.n limit ${limit} offset ${offset}),
        seen as materialized (
          select m.n, ${ident(scope.recordAlias, 'id')} as id, ${nameSql(scope)} as name, ${avatarSql(scope)} as avatar,
            row_number() over (partition by m.n order by ${ident(scope.recordAlias, 'id')}) as place
          from page p join ${ident(schema, 'duplicate_member')} m on m.scan_id = ${scanId} and m.n = p.n
            join ${tables(scope)} on ${ident(scope.recordAlias, 'id')} = m.record_id
          where ${livingRows(scope)})
        select p.n, p.certainty, p.is_certain as "isCertain", p.differs,
          (select count(*) from seen s where s.n = p.n) as size,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'avatar', s.avatar) order by s.place)
            from seen s where s.n = p.n and s.place <= 5), '[]') as records,
          coalesce((select json_agg(s.id order by s.place) from seen s where s.n = p.n and s.place <= 200), '[]')
            as "recordIds"
        from page p order by p.n`,
  )
}

/** Larger groups are only dismissed as a group: they have too many pairs to store. */
const maxPairedSize = 200

/** Dismisses a group and stores each of its pairs, or undoes both. @returns whether the group exists */
export async function setDismissed(
  executor: Executor,
  schema: string,
  scanId: number,
  n: number,
  isDismissed: boolean,
  teamUserId: number,
): Promise<boolean> {
  const time = isDismissed ? rawSql('now()') : rawSql('null')
  const found = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_group')} set dismissed_at = ${time} where scan_id = ${scanId} and n = ${n}`,
  )
  if (found === 0) return false
  const members = sql`(select record_id from ${ident(schema, 'duplicate_member')} where scan_id = ${scanId} and n = ${n})`
  const notDuplicates = ident(schema, 'not_duplicate')
  await run(
    executor,
    isDismissed
      ? sql`insert into ${notDuplicates} (record_a, record_b, team_user_id)
          select a.record_id, b.record_id, ${teamUserId}::bigint
          from ${members} a join ${members} b on b.record_id > a.record_id
          where (select count(*) from ${members} c) <= ${rawSql(String(maxPairedSize))}
          on conflict do nothing`
      : sql`delete from ${notDuplicates} where record_a in ${members} and record_b in ${members}`,
  )
  return true
}

/** Marks the groups whose records this operation merged into one. */
export async function markMerged(executor: Executor, schema: string, operationId: number): Promise<void> {
  await run(
    executor,
    sql`update ${ident(schema, 'duplicate_group')} g set merged_by = ${operationId}
        from (select m.scan_id, m.n from ${ident(schema, 'duplicate_member')} m
            left join ${ident(schema, 'merged_record')} x on x.record_id = m.record_id and x.operation_id = ${operationId}
          where (m.scan_id, m.n) in (
            select d.scan_id, d.n from ${ident(schema, 'merged_record')} y
              join ${ident(schema, 'duplicate_member')} d on d.record_id = y.record_id
            where y.operation_id = ${operationId})
          group by 1, 2 having count(*) - count(x.record_id) <= 1) done
        where g.scan_id = done.scan_id and g.n = done.n`,
  )
}
