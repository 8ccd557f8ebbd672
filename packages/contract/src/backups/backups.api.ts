/** Backups of the whole system, for system administrators (spec section 2, "backup and recovery"). */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam } from '../paging.ts'
import { backupLocations, backupSchema } from './backups.schema.ts'

const backupParams = z.object({ backupId: idParam })

const overviewSchema = z
  .object({
    /** An `external` database is backed up by its operator. */
    database: z.enum(['embedded', 'external']),
    /** Whether the operator has set the passphrase, without which no backup is made. */
    hasPassphrase: z.boolean(),
    location: z.enum(backupLocations),
    /** The folder, or the bucket and prefix. */
    place: z.string(),
    /** Null when none is planned. */
    nextAt: dateTimeSchema.nullable(),
    /** Newest first. */
    items: z.array(backupSchema),
  })
  .meta({ id: 'BackupOverview' })
export type BackupOverview = z.infer<typeof overviewSchema>

export const backupsApi = {
  overview: endpoint({
    method: 'GET',
    path: '/sysAdmin/backups',
    access: 'sysAdmin',
    reads: ['backups', 'systemSettings'],
    summary: 'Backups of the whole system, with where they are kept and when the next is made',
    response: overviewSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/sysAdmin/backups',
    access: 'sysAdmin',
    changes: ['backups'],
    summary: 'Make an encrypted backup now, in the background, and rehearse it',
    response: backupSchema,
    errors: ['backup_external', 'backup_no_passphrase', 'backup_running'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/sysAdmin/backups/:backupId/cancel',
    access: 'sysAdmin',
    changes: ['backups'],
    summary: 'Cancel a backup that is waiting or running',
    params: backupParams,
    response: backupSchema,
    errors: ['job_not_ready'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/sysAdmin/backups/:backupId/restore',
    access: 'sysAdmin',
    changes: ['backups'],
    summary: 'Restore a backup beside the running system, then put it in its place and restart',
    params: backupParams,
    /** The name of its file, so that nobody restores another one by mistake. */
    body: z.strictObject({ fileName: z.string().max(200) }),
    response: backupSchema,
    errors: ['backup_no_passphrase', 'backup_running', 'job_not_ready', 'validation_failed'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sysAdmin/backups/:backupId',
    access: 'sysAdmin',
    changes: ['backups'],
    summary: 'Delete a backup and its file',
    params: backupParams,
    errors: ['job_not_ready'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/sysAdmin/backups/:backupId/file',
    access: 'sysAdmin',
    reads: [],
    summary: 'Download the encrypted file of a backup',
    params: backupParams,
    kind: 'stream',
    errors: ['job_not_ready'],
  }),
}
