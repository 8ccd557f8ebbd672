/** Jobs that make backups: those that are due, and those that were asked for. */
import fs from 'node:fs'
import path from 'node:path'
import type { BackupErrorCode } from '@muster/contract/backups/backups.schema'
import { AppError } from '@muster/contract/errors'
import { z } from 'zod'
import { Cancelled, type Deps, type Progress, performRun, type Run } from '../../engine/public.ts'
import { BackupError, type BackupFault } from '../../platform/backup/backup-error.ts'
import { requireDiskSpace } from '../../platform/disk-space.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import { BackupFiles } from './backup-files.ts'
import { backupRun, findBackup, type StoredBackup } from './backups.repo.ts'
import { BackupsService } from './backups.service.ts'
import { rehearsalFolder } from './make-backup.ts'
import type { BackupProgress, MadeBackup } from './messages.ts'
import { inBackupProcess } from './run-process.ts'
import { discardRestored } from './swap-restored.ts'

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
    restore_backup: defineTask({
      schema: z.object({ restoreId: z.number(), backupId: z.number(), userId: z.string() }),
      maxAttempts: 2,
      run: (payload, context) => runRestore(deps, payload, context),
    }),
  }
}

async function runRestore(
  deps: Deps,
  { restoreId, backupId, userId }: { restoreId: number; backupId: number; userId: string },
  context: JobContext,
): Promise<void> {
  const { pool, config } = deps
  const run = backupRun(restoreId)
  let isReady = false
  await performRun({ pool, run, context }, async (progress) => {
    const backup = await findBackup(pool, backupId)
    if (!backup) throw new AppError('not_found')
    await failing(run, pool, context, async () => {
      const passphrase = requirePassphrase(deps)
      const order = { work: 'restore', config, passphrase, backup, restoreId, userId } as const
      try {
        await inBackupProcess(order, reporting(deps, progress), context.signal)
        isReady = await run.apply(pool, 'finish')
      } finally {
        if (!isReady) await discardRestored(config)
      }
    })
  })
  if (isReady) deps.restart()
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
    const { fileName } = stored
    await failing(run, pool, context, async () => {
      try {
        const order = { work: 'make', config, passphrase: requirePassphrase(deps), fileName } as const
        const made = await inBackupProcess(order, reporting(deps, progress), context.signal)
        const { size, sha256, rehearsedAt, missingFiles } = made as MadeBackup
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
        throw error
      }
    })
  })
}

/** A fault of a backup or a restore ends its run at once, with the line for operators. */
async function failing(
  run: Run,
  pool: Deps['pool'],
  { log }: JobContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    log.error({ err: error, backupId: run.id }, 'a backup or a restore failed')
    await run.apply(pool, 'fail', { error: codes[error.fault], error_detail: error.message })
  }
}

const reporting =
  ({ warnings }: Deps, progress: Progress) =>
  async (now: BackupProgress) => {
    requireDiskSpace(warnings)
    await progress({ ...now }, true)
  }

function requirePassphrase({ config }: Deps): string {
  if (config.backup.passphrase) return config.backup.passphrase
  throw new BackupError('no_passphrase', 'MUSTER_BACKUP_PASSPHRASE is not set.')
}

/** Removes the archive and the copy of the rehearsal, whose server may still be ending. */
async function cleanUp({ config }: Deps, files: BackupFiles, { fileName }: StoredBackup): Promise<void> {
  await files.discard(fileName)
  const rehearsal = path.join(config.dataDir, rehearsalFolder)
  await fs.promises.rm(rehearsal, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** Faults of the archive itself mean that it cannot be read again. */
const codes: Readonly<Record<BackupFault, BackupErrorCode>> = {
  no_passphrase: 'no_passphrase',
  exists: 'internal',
  not_a_backup: 'damaged',
  passphrase: 'wrong_passphrase',
  damaged: 'damaged',
  machine: 'damaged',
  differs: 'differs',
  insufficient_storage: 'insufficient_storage',
  not_stored: 'not_stored',
}
