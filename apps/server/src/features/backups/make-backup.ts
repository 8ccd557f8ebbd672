/** Makes a backup, rehearses it and stores it: the work of the backup process. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupPhase } from '@muster/contract/backups/backups.schema'
import pg from 'pg'
import { type BackupSource, createBackup } from '../../platform/backup/backup.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { rehearseBackup } from '../../platform/backup/restore.ts'
import type { Config } from '../../platform/config.ts'
import { BackupFiles } from './backup-files.ts'
import type { BackupOrder, BackupProgress, MadeBackup } from './messages.ts'
import { backupSource } from './source.ts'

/** The folder of a rehearsal, below the data folder. */
export const rehearsalFolder = 'rehearsal'

const reportEveryMs = 300

/** @throws BackupError, or what the database, the disk or the bucket throw */
export async function makeBackup(
  { config, passphrase, fileName }: BackupOrder,
  report: (progress: BackupProgress) => void,
): Promise<MadeBackup> {
  const files = new BackupFiles(config)
  await storing(files, () => files.check())
  const source = backupSource(config)
  const file = await files.begin(fileName)
  const expected = await expectedBytes(config, source)
  await requireSpace(config, file, expected)

  const copying = counter('copying', expected, report)
  const manifest = await createBackup(source, file, passphrase, copying.add)

  const unpacking = counter('unpacking', copying.counted(), report)
  await rehearseBackup(file, passphrase, path.join(config.dataDir, rehearsalFolder), {
    onBytes: unpacking.add,
    onUnpacked: () => report({ phase: 'comparing', processed: 0, total: null }),
  })
  const rehearsedAt = new Date().toISOString()

  const { size } = await fs.promises.stat(file)
  const hash = crypto.createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  if (files.location === 'bucket') {
    const stored = counter('storing', size, report)
    await storing(files, () => files.store(fileName, stored.add))
  }
  return { size, sha256: hash.digest('hex'), rehearsedAt, missingFiles: manifest.missingFiles.length }
}

/** @throws BackupError not_stored */
async function storing(files: BackupFiles, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new BackupError('not_stored', `${files.place} does not take the backup: ${reason}`, {
      cause: error,
    })
  }
}

/** Reports the bytes of a phase, at most every 300 ms. */
function counter(phase: BackupPhase, total: number, report: (progress: BackupProgress) => void) {
  let counted = 0
  let reportedAt = Date.now()
  report({ phase, processed: 0, total })
  return {
    add(count: number): void {
      counted += count
      if (Date.now() - reportedAt < reportEveryMs) return
      reportedAt = Date.now()
      report({ phase, processed: Math.min(counted, total), total })
    },
    counted: () => counted,
  }
}

/** About as many bytes as the archive will have before it is compressed; contents in a bucket are not known. */
async function expectedBytes({ dataDir, s3 }: Config, { url }: BackupSource): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ size: string }>(
      'select sum(pg_database_size(oid))::text as size from pg_database',
    )
    const files = s3 ? 0 : await folderSize(path.join(dataDir, 'files'))
    return Number(rows[0]!.size) + files
  } finally {
    await client.end()
  }
}

async function folderSize(folder: string): Promise<number> {
  if (!fs.existsSync(folder)) return 0
  let size = 0
  for (const entry of await fs.promises.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const stat = await fs.promises.stat(path.join(entry.parentPath, entry.name)).catch(() => undefined)
    size += stat?.size ?? 0
  }
  return size
}

/**
 * The archive and the copy of the rehearsal must fit on the disk, because a database without room for its log ends.
 *
 * @throws BackupError insufficient_storage
 */
async function requireSpace(config: Config, file: string, expected: number): Promise<void> {
  const archive = path.dirname(file)
  const [one, other] = await Promise.all([archive, config.dataDir].map((folder) => fs.promises.stat(folder)))
  const isSameDisk = one!.dev === other!.dev
  await requireFree(config.dataDir, (isSameDisk ? 2 : 1) * expected + config.minFreeBytes)
  if (!isSameDisk) await requireFree(archive, expected)
}

async function requireFree(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await fs.promises.statfs(folder)
  if (bavail * bsize >= needed) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
  throw new BackupError(
    'insufficient_storage',
    `A backup needs up to ${megabytes(needed)} MB in ${folder}, and ${megabytes(bavail * bsize)} MB are free.`,
  )
}
