/** SQL for searches for duplicates, and for the state of their jobs. */
import type { DuplicateScan, FindDuplicatesBody } from '@muster/contract/duplicates/duplicates.schema'
import type { RunState } from '@muster/contract/runs/runs.machine'
import { inColumn, Run } from '../../engine/public.ts'
import { type Executor, empty, ident, one, rawSql, rows, run, type Sql, sql } from '../../platform/db.ts'
import { groupsTable, isOpen, type MergeGroups } from './groups.repo.ts'

interface ScanRow extends Omit<DuplicateScan, 'merge'> {
  mergeStatus: RunState | null
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

function selectScans(schema: string, where: Sql): Sql {
  return sql`select s.id, s.data_collection_id as "dataCollectionId", s.team_user_id as "teamUserId", s.rules,
      s.ignores_email_tags as "ignoresEmailTags", s.similarity, s.status, s.processed, s.total,
      s.group_count as "groupCount", s.record_count as "recordCount", s.error, s.created_at as "createdAt",
      s.finished_at as "finishedAt", s.merge_status as "mergeStatus", s.merge_groups as "mergeGroups",
      s.merge_processed as "mergeProcessed", s.merge_total as "mergeTotal", s.merged_groups as "mergedGroups",
      s.skipped_groups as "skippedGroups", s.merge_error as "mergeError", s.merge_operation_id as "mergeOperationId",
      m.record_count as "mergeRecordCount", c.open as "openCount", c.certain as "openCertainCount",
      c.agreeing as "openAgreeingCount", coalesce(f.differs, '[]') as "openDiffers"
    from ${ident(schema, 'duplicate_scan')} s
      left join ${ident(schema, 'operation')} m on m.id = s.merge_operation_id
      cross join lateral (
        select count(*) as open, count(*) filter (where g.is_certain) as certain,
          count(*) filter (where g.differs = '{}') as agreeing
        from ${groupsTable(schema)} where g.scan_id = s.id and ${isOpen}) c
      cross join lateral (
        select json_agg(json_build_object('field', d.field, 'groups', d.groups) order by d.groups desc, d.field) as differs
        from (select field, count(*) as groups from ${groupsTable(schema)} cross join unnest(g.differs) field
          where g.scan_id = s.id and ${isOpen} group by 1) d) f
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

/** @param teamUserId only the owner may see a search; jobs pass no owner */
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
        order by s.id desc limit ${rawSql(String(maxListed))}`,
  )
  return found.map(present)
}

const ended = { finished_at: sql`now()` }

/** The run of the search. */
export function searchRun(schema: string, scanId: number): Run {
  return new Run(
    {
      table: ident(schema, 'duplicate_scan'),
      ...inColumn('status'),
      also: { start: { processed: 0 }, finish: ended, fail: ended, cancel: ended },
      failure: ({ code }) => ({ error: code }),
    },
    scanId,
  )
}

/** The run that merges many of its groups. */
export function mergeRun(schema: string, scanId: number): Run {
  return new Run(
    {
      table: ident(schema, 'duplicate_scan'),
      ...inColumn('merge_status'),
      also: { start: { merge_processed: 0 }, finish: { merge_processed: sql`merge_total` } },
      failure: ({ code }) => ({ merge_error: code }),
    },
    scanId,
  )
}

/** Cancels whichever of the two runs is active. */
export async function cancelWork(executor: Executor, schema: string, scanId: number): Promise<void> {
  if (await searchRun(schema, scanId).apply(executor, 'cancel')) return
  await mergeRun(schema, scanId).apply(executor, 'cancel')
}

/** @returns false when the search is not done, or another merge of its groups is active */
export async function queueMerge(
  executor: Executor,
  schema: string,
  id: number,
  groups: MergeGroups,
): Promise<boolean> {
  const queued = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set merge_status = 'queued',
          merge_groups = ${JSON.stringify(groups)}::jsonb, merge_processed = 0, merge_total = 0, merged_groups = 0,
          skipped_groups = 0, merge_error = null, merge_operation_id = null
        where id = ${id} and status = 'done' and coalesce(merge_status, '') not in ('queued', 'running')`,
  )
  return queued > 0
}

/** Deletes searches older than 30 days. */
export async function deleteOldScans(executor: Executor, schema: string): Promise<void> {
  const old = sql`(select id from ${ident(schema, 'duplicate_scan')} where created_at < now() - interval '30 days')`
  await run(executor, sql`delete from ${ident(schema, 'duplicate_member')} where scan_id in ${old}`)
  await run(executor, sql`delete from ${ident(schema, 'duplicate_group')} where scan_id in ${old}`)
  await run(executor, sql`delete from ${ident(schema, 'duplicate_scan')} where id in ${old}`)
}
