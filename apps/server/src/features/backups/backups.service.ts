/** Backups of the whole system: which there are, and what system administrators do with them. */
import crypto from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AuditAction } from '@muster/contract/audit/audit.schema'
import type { BackupOverview } from '@muster/contract/backups/backups.api'
import type { Backup, BackupKind } from '@muster/contract/backups/backups.schema'
import { lastDue, nextDue } from '@muster/contract/backups/schedule'
import { AppError } from '@muster/contract/errors'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import type { Config } from '../../platform/config.ts'
import { type Executor, type Transaction, transaction } from '../../platform/db.ts'
import { systemSettings } from '../settings/public.ts'
import { BackupFiles } from './backup-files.ts'
import {
  backupRun,
  deleteBackup,
  findBackup,
  findBeyond,
  insertBackup,
  isBackupUnderWay,
  lastEnded,
  listBackups,
  lockBackups,
  plannedSince,
  type StoredBackup,
} from './backups.repo.ts'

/** Whether the server itself makes backups according to the schedule. */
const isPlanning = ({ databaseUrl, backup }: Config) => !databaseUrl && backup.passphrase !== undefined

export class BackupsService {
  private readonly deps: Deps
  private readonly files: BackupFiles

  constructor(deps: Deps) {
    this.deps = deps
    this.files = new BackupFiles(deps.config)
  }

  async overview(): Promise<BackupOverview> {
    const { pool, config } = this.deps
    const next = isPlanning(config) ? nextDue(await systemSettings(pool), Date.now()) : null
    return {
      database: config.databaseUrl ? 'external' : 'embedded',
      hasPassphrase: config.backup.passphrase !== undefined,
      location: this.files.location,
      place: this.files.place,
      nextAt: next === null ? null : new Date(next).toISOString(),
      items: (await listBackups(pool)).map((stored) => this.present(stored)),
    }
  }

  /** @throws AppError backup_external, backup_no_passphrase, backup_running */
  async create(): Promise<Backup> {
    const { databaseUrl, backup } = this.deps.config
    if (databaseUrl) throw new AppError('backup_external')
    if (!backup.passphrase) throw new AppError('backup_no_passphrase')
    const stored = await transaction(this.deps.pool, async (client) => {
      await lockBackups(client)
      if (await isBackupUnderWay(client)) throw new AppError('backup_running')
      const begun = await this.begin(client, 'manual')
      await audited(client, begun, 'created')
      return begun
    })
    return this.present(stored)
  }

  /**
   * Begins a scheduled backup if one is due. One that was missed while the server did not run is made up for.
   *
   * @returns whether it has begun
   */
  async createDue(now: number): Promise<boolean> {
    const { pool, config } = this.deps
    if (!isPlanning(config)) return false
    return transaction(pool, async (client) => {
      await lockBackups(client)
      const due = lastDue(await systemSettings(client), now)
      const since = await plannedSince(client)
      if (due === null || (since !== null && Date.parse(since) >= due)) return false
      if (await isBackupUnderWay(client)) return false
      await this.begin(client, 'scheduled')
      return true
    })
  }

  /**
   * @param fileName as the caller has typed it
   * @throws AppError not_found, validation_failed for another name, job_not_ready for one without a file,
   * backup_no_passphrase, backup_running
   */
  async restore(id: number, fileName: string, userId: string): Promise<Backup> {
    const { pool, config, jobs } = this.deps
    const backup = await this.find(pool, id)
    if (fileName.trim() !== backup.fileName) {
      throw new AppError('validation_failed', { errors: [{ path: 'fileName', code: 'invalid' }] })
    }
    if (config.databaseUrl || !this.present(backup).hasFile) throw new AppError('job_not_ready')
    if (!config.backup.passphrase) throw new AppError('backup_no_passphrase')
    const stored = await transaction(pool, async (client) => {
      await lockBackups(client)
      if (await isBackupUnderWay(client)) throw new AppError('backup_running')
      const begun = await insertBackup(client, { kind: 'restore', fileName, location: backup.location })
      const payload = { restoreId: begun.id, backupId: id, userId }
      await jobs.add('restore_backup', payload, { client, queue: 'backups' })
      await audited(client, backup, 'restored')
      return begun
    })
    return this.present(stored)
  }

  private async begin(client: Transaction, kind: BackupKind): Promise<StoredBackup> {
    // Two of the same second have different names.
    const at = new Date().toISOString().slice(0, 19).replaceAll(':', '')
    const fileName = `muster-${at}-${crypto.randomBytes(3).toString('hex')}.age`
    const stored = await insertBackup(client, { kind, fileName, location: this.files.location })
    await this.deps.jobs.add('make_backup', { backupId: stored.id }, { client, queue: 'backups' })
    return stored
  }

  /** @throws AppError not_found, job_not_ready when it has ended */
  async cancel(id: number): Promise<Backup> {
    const { pool } = this.deps
    const stored = await this.find(pool, id)
    await transaction(pool, async (client) => {
      if (!(await backupRun(id).apply(client, 'cancel'))) throw new AppError('job_not_ready')
      await audited(client, stored, 'cancelled')
    })
    return this.present(await this.find(pool, id))
  }

  /** @throws AppError not_found, job_not_ready while it runs */
  async remove(id: number): Promise<void> {
    const { pool } = this.deps
    const stored = await this.find(pool, id)
    if (isUnderWay(stored.state)) throw new AppError('job_not_ready')
    // First the file: if that fails, the row still says where it is.
    await this.removeFile(stored)
    await transaction(pool, async (client) => {
      if (await deleteBackup(client, id)) await audited(client, stored, 'deleted')
    })
  }

  /** @throws AppError not_found, job_not_ready before it is done */
  async download(id: number): Promise<{ stream: Readable; size: number; fileName: string }> {
    const stored = await this.find(this.deps.pool, id)
    const { state, size, fileName } = stored
    if (state !== 'done' || size === null || stored.kind === 'restore') throw new AppError('job_not_ready')
    const stream = await this.files.open(stored)
    await transaction(this.deps.pool, (client) => audited(client, stored, 'downloaded'))
    return { stream, size, fileName }
  }

  /** Removes what is beyond the number that is kept: first the files, so that none is left without its row. */
  async removeBeyond(): Promise<number> {
    const { pool } = this.deps
    const { backupsKept } = await systemSettings(pool)
    const beyond = await findBeyond(pool, backupsKept)
    for (const stored of beyond) {
      await this.removeFile(stored)
      await deleteBackup(pool, stored.id)
    }
    return beyond.length
  }

  private async removeFile(stored: StoredBackup): Promise<void> {
    // A restore names the file of a backup.
    if (stored.kind !== 'restore') await this.files.remove(stored)
  }

  private async find(executor: Executor, id: number): Promise<StoredBackup> {
    const found = await findBackup(executor, id)
    if (!found) throw new AppError('not_found')
    return found
  }

  private present(stored: StoredBackup): Backup {
    const { state, kind } = stored
    return { ...stored, hasFile: state === 'done' && kind !== 'restore' && this.files.hasFile(stored) }
  }
}

/** Whether the last backup that ended by itself has failed. */
export async function hasBackupFailed(executor: Executor): Promise<boolean> {
  return (await lastEnded(executor))?.state === 'failed'
}

function audited(client: Transaction, { id, fileName }: StoredBackup, action: AuditAction): Promise<void> {
  return audit(client, { teamId: null, subject: 'backup', subjectId: id, name: fileName, action })
}
