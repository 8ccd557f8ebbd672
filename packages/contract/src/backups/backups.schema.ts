/** Backups of the whole system: what they are, and the settings that say when they are made. */
import { z } from 'zod'
import { isTimeZone } from '../fields/time/zone.ts'
import { dateTimeSchema, idSchema } from '../paging.ts'
import { runStates } from '../runs/runs.machine.ts'

/** A `restore` is no backup, but stands in the same list and excludes the others while it runs. */
export const backupKinds = ['scheduled', 'manual', 'restore'] as const
export type BackupKind = (typeof backupKinds)[number]

/** On a folder of the server, or in a bucket of an S3-compatible service. */
export const backupLocations = ['disk', 'bucket'] as const
export type BackupLocation = (typeof backupLocations)[number]

/** What a running backup does: copying, unpacking, comparing and, with a bucket, storing. A restore begins by fetching. */
export const backupPhases = ['copying', 'fetching', 'unpacking', 'comparing', 'storing'] as const
export type BackupPhase = (typeof backupPhases)[number]

/** Why a backup failed. */
export const backupErrors = [
  /** The restored copy is not what was backed up. */
  'differs',
  /** The archive cannot be read again. */
  'damaged',
  /** Of older versions: the database had no quiet moment. */
  'busy',
  'no_passphrase',
  /** The backup was made with another one. */
  'wrong_passphrase',
  'insufficient_storage',
  /** The bucket did not take it. */
  'not_stored',
  /** The system was restored from it before it had ended. */
  'interrupted',
  'internal',
] as const
export type BackupErrorCode = (typeof backupErrors)[number]

export const backupSchedules = ['off', 'daily', 'weekly'] as const

/** Part of the settings of the system. */
export const backupSettings = {
  backupSchedule: z.enum(backupSchedules),
  /** From which hour on, in the time zone of the schedule. */
  backupHour: z.number().int().min(0).max(23),
  /** 0 Sunday to 6 Saturday; for `weekly`. */
  backupWeekday: z.number().int().min(0).max(6),
  backupTimeZone: z.string().max(60).refine(isTimeZone),
  /** So many are kept, older ones are deleted. */
  backupsKept: z.number().int().min(1).max(365),
}
export type BackupSettings = z.infer<z.ZodObject<typeof backupSettings>>

export const backupSchema = z
  .object({
    id: idSchema,
    kind: z.enum(backupKinds),
    state: z.enum(runStates),
    createdAt: dateTimeSchema,
    startedAt: dateTimeSchema.nullable(),
    endedAt: dateTimeSchema.nullable(),
    /** While it runs. */
    phase: z.enum(backupPhases).nullable(),
    /** Bytes of the phase, of about `total`. */
    processed: z.number().int(),
    total: z.number().int().nullable(),
    fileName: z.string(),
    location: z.enum(backupLocations),
    /** In bytes, once done. */
    size: z.number().int().nullable(),
    sha256: z.string().nullable(),
    /** When it was restored beside the server, and every table agreed. */
    rehearsedAt: dateTimeSchema.nullable(),
    /** Contents that the storage of files did not have. */
    missingFiles: z.number().int(),
    error: z.enum(backupErrors).nullable(),
    /** One line in English for operators. */
    errorDetail: z.string().nullable(),
    /** Whether its file can be downloaded; of a bucket this is not checked. */
    hasFile: z.boolean(),
  })
  .meta({ id: 'Backup' })
export type Backup = z.infer<typeof backupSchema>
