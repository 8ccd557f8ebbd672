/** A server that already runs on a cluster: found by its pid file, believed only after a look at the process. */
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

/** How long to wait for a server that holds the cluster and does not answer: crash recovery takes its time. */
const patience = { steps: 600, pause: 200 }

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
 * Clears the way for a start. Resolves to the port of a healthy server that another process runs on this
 * cluster (to be used, never stopped), or to undefined once nobody holds the cluster: a stale pid file is
 * removed, and a server that is stopping because its own process died is waited for.
 */
export async function findOrClear(cluster: Cluster): Promise<number | undefined> {
  for (let step = 0; ; step++) {
    const file = readPidFile(cluster.data)
    if (!file) return undefined
    if (!isPostgres(file.pid)) {
      fs.rmSync(path.join(cluster.data, 'postmaster.pid'), { force: true })
      return undefined
    }
    // The first looks only wait: the watchdog of a process that has just died is about to stop this server.
    if (step > 9 && file.status === 'ready' && (await answers(cluster, file.port))) return file.port
    if (step > patience.steps) {
      throw new StartError(
        `PostgreSQL (pid ${file.pid}) holds ${cluster.data} but does not answer; see ${cluster.log}`,
      )
    }
    await sleep(patience.pause)
  }
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
