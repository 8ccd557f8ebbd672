/** What a backup of the embedded database consists of. */
import path from 'node:path'
import type pg from 'pg'
import type { BackupSource } from '../../platform/backup/backup.ts'
import type { Config } from '../../platform/config.ts'
import { runningUrl } from '../../platform/embedded-postgres/running-server.ts'
import { blobsOf } from '../../platform/storage/blobs-of.ts'
import { contentKeys } from '../files/public.ts'

/** @throws StartError when the embedded database does not run */
export function backupSource(config: Config): BackupSource {
  const home = path.join(config.dataDir, 'postgres')
  return {
    url: runningUrl(home, 'muster'),
    home,
    secret: config.secret,
    blobs: blobsOf(config),
    contentKeys,
    scratch: path.join(config.dataDir, 'incoming'),
  }
}

/**
 * Notes in a restored database that it is one. Messages that were due since the backup may have been sent, so that
 * they wait for a person; and the backup itself, which was running, has no job any more.
 */
export async function markRestored(client: pg.Client): Promise<void> {
  await client.query(
    `insert into muster.installation_step (name) values ('restored')
     on conflict (name) do update set begun_at = excluded.begun_at, done_at = null`,
  )
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('muster.backup') is not null as exists`,
  )
  // The backup may be older than the table.
  if (!rows[0]?.exists) return
  await client.query(
    `update muster.backup set state = 'failed', error = 'interrupted', phase = null, ended_at = now()
     where state in ('queued', 'running')`,
  )
}
