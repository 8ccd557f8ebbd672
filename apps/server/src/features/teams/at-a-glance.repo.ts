/** SQL of the admin dashboard. */
import type pg from 'pg'
import { type Executor, ident, one, rows, sql } from '../../platform/db.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'

/** Slower counts are omitted from the dashboard. */
const budgetMs = scaledTimeout(1500)
const timedOut = '57014'

export interface RecordCount {
  count: number
  inTrash: number
}

/** By home collection; null on timeout. */
export async function countRecords(pool: pg.Pool, schema: string): Promise<Map<number, RecordCount> | null> {
  const client = await pool.connect()
  try {
    await client.query(`begin read only; set local statement_timeout = ${budgetMs}`)
    const found = await rows<RecordCount & { id: number }>(
      client,
      sql`select data_collection_id as id, count(*) filter (where deleted_at is null) as count,
            count(*) filter (where deleted_at is not null) as "inTrash"
          from ${ident(schema, 'data_record')} group by data_collection_id`,
    )
    await client.query('commit')
    return new Map(found.map(({ id, ...counts }) => [id, counts]))
  } catch (error) {
    await client.query('rollback')
    if ((error as pg.DatabaseError).code === timedOut) return null
    throw error
  } finally {
    client.release()
  }
}

export interface TableSize {
  name: string
  /** Including TOAST, without indexes. */
  bytes: number
  indexBytes: number
  indexes: number
}

export function tableSizes(executor: Executor, schema: string): Promise<TableSize[]> {
  return rows(
    executor,
    sql`select c.relname as name, pg_table_size(c.oid) as bytes, pg_indexes_size(c.oid) as "indexBytes",
          (select count(*) from pg_index i where i.indrelid = c.oid) as indexes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${schema} and c.relkind = 'r'`,
  )
}

export interface Work {
  running: number
  failed: number
}

/** Counts background operations and searches for duplicates. */
export async function countWorkOfTeam(executor: Executor, schema: string): Promise<Work> {
  const row = await one<Work>(
    executor,
    sql`select coalesce(sum(w.running), 0)::bigint as running, coalesce(sum(w.failed), 0)::bigint as failed from (
          select count(*) filter (where details -> 'run' ->> 'state' = 'running') as running,
            count(*) filter (where details -> 'run' ->> 'state' = 'failed') as failed
          from ${ident(schema, 'operation')} where details ? 'run' and at > now() - interval '30 days'
          union all
          select count(*) filter (where status in ('queued', 'running')),
            count(*) filter (where status = 'failed')
          from ${ident(schema, 'duplicate_scan')} where created_at > now() - interval '30 days') w`,
  )
  return row ?? { running: 0, failed: 0 }
}

/** Counts imports and exports. */
export async function countWorkOfPlatform(executor: Executor, teamId: number): Promise<Work> {
  const row = await one<Work>(
    executor,
    sql`select coalesce(sum(w.running), 0)::bigint as running, coalesce(sum(w.failed), 0)::bigint as failed from (
          select count(*) filter (where status in ('checking', 'queued', 'running')) as running,
            count(*) filter (where status = 'failed') as failed
          from muster.data_import where team_id = ${teamId} and created_at > now() - interval '30 days'
          union all
          select count(*) filter (where status in ('queued', 'running')), count(*) filter (where status = 'failed')
          from muster.data_export where team_id = ${teamId} and created_at > now() - interval '30 days') w`,
  )
  return row ?? { running: 0, failed: 0 }
}

export async function countUsers(
  executor: Executor,
  teamId: number,
): Promise<{ current: number; invited: number; deactivated: number }> {
  const row = await one<{ current: number; invited: number; deactivated: number }>(
    executor,
    sql`select count(*) filter (where activated_at is not null and deactivated_as_of is null) as current,
          count(*) filter (where activated_at is null and invitation_cancelled_at is null) as invited,
          count(*) filter (where activated_at is not null and deactivated_as_of is not null) as deactivated
        from muster.team_user where team_id = ${teamId}`,
  )
  return row ?? { current: 0, invited: 0, deactivated: 0 }
}
