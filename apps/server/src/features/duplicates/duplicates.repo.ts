/** Rows of searches for duplicates, and of what is under way about them. */
import type {
  DuplicateScan,
  FindDuplicatesBody,
  WorkStatus,
} from '@muster/contract/duplicates/duplicates.schema'
import { type Executor, empty, ident, one, rawSql, rows, run, type Sql, sql } from '../../platform/db.ts'
import { groupsTable, isOpen, type MergeGroups } from './groups.repo.ts'

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
        from ${groupsTable(schema)} where g.scan_id = s.id and ${isOpen}) c
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
        order by s.id desc limit ${rawSql(String(maxListed))}`,
  )
  return found.map(present)
}

/** What is done about a search, one after the other: the search itself, and the merging of what it found. */
export type Work = 'search' | 'merge'

const columnsOf = {
  search: { status: 'status', processed: 'processed', total: 'total', error: 'error' },
  merge: {
    status: 'merge_status',
    processed: 'merge_processed',
    total: 'merge_total',
    error: 'merge_error',
  },
} as const

const isUnderWay = (column: string): Sql => sql`${ident(column)} in ('queued', 'running')`

/** @returns whether it may begin: not when somebody has cancelled it */
export async function startWork(
  executor: Executor,
  schema: string,
  work: Work,
  id: number,
): Promise<boolean> {
  const { status, processed } = columnsOf[work]
  const started = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set ${ident(status)} = 'running', ${ident(processed)} = 0
        where id = ${id} and ${isUnderWay(status)}`,
  )
  return started > 0
}

/** @returns whether it still runs */
export async function noteWork(
  executor: Executor,
  schema: string,
  work: Work,
  id: number,
  done: { processed: number; total: number },
): Promise<boolean> {
  const { status, processed, total } = columnsOf[work]
  const noted = await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')}
        set ${ident(processed)} = ${done.processed}, ${ident(total)} = ${done.total}
        where id = ${id} and ${ident(status)} = 'running'`,
  )
  return noted > 0
}

export async function failWork(
  executor: Executor,
  schema: string,
  work: Work,
  id: number,
  code: string,
): Promise<void> {
  const { status, error } = columnsOf[work]
  const ended = work === 'search' ? sql`, finished_at = now()` : empty
  await run(
    executor,
    sql`update ${ident(schema, 'duplicate_scan')} set ${ident(status)} = 'failed', ${ident(error)} = ${code} ${ended}
        where id = ${id} and ${isUnderWay(status)}`,
  )
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

/** Searches nobody will come back for. */
export async function deleteOldScans(executor: Executor, schema: string): Promise<void> {
  const old = sql`(select id from ${ident(schema, 'duplicate_scan')} where created_at < now() - interval '30 days')`
  await run(executor, sql`delete from ${ident(schema, 'duplicate_member')} where scan_id in ${old}`)
  await run(executor, sql`delete from ${ident(schema, 'duplicate_group')} where scan_id in ${old}`)
  await run(executor, sql`delete from ${ident(schema, 'duplicate_scan')} where id in ${old}`)
}
