/** Opens the PostgreSQL database of this process: that of DATABASE_URL, else the embedded one. */
import path from 'node:path'
import pg from 'pg'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { isWithoutSocket } from './errors.ts'
import type { Logger } from './log.ts'
import { StartError } from './start-error.ts'

export interface Database {
  url: string
  isEmbedded: boolean
  /** Stops the embedded server; does nothing to an external one. */
  stop(): Promise<void>
}

/** PostgreSQL 15, in the format of `server_version_num`. */
const oldestVersion = 150_000

/** An external server may start at the same time as this process, e.g. with a compose file. */
const retries = { attempts: 30, pauseMs: 2000 }

/**
 * @param onLost called when the embedded server has ended and cannot be restarted
 * @throws StartError with the problem of the database, for the operator
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  onLost: (error: StartError) => void,
): Promise<Database> {
  if (!config.databaseUrl) {
    const server = await startEmbeddedPostgres({
      home: path.join(config.dataDir, 'postgres'),
      onCrash: () => log.error('embedded PostgreSQL ended by itself and is started again'),
      onLost,
    })
    log.info({ port: server.port }, 'embedded PostgreSQL runs')
    return { url: server.url, isEmbedded: true, stop: server.stop }
  }
  await waitFor(config.databaseUrl, log)
  return { url: config.databaseUrl, isEmbedded: false, stop: async () => {} }
}

async function waitFor(url: string, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await checkVersion(url)
    } catch (error) {
      if (!isUnreachable(error)) throw new StartError(`DATABASE_URL: ${messageOf(error)}`, { cause: error })
      if (attempt === retries.attempts) {
        throw new StartError(`DATABASE_URL: the server does not answer (${messageOf(error)})`, {
          cause: error,
        })
      }
      log.warn({ reason: messageOf(error) }, 'the database does not answer yet, trying again')
      await new Promise((resolve) => setTimeout(resolve, retries.pauseMs))
    }
  }
}

async function checkVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; name: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
    )
    if (rows[0]!.version < oldestVersion) {
      throw new Error(`the server is PostgreSQL ${rows[0]!.name}, and Muster needs 15 or newer`)
    }
  } finally {
    await client.end()
  }
}

/** Whether a retry can help: nothing listens yet, or the server is starting up (57P03). */
function isUnreachable(error: unknown): boolean {
  const { code } = error as { code?: string }
  if (isWithoutSocket(error as object)) return true
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', '57P03'].includes(code ?? '')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error)
}
