/**
 * A real PostgreSQL beside the application, so that nobody has to install one: the programs come from npm,
 * the cluster lives in one private folder, and the server lives exactly as long as the process that started it.
 */
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { locateBinaries } from './binaries.ts'
import { type Cluster, ensureCluster, openHome } from './cluster.ts'
import { readText, sleep } from './host.ts'
import { chooseOwner } from './owner.ts'
import { connectionUrl, findOrClear } from './running-server.ts'
import { launchServer, type ServerSettings } from './server-process.ts'

export interface EmbeddedPostgres {
  /** Connection string of the database, password included. */
  url: string
  port: number
  /** True when another process runs the server: it is used here, and `stop` leaves it alone. */
  adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster (`home/data`), its password and its log. Made when missing. */
  home: string
  /** PostgreSQL settings on top of `defaultSettings`. */
  settings?: ServerSettings
  /** Name of the database, made when missing. */
  database?: string
}

/** For a machine of two cores and a gigabyte or more, on solid-state disks. */
export const defaultSettings: ServerSettings = {
  max_connections: 60,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  wal_compression: 'on',
  max_wal_size: '2GB',
  // Compiling costs more than it gives on statements of milliseconds.
  jit: 'off',
  // JSON made by the database must carry UTC timestamps.
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Attempts before giving up: a simultaneous start by another process ends the first one of ours, and what a server that
 * was killed has left behind may end some more.
 */
const maximumAttempts = 10

/**
 * Starts the server, or adopts the one that another process runs on the same folder. Works as root (the
 * server then runs as another user) and as an ordinary user. It ends with this process, even by kill -9.
 *
 * @throws StartError whose message tells a person what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = path.resolve(options.home)
  const database = options.database ?? 'muster'
  const owner = chooseOwner(path.join(home, 'data'))
  const cluster = openHome(home, owner)
  const binaries = locateBinaries(owner, home)
  ensureCluster(cluster, binaries)
  for (let attempt = 1; ; attempt++) {
    const adoptedPort = await findOrClear(cluster)
    const server = adoptedPort
      ? { port: adoptedPort, stop: async () => {} }
      : await launchServer(cluster, binaries, { ...defaultSettings, ...options.settings })
    if (server) {
      await ensureDatabase(cluster, server.port, database)
      const url = connectionUrl(cluster, server.port, database)
      return { url, port: server.port, adopted: adoptedPort !== undefined, stop: server.stop }
    }
    if (attempt === maximumAttempts) {
      throw new StartError(
        `PostgreSQL did not start; see ${cluster.log}\n${readText(cluster.log).slice(-1500)}`,
      )
    }
    await sleep(300)
  }
}

async function ensureDatabase(cluster: Cluster, port: number, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(cluster, port, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    // 42P04 and 23505: a simultaneous first start has made it meanwhile.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
