/** Makes a backup, rehearses it and stores it: the work of the backup process. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBackup } from '../../platform/backup/backup.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { rehearseBackup } from '../../platform/backup/restore.ts'
import type { Config } from '../../platform/config.ts'
import { BackupFiles } from './backup-files.ts'
import type { BackupProgress, MadeBackup, MakeOrder } from './messages.ts'
import { backupSource } from './source.ts'
import { counter, expectedBytes, requireFree } from './space.ts'

/** The folder of a rehearsal, below the data folder. */
export const rehearsalFolder = 'rehearsal'

/** @throws BackupError, or what the database, the disk or the bucket throw */
export async function makeBackup(
  { config, passphrase, fileName }: MakeOrder,
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
