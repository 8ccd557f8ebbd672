/** Messages between the server and the backup process. */
import type { BackupPhase } from '@muster/contract/backups/backups.schema'
import type { BackupFault } from '../../platform/backup/backup-error.ts'
import type { Config } from '../../platform/config.ts'

export interface BackupOrder {
  config: Config
  passphrase: string
  /** Name of the archive in the place where backups are kept. */
  fileName: string
}

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
  | { kind: 'done'; made: MadeBackup }
  /** Without a fault it may go well another time. */
  | { kind: 'failed'; fault: BackupFault | null; detail: string }
