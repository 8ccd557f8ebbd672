/** Rows of searches for duplicates, their groups, and pairs that are none. */
import type {
  DuplicateGroup,
  DuplicateScan,
  FindDuplicatesBody,
  WorkStatus,
} from '@muster/contract/duplicates/duplicates.schema'
import { type Executor, empty, fixed, ident, one, rows, run, type Sql, sql } from '../../platform/db.ts'
import { livingRows, tables } from '../records/query/filter-to-sql.ts'
import type { Scope } from '../records/query/scope.ts'
import { avatarSql } from '../records/query/select.ts'
import { nameSql } from '../records/query/sort.ts'

/** What a merging of many groups was asked for. */
export type MergeGroups = 'all' | 'certain' | number[]

interface ScanRow extends Omit<DuplicateScan, 'merge'> {
  mergeStatus: WorkStatus | null
  mergeProcessed: number
  mergeTotal: number
  mergedGroups: number
  skippedGroups: number
  mergeError: string | null
  mergeOperationId: number | null
  mergeRecordCount: number | null
}

export interface StoredScan extends DuplicateScan {
  teamUserId: number
  mergeGroups: MergeGroups | null
}

/** A group is open when nobody has dismissed or merged it, or its merge was undone. */
const isOpen = fixed('(g.dismissed_at is null and (g.merged_by is null or o.undone_by is not null))')

function groups(schema: string): Sql {
  return sql`${ident(schema, 'duplicate_group')} g left join ${ident(schema, 'operation')} o on o.id = g.merged_by`
}

function selectScans(schema: string, where: Sql): Sql {
  return sql`select s.id, s.data_collection_id as "dataCollectionId", s.team_user_id as "teamUserId", s.rules,
      s.ignores_email_tags as "ignoresEmailTags", s.similarity, s.status, s.processed, s.total,
      s.group_count as "groupCount", s.record_count as "recordCount", s.error, s.created_at as "createdAt",
      s.finished_at as "finishedAt", s.merge_status as "mergeStatus", s.merge_groups as "mergeGroups",
      s.merge_processed as "mergeProcessed", s.merge_total as "mergeTotal", s.merged_groups as "mergedGroups",
      s.skipped_groups as "skippedGroups", s.merge_error as "mergeError", s.merge_operation_id as "mergeOperationId",
      m.record_count as "mergeRecordCount", c.open as "openCount", c.certain as "openCertainCount"
    from ${ident(schema, 'duplicate_scan')} s
      left join ${ident(schema, 'operation')} m on m.id = s.merge_operation_id
      cross join lateral (
        select count(*) as open, count(*) filter (where g.is_certain) as certain
        from ${groups(schema)} where g.scan_id = s.id and ${isOpen}) c
    where ${where}`
}

function present({
  mergeStatus,
  mergeProcessed,
  mergeTotal,
  mergedGroups,
  skippedGroups,
  mergeError,
  mergeOperationId,
  mergeRecordCount,
  ...scan
}: ScanRow & Pick<StoredScan, 'teamUserId' | 'mergeGroups'>): StoredScan {
  const operation =
    mergeOperationId === null
      ? null
      : { id: mergeOperationId, kind: 'merge_records' as const, recordCount: mergeRecordCount ?? 0 }
  const merge = mergeStatus && {
    status: mergeStatus,
    processed: mergeProcessed,
    total: mergeTotal,
    mergedGroups,
    skippedGroups,
    error: mergeError,
    operation,
  }
  return { ...scan, merge }
}

export async function insertScan(
  executor: Executor,
  schema: string,
  owner: { teamUserId: number; dataCollectionId: number },
  body: FindDuplicatesBody,
): Promise<number> {
  const row = await one<{ id: number }>(
    executor,
    sql`insert into ${ident(schema, 'duplicate_scan')}
          (data_collection_id, team_user_id, rules, ignores_email_tags, similarity)
        values (${owner.dataCollectionId}, ${owner.teamUserId}, ${JSON.stringify(body.rules)}::jsonb,
          ${body.ignoresEmailTags}, ${body.similarity}) returning id`,
  )
  return (row as { id: number }).id
}

