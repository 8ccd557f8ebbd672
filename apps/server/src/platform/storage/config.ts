/** Variables for the storage of uploaded files: the data folder, or a bucket of an S3-compatible service. */
import { z } from 'zod'

const webUrl = z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
  error: 'must be a URL that begins with http:// or https://',
})

const yesNo = z
  .enum(['true', 'false', 'yes', 'no', 'on', 'off', '1', '0'], 'must be true or false')
  .transform((text) => ['true', 'yes', 'on', '1'].includes(text))

export const storageVariables = {
  /** `disk` keeps files in MUSTER_DATA_DIR, `s3` in the bucket named by S3_BUCKET. */
  MUSTER_STORAGE: z.enum(['disk', 's3'], 'must be disk or s3').default('disk'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Address of a service other than Amazon's. */
  S3_ENDPOINT: webUrl.optional(),
  /** Default: the credentials that the AWS SDK finds, such as those of the machine's role. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Prefix of every key, such as `muster/`, for a bucket with other contents. */
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be names with / between them')
    .optional(),
  /**
   * Whether URLs have the bucket in the path, not in the host name. Default: true when S3_ENDPOINT is set.
   */
  S3_FORCE_PATH_STYLE: yesNo.optional(),
  /** Maximum size of an uploaded file. */
  MUSTER_MAX_FILE_MB: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of megabytes')
    .transform(Number)
    .pipe(z.number().min(1, 'must be at least 1').max(20_000, 'must be at most 20000'))
    .default(100),
}

type Values = z.output<z.ZodObject<typeof storageVariables>>

export interface S3Config {
  bucket: string
  region: string
  endpoint: string | undefined
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Empty, or ends with a slash. */
  prefix: string
  forcePathStyle: boolean
}

/** Rules that concern more than one variable. */
export function checkStorageVariables(values: Values, context: z.RefinementCtx): void {
  const issue = (name: keyof Values, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (values.MUSTER_STORAGE === 's3' && !values.S3_BUCKET) {
    issue('S3_BUCKET', 'is needed when MUSTER_STORAGE is s3')
  }
  if (values.MUSTER_STORAGE === 'disk' && values.S3_BUCKET) {
    issue('MUSTER_STORAGE', 'must be s3 when S3_BUCKET is set: files would stay on this disk')
  }
  if (values.S3_ACCESS_KEY_ID && !values.S3_SECRET_ACCESS_KEY) {
    issue('S3_SECRET_ACCESS_KEY', 'is needed when S3_ACCESS_KEY_ID is set')
  }
  if (values.S3_SECRET_ACCESS_KEY && !values.S3_ACCESS_KEY_ID) {
    issue('S3_ACCESS_KEY_ID', 'is needed when S3_SECRET_ACCESS_KEY is set')
  }
}

export function s3ConfigOf(values: Values): S3Config | undefined {
  if (values.MUSTER_STORAGE !== 's3' || !values.S3_BUCKET) return undefined
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  return {
    bucket: values.S3_BUCKET,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    prefix: values.S3_PREFIX ? `${values.S3_PREFIX.replace(/\/$/, '')}/` : '',
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
  }
}
