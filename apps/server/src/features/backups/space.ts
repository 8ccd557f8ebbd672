/** How many bytes there are to copy, how far that is, and whether there is room for them. */
import fs from 'node:fs'
import path from 'node:path'
import type { BackupPhase } from '@muster/contract/backups/backups.schema'
import pg from 'pg'
import type { BackupSource } from '../../platform/backup/backup.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import type { Config } from '../../platform/config.ts'
import type { BackupProgress } from './messages.ts'

const reportEveryMs = 300

/** Reports the bytes of a phase, at most every 300 ms. */
export function counter(phase: BackupPhase, total: number, report: (progress: BackupProgress) => void) {
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
export async function expectedBytes({ dataDir, s3 }: Config, { url }: BackupSource): Promise<number> {
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

/** @throws BackupError insufficient_storage */
export async function requireFree(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await fs.promises.statfs(folder)
  if (bavail * bsize >= needed) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
  throw new BackupError(
    'insufficient_storage',
    `This needs up to ${megabytes(needed)} MB in ${folder}, and ${megabytes(bavail * bsize)} MB are free.`,
  )
}