/** A search is its owner's alone; a job passes no owner. */
export async function findScan(
  executor: Executor,
  schema: string,
  id: number,
  teamUserId?: number,
): Promise<StoredScan | undefined> {
  const owner = teamUserId === undefined ? empty : sql`and s.team_user_id = ${teamUserId}`
  const row = await one<Parameters<typeof present>[0]>(
    executor,
    selectScans(schema, sql`s.id = ${id} ${owner}`),
  )
  return row && present(row)
}

const maxListed = 10

export async function listScans(
  executor: Executor,
  schema: string,
  dataCollectionId: number,
  teamUserId: number,
): Promise<StoredScan[]> {
  const found = await rows<Parameters<typeof present>[0]>(
    executor,
    sql`${selectScans(schema, sql`s.data_collection_id = ${dataCollectionId} and s.team_user_id = ${teamUserId}`)}
        order by s.id desc limit ${fixed(String(maxListed))}`,
  )
  return found.map(present)
}

/** @returns whether it may begin: not when somebody has cancelled it */
export async function startScan(executor: Executor, schema: string, id: number): Promise<boolean> {
  const started = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set status = 'running', processed = 0
        where id = ${id} and status in ('queued', 'running')`,
  )
  return started > 0
}

/** @returns whether it still runs */
export async function noteScanned(
  executor: Executor,
  schema: string,
  id: number,
  processed: number,
  total: number,
): Promise<boolean> {
  const noted = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set processed = ${processed}, total = ${total}
        where id = ${id} and status = 'running'`,
  )
  return noted > 0
}

/** In the search's own transaction. @returns whether nobody has cancelled it */
export async function finishScan(
  executor: Executor,
  schema: string,
  id: number,
  found: { groups: number; records: number },
): Promise<boolean> {
  const done = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set status = 'done', finished_at = now(),
          group_count = ${found.groups}, record_count = ${found.records}
        where id = ${id} and status = 'running'`,
  )
  return done > 0
}

export async function failScan(executor: Executor, schema: string, id: number, error: string): Promise<void> {
  await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set status = 'failed', finished_at = now(), error = ${error}
        where id = ${id} and status in ('queued', 'running')`,
  )
}

/** Whichever of the two is under way: the search, or the merging. */
export async function cancelWork(executor: Executor, schema: string, id: number): Promise<void> {
  await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set
          finished_at = case when status in ('queued', 'running') then now() else finished_at end,
          status = case when status in ('queued', 'running') then 'cancelled' else status end,
          merge_status = case when merge_status in ('queued', 'running') then 'cancelled' else merge_status end
        where id = ${id}`,
  )
}

/** @returns false when the search is not done, or another merging of it is under way */
export async function queueMerge(
  executor: Executor,
  schema: string,
  id: number,
  wanted: MergeGroups,
): Promise<boolean> {
  const queued = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set merge_status = 'queued',
          merge_groups = ${JSON.stringify(wanted)}::jsonb, merge_processed = 0, merge_total = 0, merged_groups = 0,
          skipped_groups = 0, merge_error = null, merge_operation_id = null
        where id = ${id} and status = 'done' and coalesce(merge_status, '') not in ('queued', 'running')`,
  )
  return queued > 0
}

export async function startMerge(executor: Executor, schema: string, id: number): Promise<boolean> {
  const started = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set merge_status = 'running', merge_processed = 0
        where id = ${id} and merge_status in ('queued', 'running')`,
  )
  return started > 0
}

export async function noteMerged(
  executor: Executor,
  schema: string,
  id: number,
  processed: number,
  total: number,
): Promise<boolean> {
  const noted = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set merge_processed = ${processed}, merge_total = ${total}
        where id = ${id} and merge_status = 'running'`,
  )
  return noted > 0
}

