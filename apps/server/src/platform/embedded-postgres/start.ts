/**
 * Runs a PostgreSQL server for the application, so that nobody has to install one. The programs come from npm
 * packages, the cluster is in a private folder, and the server ends with the process that started it.
 */
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { locateBinaries } from './binaries.ts'
import { type Cluster, ensureCluster, openHome } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { freePort, readText, sleep } from './host.ts'
import { chooseOwner } from './owner.ts'
import { connectionUrl, waitUntilFree } from './running-server.ts'
import { launchServer, type ServerProcess, type ServerSettings } from './server-process.ts'

export interface EmbeddedPostgres {
  /** Connection string of the database, with the password. It stays the same after a restart. */
  url: string
  port: number
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster (`home/data`), its password and its log. Created if missing. */
  home: string
  /** PostgreSQL settings that override `defaultSettings`. */
  settings?: ServerSettings
  /** Name of the database. Created if missing. */
  database?: string
  /** Backoff: the pause before each attempt to restart a server that ended by itself, in milliseconds. */
  restartPausesMs?: readonly number[]
  /** The server ended by itself and is being restarted. */
  onCrash?(): void
  /** The server ended by itself, and all attempts to restart it failed. */
  onLost?(error: StartError): void
}

/** For a machine with two cores, at least one gigabyte of memory, and SSDs. */
export const defaultSettings: ServerSettings = {
  max_connections: 60,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  wal_compression: 'on',
  // An import writes 85 MB of log for 100,000 rows. With 8 MB it waits for the disk, and takes a fifteenth longer.
  wal_buffers: '32MB',
  // Of the log's files, so much is kept to be written again: a commit waits 60 ms for each new one, of 16 MB.
  min_wal_size: '256MB',
  // Ten times as often as by default: after an import, the commit waits for 1 MB instead of 15.
  wal_writer_delay: '20ms',
  max_wal_size: '2GB',
  // For statements that take milliseconds, compiling costs more than it saves.
  jit: 'off',
  // JSON made by the database must carry UTC timestamps.
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** The first attempts may fail while processes of a killed server are still running. */
const startPausesMs = [0, 300, 300, 300, 300, 300, 300, 300, 300, 300]

/** About half a minute in total; then the supervisor of this process should restart it. */
const defaultRestartPausesMs = [100, 300, 500, 1000, 2000, 4000, 8000, 15_000]

/**
 * Starts the server, as an ordinary user or as root (the server then runs as another user). It ends with this
 * process, even on kill -9, and is restarted when it ends by itself.
 *
 * @throws FolderInUse when another process uses the folder, StartError with instructions for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = path.resolve(options.home)
  const owner = chooseOwner(path.join(home, 'data'))
  const cluster = openHome(home, owner)
  const lock = await lockFolder(home)
  try {
    const binaries = locateBinaries(owner, home)
    ensureCluster(cluster, binaries)
    const port = await freePort()
    const launch: Launch = async () => {
      await waitUntilFree(cluster)
      return launchServer(cluster, binaries, port, { ...defaultSettings, ...options.settings })
    }
    const first = await launchWithRetries(launch, startPausesMs)
    if (!first) throw startFailed(cluster)
    const database = options.database ?? 'muster'
    await ensureDatabase(cluster, port, database)
    const supervisor = supervise(first, launch, cluster, options)
    return {
      url: connectionUrl(cluster, port, database),
      port,
      async stop() {
        await supervisor.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

type Launch = () => Promise<ServerProcess | undefined>

/** Makes one attempt after each pause, and returns the first server that starts. */
async function launchWithRetries(
  launch: Launch,
  pausesMs: readonly number[],
  stopping?: AbortSignal,
): Promise<ServerProcess | undefined> {
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs, stopping)
    if (stopping?.aborted) return undefined
    const server = await launch()
    if (server) return server
  }
  return undefined
}

/** Restarts the server whenever it ends by itself, until `stop`. */
function supervise(
  first: ServerProcess,
  launch: Launch,
  cluster: Cluster,
  { restartPausesMs = defaultRestartPausesMs, onCrash, onLost }: EmbeddedPostgresOptions,
): { stop(): Promise<void> } {
  let server: ServerProcess | undefined = first
  const stopping = new AbortController()
  const watch = async () => {
    while (server) {
      await server.ended
      if (stopping.signal.aborted) return
      onCrash?.()
      server = await launchWithRetries(launch, restartPausesMs, stopping.signal)
      // `stop` was called meanwhile and stopped the previous server.
      if (stopping.signal.aborted) return server?.stop()
    }
    if (!stopping.signal.aborted) onLost?.(startFailed(cluster))
  }
  const watching = watch().catch((error) => onLost?.(error as StartError))
  return {
    async stop() {
      stopping.abort()
      await server?.stop()
      await watching
    },
  }
}

function startFailed(cluster: Cluster): StartError {
  return new StartError(`PostgreSQL did not start; see ${cluster.log}\n${readText(cluster.log).slice(-1500)}`)
}

async function ensureDatabase(cluster: Cluster, port: number, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(cluster, port, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    // 42P04 and 23505: the database was created concurrently.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
