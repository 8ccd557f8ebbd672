/** Detects the server that runs on a cluster by its pid file and process. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Cluster } from './cluster.ts'
import { isLinux, isWindows, readText, sleep } from './host.ts'

/** The contents of postmaster.pid. `status` is `starting`, `ready`, `stopping` or `standby`. */
export interface PidFile {
  pid: number
  port: number
  status: string
}

/** How long to wait for the server of a killed process, whose last checkpoint may take a while. */
const retries = { max: 600, pauseMs: 200 }

/** Lines of postmaster.pid: 1 pid, 4 port, 8 status. */
export function readPidFile(data: string): PidFile | undefined {
  const lines = readText(path.join(data, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  return pid ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

/**
 * The connection string of the server that runs on a cluster. Through its socket, if it has one, a query takes about a
 * third less processor time than through TCP.
 */
export function connectionUrl(
  { home, password }: Pick<Cluster, 'home' | 'password'>,
  port: number,
  database: string,
): string {
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  return fs.existsSync(socketFile(home, port)) ? `${url}?host=${encodeURIComponent(home)}` : url
}

/**
 * The connection string of the server that another process of Muster runs on a cluster.
 *
 * @param home the cluster's folder
 * @throws StartError when none runs
 */
export function runningUrl(home: string, database: string): string {
  const file = readPidFile(path.join(home, 'data'))
  if (file?.status !== 'ready' || !isPostgres(file.pid)) {
    throw new StartError(`Muster does not run on the database in ${home}. Start it first.`)
  }
  const password = readText(path.join(home, 'secret')).trim()
  return connectionUrl({ home: path.resolve(home), password }, file.port, database)
}

const socketPrefix = '.s.PGSQL.'

const socketFile = (home: string, port: number): string => path.join(home, `${socketPrefix}${port}`)

/** Whether clients can use a socket in the cluster's folder: the address of one has at most 103 bytes on macOS. */
export const hasSocket = ({ home }: Cluster, port: number): boolean =>
  !isWindows && Buffer.byteLength(socketFile(home, port)) <= 103

/** Sockets of servers that were killed, which stay with the process id of then. Call it when none runs. */
function removeOldSockets({ home }: Cluster): void {
  for (const name of fs.readdirSync(home)) {
    if (name.startsWith(socketPrefix)) fs.rmSync(path.join(home, name), { force: true })
  }
}

/** Whether a server on this port accepts the cluster's password and answers a query. */
export async function isAnswering(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: 3000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Waits until no server uses the cluster. The watchdog of a killed process stops its server; the pid file and the
 * socket of a crashed server are removed.
 *
 * @throws StartError when a server keeps running, which must have been started manually
 */
export async function waitUntilFree(cluster: Cluster): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const file = readPidFile(cluster.data)
    // A missing file must not be removed: another process may create its own at any time.
    if (!file) return removeOldSockets(cluster)
    if (!isPostgres(file.pid)) {
      fs.rmSync(path.join(cluster.data, 'postmaster.pid'), { force: true })
      return removeOldSockets(cluster)
    }
    if (attempt > retries.max) {
      throw new StartError(
        `PostgreSQL (process ${file.pid}) uses ${cluster.data}, and Muster did not start it. ` +
          `Stop it, then start Muster again; see ${cluster.log}`,
      )
    }
    await sleep(retries.pauseMs)
  }
}

/** Whether the pid file names a running PostgreSQL server. */
export function isServerAlive(cluster: Cluster): boolean {
  const file = readPidFile(cluster.data)
  return file !== undefined && isPostgres(file.pid)
}

/** A pid that a crash left behind may now belong to another program: containers reuse small pids. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  if (isLinux) return /postgres/.test(readText(`/proc/${pid}/cmdline`))
  const [program, args]: [string, string[]] = isWindows
    ? ['tasklist', ['/fi', `pid eq ${pid}`, '/nh']]
    : ['ps', ['-p', String(pid), '-o', 'comm=']]
  return /postgres/.test(spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '')
}