/** In the transaction of the merging itself. @returns whether nobody has cancelled it */
export async function finishManyMerged(
  executor: Executor,
  schema: string,
  id: number,
  outcome: { merged: number; skipped: number; operationId: number | null },
): Promise<boolean> {
  const done = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set merge_status = 'done', merged_groups = ${outcome.merged},
          skipped_groups = ${outcome.skipped}, merge_operation_id = ${outcome.operationId},
          merge_processed = merge_total
        where id = ${id} and merge_status = 'running'`,
  )
  return done > 0
}

export async function failMerge(
  executor: Executor,
  schema: string,
  id: number,
  error: string,
): Promise<void> {
  await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set merge_status = 'failed', merge_error = ${error}
        where id = ${id} and merge_status in ('queued', 'running')`,
  )
}

/** Numbers of open groups that a merging is about. */
export async function openGroups(
  executor: Executor,
  schema: string,
  scanId: number,
  wanted: MergeGroups,
): Promise<number[]> {
  const which =
    wanted === 'all'
      ? fixed('true')
      : wanted === 'certain'
        ? fixed('g.is_certain')
        : sql`g.n = any(${wanted}::int[])`
  const found = await rows<{ n: number }>(
    executor,
    sql`select g.n from ${groups(schema)} where g.scan_id = ${scanId} and ${isOpen} and ${which} order by g.n`,
  )
  return found.map(({ n }) => n)
}

/** A page of open groups, with the records that the scope's caller sees. */
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
          select g.n, g.certainty, g.is_certain from ${groups(schema)}
          where g.scan_id = ${scanId} and ${isOpen} order by g.n limit ${limit} offset ${offset}),
        seen as materialized (
          select m.n, ${ident(scope.recordAlias, 'id')} as id, ${nameSql(scope)} as name, ${avatarSql(scope)} as avatar,
            row_number() over (partition by m.n order by ${ident(scope.recordAlias, 'id')}) as place
          from page p join ${ident(schema, 'duplicate_member')} m on m.scan_id = ${scanId} and m.n = p.n
            join ${tables(scope)} on ${ident(scope.recordAlias, 'id')} = m.record_id
          where ${livingRows(scope)})
        select p.n, p.certainty, p.is_certain as "isCertain",
          (select count(*) from seen s where s.n = p.n) as size,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'avatar', s.avatar) order by s.place)
            from seen s where s.n = p.n and s.place <= 5), '[]') as records,
          coalesce((select json_agg(s.id order by s.place) from seen s where s.n = p.n and s.place <= 200), '[]')
            as "recordIds"
        from page p order by p.n`,
  )
}

/** More records than this are only put aside as a group: their pairs are too many to remember. */
const maxApart = 200

/** Puts a group aside and remembers each pair of it, or takes both back. @returns whether there is such a group */
export async function setDismissed(
  executor: Executor,
  schema: string,
  scanId: number,
  n: number,
  isDismissed: boolean,
  teamUserId: number,
): Promise<boolean> {
  const moment = isDismissed ? fixed('now()') : fixed('null')
  const found = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_group')} set dismissed_at = ${moment} where scan_id = ${scanId} and n = ${n}`,
  )
  if (found === 0) return false
  const members = sql`(select record_id from ${ident(schema, 'duplicate_member')} where scan_id = ${scanId} and n = ${n})`
  const apart = ident(schema, 'not_duplicate')
  await run(
    executor,
    isDismissed
      ? sql`insert into ${apart} (record_a, record_b, team_user_id)
          select a.record_id, b.record_id, ${teamUserId}::bigint
          from ${members} a join ${members} b on b.record_id > a.record_id
          where (select count(*) from ${members} c) <= ${fixed(String(maxApart))}
          on conflict do nothing`
      : sql`delete from ${apart} where record_a in ${members} and record_b in ${members}`,
  )
  return true
}

/** Marks merged every group of which a record is gone into another one by this operation. */
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

/** Searches nobody will come back for. */
export async function deleteOldScans(executor: Executor, schema: string): Promise<void> {
  const old = sql`(select id from ${ident(schema, 'duplicate_scan')} where created_at < now() - interval '30 days')`
  await run(executor, sql`delete from ${ident(schema, 'duplicate_member')} where scan_id in ${old}`)
  await run(executor, sql`delete from ${ident(schema, 'duplicate_group')} where scan_id in ${old}`)
  await run(executor, sql`delete from ${ident(schema, 'duplicate_scan')} where id in ${old}`)
}
