/** What other parts of the server use of backups. */

export { hasBackupFailed } from './backups.service.ts'
export { exportTeam, type TeamSource } from './export-team.ts'
export { importTeam } from './import-team.ts'
export { backupSource, markRestored } from './source.ts'
export { swapRestored } from './swap-restored.ts'
