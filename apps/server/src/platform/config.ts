/** The configuration: environment variables, read once at start and validated by a schema. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type BackupConfig, backupConfigOf, backupVariables, checkBackupVariables } from './backup/config.ts'
import { StartError } from './start-error.ts'
import { checkStorageVariables, type S3Config, s3ConfigOf, storageVariables } from './storage/config.ts'

const roles = ['web', 'worker', 'all'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** `true/false`, `yes/no`, `on/off` or `1/0`, in any case. */
const flag = z.string().transform((text, context) => {
  if (/^(1|true|yes|on)$/i.test(text)) return true
  if (/^(0|false|no|off)$/i.test(text)) return false
  context.addIssue('must be true or false')
  return z.NEVER
})

function urlWith(...protocols: string[]) {
  const allowed = protocols.map((protocol) => `${protocol}://`).join(' or ')
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
      error: `must be a URL that begins with ${allowed}`,
    })
}

/** Hosts separated by commas. */
const hostList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )

/** Without these, the map shows the bundled coasts and borders and uses no other server. */
const mapVariables = {
  /** URL of raster tiles with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png. */
  MUSTER_MAP_TILE_URL: z
    .string()
    .refine(
      (text) =>
        /^https?:\/\/[^\s{}]+\//.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
      {
        error: 'must be a URL with {z}, {x} and {y} in its path',
      },
    )
    .optional(),
  /** The attribution that the tiles' licence requires. */
  MUSTER_MAP_ATTRIBUTION: z.string().default(''),
}

/** One entry per variable; the comments are for operators. */
const environmentSchema = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], 'must be production, development or test')
      .default('production'),
    /** Port of the web app and the API. */
    PORT: z
      .string()
      .regex(/^\d+$/, 'must be a port number')
      .transform(Number)
      .pipe(z.number().max(65535, 'must be a port number'))
      .default(3000),
    /** Address to listen on. The default is all interfaces, so that other machines can connect. */
    HOST: z.string().default('0.0.0.0'),
    /** An external PostgreSQL (15 or newer). Without it the embedded one is started. */
    DATABASE_URL: urlWith('postgres', 'postgresql').optional(),
    /** Folder for the embedded database, uploaded files, the outbox and the generated secret. */
    MUSTER_DATA_DIR: z.string().default('.data'),
    /** `web` serves requests, `worker` runs background jobs, `all` does both. */
    MUSTER_ROLE: z.enum(roles, `must be one of ${roles.join(', ')}`).default('all'),
    /** The first system administrator, created in an empty database. */
    MUSTER_ADMIN_EMAIL: z.email('must be an email address').optional(),
    /** Their password; without it one is generated and printed once. */
    MUSTER_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
    /** The URL that people use, for links in mails and for a sign-in provider. Default: http://localhost:<PORT>. */
    MUSTER_PUBLIC_URL: urlWith('http', 'https').optional(),
    /** Signs sessions and links, and encrypts. Without it one is generated and stored in the data folder. */
    MUSTER_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    /** Mail server, such as smtp://user:password@host:587. Without it mails stay in the built-in outbox. */
    SMTP_URL: urlWith('smtp', 'smtps').optional(),
    /** Sender of the system's own mails. */
    MUSTER_MAIL_FROM: z.string().default('Muster <no-reply@localhost>'),
    /**
     * Bearer token that `/metrics` requires. Without it only programs on this machine may read the metrics.
     */
    MUSTER_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    /**
     * Hosts on the own network that webhooks may send to and pictures may come from, separated by commas. All others
     * must have public addresses, and webhooks https.
     */
    MUSTER_WEBHOOK_HOSTS: hostList,
    /** Mail servers on the own network that teams may send through. All others must have public addresses. */
    MUSTER_MAIL_HOSTS: hostList,
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    /** Whether a proxy in front sets X-Forwarded-For: true, false, or a list of its addresses. */
    MUSTER_TRUST_PROXY: z.string().transform(parseTrustProxy).default(false),
    /**
     * With less free space on the data folder's disk, in MB, writes are rejected, so that reads keep working.
     */
    MUSTER_MIN_FREE_MB: z.coerce.number('must be a number').min(0, 'must not be negative').default(100),
    /** Whether an empty database gets a team with sample data. */
    MUSTER_SAMPLE: flag.default(true),
    ...storageVariables,
    ...backupVariables,
    ...mapVariables,
  })
  .refine((env) => !env.MUSTER_ADMIN_PASSWORD || env.MUSTER_ADMIN_EMAIL, {
    path: ['MUSTER_ADMIN_EMAIL'],
    error: 'is needed when MUSTER_ADMIN_PASSWORD is set',
  })
  .superRefine(checkStorageVariables)
  .superRefine(checkBackupVariables)

