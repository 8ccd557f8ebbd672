/** The server that runs on a cluster: found by its pid file, checked against the process. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Cluster } from './cluster.ts'
import { isLinux, isWindows, readText, sleep } from './host.ts'

/** What postmaster.pid says. `status` is `starting`, `ready`, `stopping` or `standby`. */
export interface PidFile {
  pid: number
  port: number
  status: string
}

/** How long to wait for the server of a process that was killed: its last checkpoint takes its time. */
const patience = { steps: 600, pauseMs: 200 }

/** The lines of postmaster.pid by PostgreSQL's own order: 1 pid, 4 port, 8 status. */
export function readPidFile(data: string): PidFile | undefined {
  const lines = readText(path.join(data, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  return pid ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

export function connectionUrl(cluster: Cluster, port: number, database: string): string {
  return `postgres://postgres:${cluster.password}@127.0.0.1:${port}/${database}`
}

/** Does a server on this port take the cluster's password and answer a query? */
export async function answers(cluster: Cluster, port: number): Promise<boolean> {
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
 * Waits until no server holds the cluster. That of a process which was killed is being stopped by its watchdog; the pid
 * file of a server that crashed is removed.
 *
 * @throws StartError when a server stays, which somebody must have started by hand
 */
export async function waitUntilFree(cluster: Cluster): Promise<void> {
  for (let step = 0; ; step++) {
    const file = readPidFile(cluster.data)
    // Only the file that was read may be removed: another process's may come at any time.
    if (!file) return
    if (!isPostgres(file.pid)) return fs.rmSync(path.join(cluster.data, 'postmaster.pid'), { force: true })
    if (step > patience.steps) {
      throw new StartError(
        `PostgreSQL (process ${file.pid}) uses ${cluster.data}, and Muster did not start it. ` +
          `Stop it, then start Muster again; see ${cluster.log}`,
      )
    }
    await sleep(patience.pauseMs)
  }
}

/** Whether the process that the pid file names is a PostgreSQL server. */
export function isServerAlive(cluster: Cluster): boolean {
  const file = readPidFile(cluster.data)
  return file !== undefined && isPostgres(file.pid)
}

/** The pid of a file left by a crash may by now belong to anything: containers use small pids again and again. */
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
