/** Messages between the server and the backup process. */
import type { Backup, BackupPhase } from '@muster/contract/backups/backups.schema'
import type { BackupFault } from '../../platform/backup/backup-error.ts'
import type { Config } from '../../platform/config.ts'

export interface MakeOrder {
  work: 'make'
  config: Config
  passphrase: string
  /** Name of the archive in the place where backups are kept. */
  fileName: string
}

export interface RestoreOrder {
  work: 'restore'
  config: Config
  passphrase: string
  backup: Pick<Backup, 'fileName' | 'location' | 'size'>
  /** The row of the restore. */
  restoreId: number
  /** Who asked for it. */
  userId: string
}

export type BackupOrder = MakeOrder | RestoreOrder

export interface BackupProgress {
  phase: BackupPhase
  /** Bytes. */
  processed: number
  /** Null while unknown. */
  total: number | null
}

export interface MadeBackup {
  size: number
  sha256: string
  rehearsedAt: string
  missingFiles: number
}

export type BackupMessage =
  | { kind: 'progress'; progress: BackupProgress }
  | { kind: 'done'; made: MadeBackup | null }
  /** Without a fault it may go well another time. */
  | { kind: 'failed'; fault: BackupFault | null; detail: string }