export interface Config {
  environment: 'production' | 'development' | 'test'
  isProduction: boolean
  port: number
  host: string
  /** Undefined: start the embedded database. */
  databaseUrl: string | undefined
  /** Absolute path. Created with mode 700 if missing. */
  dataDir: string
  role: (typeof roles)[number]
  adminEmail: string | undefined
  adminPassword: string | undefined
  /** Without a trailing slash. */
  publicUrl: string
  secret: string
  smtpUrl: string | undefined
  mailFrom: string
  /** Undefined: only programs on this machine may read the metrics. */
  metricsToken: string | undefined
  backup: BackupConfig
  /** Hosts on the own network that webhooks may send to and pictures may come from. */
  webhookHosts: readonly string[]
  /** Mail servers on the own network that teams may send through. */
  mailHosts: readonly string[]
  logLevel: (typeof logLevels)[number]
  trustProxy: boolean | string
  hasSample: boolean
  /** Storage of uploaded files. Undefined: they are in `dataDir`. */
  s3: S3Config | undefined
  /** Maximum size of an uploaded file, in bytes. */
  maxFileSize: number
  /** With fewer free bytes on the data folder's disk, writes are rejected. */
  minFreeBytes: number
  /** Raster tiles that the map shows in addition to its own coasts and borders. */
  mapTiles: { url: string; attribution: string } | undefined
}

/** Invalid environment variables. The message has one line per variable, for the operator. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/**
 * Reads the configuration, and creates the data folder and a missing secret. An empty variable counts as not
 * set, because compose files and shells often pass one on as an empty string.
 *
 * @throws ConfigError with the name of each invalid variable, but not its value, which may be secret
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = environmentSchema.safeParse(nonEmpty)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(lines.join('\n'))
  }
  const values = result.data
  const dataDir = path.resolve(values.MUSTER_DATA_DIR)
  createDataFolder(dataDir)
  return {
    environment: values.NODE_ENV,
    isProduction: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    dataDir,
    role: values.MUSTER_ROLE,
    adminEmail: values.MUSTER_ADMIN_EMAIL,
    adminPassword: values.MUSTER_ADMIN_PASSWORD,
    publicUrl: (values.MUSTER_PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    secret: values.MUSTER_SECRET ?? storedSecret(dataDir),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MUSTER_MAIL_FROM,
    metricsToken: values.MUSTER_METRICS_TOKEN,
    backup: backupConfigOf(values, dataDir),
    webhookHosts: values.MUSTER_WEBHOOK_HOSTS,
    mailHosts: values.MUSTER_MAIL_HOSTS,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.MUSTER_TRUST_PROXY,
    hasSample: values.MUSTER_SAMPLE,
    s3: s3ConfigOf(values),
    maxFileSize: values.MUSTER_MAX_FILE_MB * 1024 * 1024,
    minFreeBytes: values.MUSTER_MIN_FREE_MB * 1024 * 1024,
    mapTiles: values.MUSTER_MAP_TILE_URL
      ? { url: values.MUSTER_MAP_TILE_URL, attribution: values.MUSTER_MAP_ATTRIBUTION }
      : undefined,
  }
}

function createDataFolder(dataDir: string): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`MUSTER_DATA_DIR cannot be used by this user (${reason})`)
  }
}

/**
 * The generated secret is stored, so that sessions survive a restart. Linking the file is atomic, so that
 * exactly one of two simultaneous first starts creates it.
 */
function storedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  if (!fs.existsSync(file)) {
    const unfinished = `${file}.${process.pid}.${crypto.randomBytes(4).toString('hex')}`
    fs.writeFileSync(unfinished, `${crypto.randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
    try {
      fs.linkSync(unfinished, file)
    } catch (error) {
      if (!fs.existsSync(file)) throw error
    } finally {
      fs.rmSync(unfinished)
    }
  }
  try {
    return fs.readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`MUSTER_SECRET is not set and the kept one cannot be read (${reason})`)
  }
}

/** Fastify accepts true, false or a list of addresses. */
function parseTrustProxy(text: string): boolean | string {
  if (/^(1|true|yes|on)$/i.test(text)) return true
  return /^(0|false|no|off)$/i.test(text) ? false : text
}
