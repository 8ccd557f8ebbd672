/** SQL for muster.backup. */
import type { Backup, BackupKind, BackupLocation } from '@muster/contract/backups/backups.schema'
import { inColumn, Run } from '../../engine/public.ts'
import { type Executor, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

export type StoredBackup = Omit<Backup, 'hasFile'>

const columns = sql`id, kind, state, created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt", phase,
  processed, total, file_name as "fileName", location, size, sha256, rehearsed_at as "rehearsedAt",
  missing_files as "missingFiles", error, error_detail as "errorDetail"`

/** Those who plan or begin backups wait for each other. */
export async function lockBackups(client: Transaction): Promise<void> {
  await run(client, sql`select pg_advisory_xact_lock(hashtext('muster.backup'))`)
}

export function insertBackup(
  executor: Executor,
  { kind, fileName, location }: { kind: BackupKind; fileName: string; location: BackupLocation },
): Promise<StoredBackup> {
  return one<StoredBackup>(
    executor,
    sql`insert into muster.backup (kind, file_name, location) values (${kind}, ${fileName}, ${location})
        returning ${columns}`,
  ) as Promise<StoredBackup>
}

export function findBackup(executor: Executor, id: number): Promise<StoredBackup | undefined> {
  return one<StoredBackup>(executor, sql`select ${columns} from muster.backup where id = ${id}`)
}

/** Newest first. */
export function listBackups(executor: Executor): Promise<StoredBackup[]> {
  return rows<StoredBackup>(executor, sql`select ${columns} from muster.backup order by id desc limit 500`)
}

export async function isBackupUnderWay(executor: Executor): Promise<boolean> {
  const found = await one(executor, sql`select from muster.backup where state in ('queued', 'running')`)
  return found !== undefined
}

/**
 * The moment from which on a due backup has not been made: that of the last scheduled one, or of the last change of the
 * schedule, if that is later.
 */
export async function plannedSince(executor: Executor): Promise<string | null> {
  const row = await one<{ at: string | null }>(
    executor,
    sql`select greatest(
          (select max(created_at) from muster.backup where kind = 'scheduled'),
          (select max(updated_at) from muster.system_setting
           where key in ('backupSchedule', 'backupHour', 'backupWeekday', 'backupTimeZone'))) as at`,
  )
  return row?.at ?? null
}

/** The last backup that ended by itself. */
export function lastEnded(executor: Executor): Promise<StoredBackup | undefined> {
  return one<StoredBackup>(
    executor,
    sql`select ${columns} from muster.backup where state in ('done', 'failed') and kind <> 'restore'
        order by id desc limit 1`,
  )
}

const ended = { ended_at: sql`now()`, phase: null }

/** The run that makes a backup. */
export function backupRun(id: number): Run {
  return new Run(
    {
      table: sql`muster.backup`,
      ...inColumn('state'),
      also: {
        start: { started_at: sql`now()`, phase: null, processed: 0, total: null },
        finish: ended,
        fail: ended,
        cancel: ended,
      },
      failure: ({ code }) => ({ error: code }),
    },
    id,
  )
}

/** Backups beyond the newest `kept` that are done, and all that failed before the oldest of those. */
export function findBeyond(executor: Executor, kept: number): Promise<StoredBackup[]> {
  return rows<StoredBackup>(
    executor,
    sql`select ${columns} from muster.backup
        where state in ('done', 'failed', 'cancelled') and id < (
          select min(id) from (
            select id from muster.backup where state = 'done' and kind <> 'restore' order by id desc limit ${kept}) newest)
        order by id`,
  )
}

/** Deletes only a backup that has ended. */
export async function deleteBackup(executor: Executor, id: number): Promise<boolean> {
  const deleted = await run(
    executor,
    sql`delete from muster.backup where id = ${id} and state not in ('queued', 'running')`,
  )
  return deleted > 0
}
