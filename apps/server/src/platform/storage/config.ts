/** Variables for the storage of uploaded files: the data folder, or a bucket of an S3-compatible service. */
import { z } from 'zod'

const webUrl = z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
  error: 'must be a URL that begins with http:// or https://',
})

const yesNo = z
  .enum(['true', 'false', 'yes', 'no', 'on', 'off', '1', '0'], 'must be true or false')
  .transform((text) => ['true', 'yes', 'on', '1'].includes(text))

/** A bucket of an S3-compatible service. */
export const bucketVariables = {
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
}

export const storageVariables = {
  /** `disk` keeps files in MUSTER_DATA_DIR, `s3` in the bucket named by S3_BUCKET. */
  MUSTER_STORAGE: z.enum(['disk', 's3'], 'must be disk or s3').default('disk'),
  ...bucketVariables,
  /** Maximum size of an uploaded file. */
  MUSTER_MAX_FILE_MB: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of megabytes')
    .transform(Number)
    .pipe(z.number().min(1, 'must be at least 1').max(20_000, 'must be at most 20000'))
    .default(100),
}

type BucketValues = z.output<z.ZodObject<typeof bucketVariables>>
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
  checkBucketKeys(values, context)
}

/** @param prefix of the names of the variables */
export function checkBucketKeys(values: BucketValues, context: z.RefinementCtx, prefix = ''): void {
  const check = (given: keyof BucketValues, needed: keyof BucketValues) => {
    if (!values[given] || values[needed]) return
    const message = `is needed when ${prefix}${given} is set`
    context.addIssue({ code: 'custom', path: [`${prefix}${needed}`], message })
  }
  check('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
  check('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID')
}

export function s3ConfigOf(values: Values): S3Config | undefined {
  return values.MUSTER_STORAGE === 's3' ? bucketOf(values) : undefined
}

/** Undefined without a bucket's name. */
export function bucketOf(values: BucketValues): S3Config | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!S3_BUCKET) return undefined
  return {
    bucket: S3_BUCKET,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    prefix: values.S3_PREFIX ? `${values.S3_PREFIX.replace(/\/$/, '')}/` : '',
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
  }
}
