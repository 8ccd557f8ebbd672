/** Restores a backup beside the running server, up to the moment at which it only has to be put in place. */
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { restoreBackup } from '../../platform/backup/restore.ts'
import { blobsOf } from '../../platform/storage/blobs-of.ts'
import { BackupFiles } from './backup-files.ts'
import type { BackupProgress, RestoreOrder } from './messages.ts'
import { backupSource, markRestored } from './source.ts'
import { counter, expectedBytes, requireFree } from './space.ts'
import { readyFile, replacedFolder, restoredFolder } from './swap-restored.ts'

/** @throws BackupError, or what the database, the disk or the bucket throw */
export async function restoreBeside(
  { config, passphrase, backup, restoreId, userId }: RestoreOrder,
  report: (progress: BackupProgress) => void,
): Promise<void> {
  const { dataDir, minFreeBytes } = config
  const source = backupSource(config)
  const expected = await expectedBytes(config, source)
  await requireFree(dataDir, expected + minFreeBytes)
  const target = path.join(dataDir, restoredFolder)
  for (const left of [target, path.join(dataDir, replacedFolder)]) {
    await fs.promises.rm(left, { recursive: true, force: true })
  }
  const files = new BackupFiles(config)
  const archive = path.join(source.scratch, `restore-${restoreId}`)
  await fs.promises.mkdir(source.scratch, { recursive: true, mode: 0o700 })
  try {
    const fetching = counter('fetching', backup.size ?? expected, report)
    const content = await files.open(backup)
    content.on('data', (chunk: Buffer) => fetching.add(chunk.length))
    await pipeline(content, fs.createWriteStream(archive, { mode: 0o600, flush: true }))
    const unpacking = counter('unpacking', expected, report)
    const mark = async (client: pg.Client) => {
      await carryOver(source.url, client, restoreId)
      await markRestored(client)
      await noteInAuditLog(client, { restoreId, userId, fileName: backup.fileName })
    }
    await restoreBackup(archive, passphrase, target, blobsOf(config), mark, {
      onBytes: unpacking.add,
      onUnpacked: () => report({ phase: 'comparing', processed: 0, total: null }),
    })
    await fs.promises.writeFile(path.join(target, readyFile), '', { flush: true })
  } catch (error) {
    await fs.promises.rm(target, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    throw error
  } finally {
    await fs.promises.rm(archive, { force: true })
  }
}

/** The restored database gets the list of backups as it is now: their files are still there. */
async function carryOver(url: string, restored: pg.Client, restoreId: number): Promise<void> {
  const { rows } = await restored.query(`select to_regclass('muster.backup') is not null as exists`)
  // The backup may be older than the table.
  if (!rows[0].exists) return
  const present = new pg.Client({ connectionString: url })
  await present.connect()
  try {
    const found = await present.query(`select coalesce(json_agg(b), '[]')::text as list from muster.backup b`)
    await restored.query('delete from muster.backup')
    await restored.query(
      `insert into muster.backup overriding system value
       select * from json_populate_recordset(null::muster.backup, $1)`,
      [found.rows[0].list],
    )
  } finally {
    await present.end()
  }
  await restored.query(
    `update muster.backup set state = 'done', phase = null, ended_at = now() where id = $1`,
    [restoreId],
  )
  await restored.query(
    `select setval(pg_get_serial_sequence('muster.backup', 'id'), (select max(id) from muster.backup))`,
  )
}

async function noteInAuditLog(
  client: pg.Client,
  { restoreId, userId, fileName }: { restoreId: number; userId: string; fileName: string },
): Promise<void> {
  await client.query(
    `insert into muster.audit_event (user_id, subject, subject_id, subject_name, action)
     values ($1, 'backup', $2, $3, 'restored')`,
    [userId, restoreId, fileName],
  )
}
