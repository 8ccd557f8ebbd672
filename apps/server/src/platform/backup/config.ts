/** Variables for backups: the passphrase, and where those are kept that the server makes by itself. */
import path from 'node:path'
import { z } from 'zod'
import { bucketOf, bucketVariables, checkBucketKeys, type S3Config } from '../storage/config.ts'

export const backupVariables = {
  /** Encrypts the backups. Without it, the commands ask for one, and the server makes none by itself. */
  MUSTER_BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  /** Folder for the backups that the server makes by itself. Default: `backups` in MUSTER_DATA_DIR. */
  MUSTER_BACKUP_DIR: z.string().optional(),
  /** They are kept in this bucket instead. Each variable is like the one of S3_BUCKET. */
  MUSTER_BACKUP_S3_BUCKET: bucketVariables.S3_BUCKET,
  MUSTER_BACKUP_S3_REGION: bucketVariables.S3_REGION,
  MUSTER_BACKUP_S3_ENDPOINT: bucketVariables.S3_ENDPOINT,
  MUSTER_BACKUP_S3_ACCESS_KEY_ID: bucketVariables.S3_ACCESS_KEY_ID,
  MUSTER_BACKUP_S3_SECRET_ACCESS_KEY: bucketVariables.S3_SECRET_ACCESS_KEY,
  MUSTER_BACKUP_S3_PREFIX: bucketVariables.S3_PREFIX,
  MUSTER_BACKUP_S3_FORCE_PATH_STYLE: bucketVariables.S3_FORCE_PATH_STYLE,
}

type Values = z.output<z.ZodObject<typeof backupVariables>>

export interface BackupConfig {
  /** Undefined: the commands ask for it, and the server makes no backups by itself. */
  passphrase: string | undefined
  /** Absolute path of the folder for backups that the server makes by itself. */
  folder: string
  /** They are kept here instead. */
  s3: S3Config | undefined
}

/** Rules that concern more than one variable. */
export function checkBackupVariables(values: Values, context: z.RefinementCtx): void {
  checkBucketKeys(bucketValues(values), context, 'MUSTER_BACKUP_')
}

export function backupConfigOf(values: Values, dataDir: string): BackupConfig {
  return {
    passphrase: values.MUSTER_BACKUP_PASSPHRASE,
    folder: path.resolve(values.MUSTER_BACKUP_DIR ?? path.join(dataDir, 'backups')),
    s3: bucketOf(bucketValues(values)),
  }
}

const bucketValues = (values: Values) => ({
  S3_BUCKET: values.MUSTER_BACKUP_S3_BUCKET,
  S3_REGION: values.MUSTER_BACKUP_S3_REGION,
  S3_ENDPOINT: values.MUSTER_BACKUP_S3_ENDPOINT,
  S3_ACCESS_KEY_ID: values.MUSTER_BACKUP_S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY: values.MUSTER_BACKUP_S3_SECRET_ACCESS_KEY,
  S3_PREFIX: values.MUSTER_BACKUP_S3_PREFIX,
  S3_FORCE_PATH_STYLE: values.MUSTER_BACKUP_S3_FORCE_PATH_STYLE,
})
