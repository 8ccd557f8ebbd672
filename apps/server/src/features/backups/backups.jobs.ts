/** Jobs that make backups: those that are due, and those that were asked for. */
import fs from 'node:fs'
import path from 'node:path'
import type { BackupErrorCode } from '@muster/contract/backups/backups.schema'
import { z } from 'zod'
import { Cancelled, type Deps, type Progress, performRun } from '../../engine/public.ts'
import { BackupError, type BackupFault } from '../../platform/backup/backup-error.ts'
import { requireDiskSpace } from '../../platform/disk-space.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import { BackupFiles } from './backup-files.ts'
import { backupRun, findBackup, type StoredBackup } from './backups.repo.ts'
import { BackupsService } from './backups.service.ts'
import { rehearsalFolder } from './make-backup.ts'
import type { MadeBackup } from './messages.ts'
import { inBackupProcess } from './run-process.ts'

export function backupsTasks(deps: Deps) {
  const service = new BackupsService(deps)
  return {
    plan_backups: defineTask({
      schema: z.object({}),
      cron: '*/10 * * * *',
      async run(_payload, { log }) {
        if (await service.createDue(Date.now())) log.info('a scheduled backup begins')
      },
    }),
    make_backup: defineTask({
      schema: z.object({ backupId: z.number() }),
      maxAttempts: 2,
      async run({ backupId }, context) {
        await runBackup(deps, backupId, context)
        await service.removeBeyond()
      },
    }),
  }
}

async function runBackup(deps: Deps, backupId: number, context: JobContext): Promise<void> {
  const { pool, config } = deps
  const run = backupRun(backupId)
  const files = new BackupFiles(config)
  await performRun({ pool, run, context }, async (progress) => {
    const stored = await findBackup(pool, backupId)
    if (!stored) throw new Cancelled()
    // What an attempt before this one has left.
    await cleanUp(deps, files, stored)
    try {
      const made = await make(deps, stored, progress, context)
      const { size, sha256, rehearsedAt, missingFiles } = made
      if (missingFiles > 0) context.log.warn({ backupId, missingFiles }, 'files are missing in a backup')
      const isDone = await run.apply(pool, 'finish', {
        size,
        sha256,
        rehearsed_at: rehearsedAt,
        missing_files: missingFiles,
      })
      if (isDone) return
      await files.remove(stored)
      throw new Cancelled()
    } catch (error) {
      await cleanUp(deps, files, stored)
      if (!(error instanceof BackupError)) throw error
      context.log.error({ err: error, backupId }, 'a backup failed')
      await run.apply(pool, 'fail', { error: codes[error.fault], error_detail: error.message })
    }
  })
}

function make(
  deps: Deps,
  { fileName }: StoredBackup,
  progress: Progress,
  { signal }: JobContext,
): Promise<MadeBackup> {
  const { config, warnings } = deps
  const { passphrase } = config.backup
  if (!passphrase) throw new BackupError('passphrase', 'MUSTER_BACKUP_PASSPHRASE is not set.')
  return inBackupProcess(
    { config, passphrase, fileName },
    async (now) => {
      requireDiskSpace(warnings)
      await progress({ ...now }, true)
    },
    signal,
  )
}

/** Removes the archive and the copy of the rehearsal, whose server may still be ending. */
async function cleanUp({ config }: Deps, files: BackupFiles, { fileName }: StoredBackup): Promise<void> {
  await files.discard(fileName)
  const rehearsal = path.join(config.dataDir, rehearsalFolder)
  await fs.promises.rm(rehearsal, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** Faults of the archive itself mean that it cannot be read again. */
const codes: Readonly<Record<BackupFault, BackupErrorCode>> = {
  exists: 'internal',
  busy: 'busy',
  not_a_backup: 'damaged',
  passphrase: 'no_passphrase',
  damaged: 'damaged',
  machine: 'damaged',
  differs: 'differs',
  insufficient_storage: 'insufficient_storage',
  not_stored: 'not_stored',
}
