/** The cluster on disk: its private folder, its password, and `initdb` for a new one. */
import { spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import {
  cleanEnvironment,
  giveTo,
  isLinux,
  isRoot,
  isWindows,
  messageOf,
  readText,
  type ServerOwner,
} from './host.ts'

/** The paths of a cluster, and their owner. */
export interface Cluster {
  home: string
  data: string
  log: string
  password: string
  owner: ServerOwner
}

/**
 * As root on Linux, the server's user may have no access to the folders above the cluster. It does not need
 * any: the process is started in the cluster's folder and uses /proc/self/cwd.
 */
const usesWorkingFolder = isRoot && isLinux

/** The server's data folder argument, for a process that is started in that folder. */
export function dataArgument(data: string): string {
  return usesWorkingFolder ? '/proc/self/cwd' : data
}

/**
 * Creates the cluster's folder (mode 700) and password, or checks that we can access them.
 *
 * @throws StartError when the folder belongs to another user
 */
export function openHome(home: string, owner: ServerOwner): Cluster {
  const data = path.join(home, 'data')
  const secret = path.join(home, 'secret')
  try {
    fs.mkdirSync(home, { recursive: true, mode: 0o700 })
    giveTo(owner, home)
    if (!fs.existsSync(secret)) writeSecret(secret, owner)
    fs.accessSync(secret, fs.constants.R_OK)
    if (fs.existsSync(data)) fs.accessSync(data, fs.constants.W_OK)
  } catch (error) {
    throw new StartError(
      `The database folder ${home} cannot be used by this user (${messageOf(error)}). ` +
        'Was it made by another user, for example root? Start as that user, or set MUSTER_DATA_DIR to a new folder.',
    )
  }
  return { home, data, log: path.join(home, 'postgres.log'), password: readText(secret).trim(), owner }
}

/** Linking the complete file is atomic, so that exactly one of two simultaneous first starts succeeds. */
function writeSecret(secret: string, owner: ServerOwner): void {
  const unfinished = `${secret}.${uniqueSuffix()}`
  fs.writeFileSync(unfinished, `${crypto.randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  giveTo(owner, unfinished)
  try {
    fs.linkSync(unfinished, secret)
  } catch (error) {
    if (!fs.existsSync(secret)) throw error
  } finally {
    fs.rmSync(unfinished)
  }
}

/**
 * Runs initdb unless the cluster exists. It writes to a temporary folder that is renamed when it is complete,
 * so that an interrupted or simultaneous initdb is never taken for a cluster.
 */
export function ensureCluster(cluster: Cluster, binaries: string): void {
  const { data, owner } = cluster
  const exists = () => fs.existsSync(path.join(data, 'PG_VERSION'))
  removeAbandoned(cluster)
  if (exists()) return
  const unfinished = `${data}.new.${uniqueSuffix()}`
  fs.mkdirSync(unfinished, { mode: 0o700 })
  giveTo(owner, unfinished)
  try {
    runInitdb(cluster, binaries, unfinished)
    fs.renameSync(unfinished, data)
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    if (!exists()) throw error
  }
}

function runInitdb(cluster: Cluster, binaries: string, folder: string): void {
  const password = usesWorkingFolder ? '/proc/self/cwd/../secret' : path.join(cluster.home, 'secret')
  const failures: string[] = []
  for (const ctype of characterTypes()) {
    const result = spawnSync(
      path.join(binaries, 'bin', 'initdb'),
      [
        ...['-D', dataArgument(folder), '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`],
        ...['--no-instructions', '-E', 'UTF8', '--locale=C', `--lc-ctype=${ctype}`],
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ],
      { ...cluster.owner, cwd: folder, env: cleanEnvironment(), encoding: 'utf8', windowsHide: true },
    )
    if (result.status === 0) return
    failures.push(result.error?.message ?? result.stderr)
  }
  throw new StartError(`PostgreSQL's initdb failed: ${failures.join('\n')}`)
}

/**
 * Values of LC_CTYPE to try, best first. C is the last resort: pg_trgm uses LC_CTYPE with every locale
 * provider, and would drop all letters outside ASCII.
 */
function characterTypes(): string[] {
  if (isWindows) return ['en-US', 'C']
  return isLinux ? ['C.UTF-8', 'en_US.UTF-8', 'C'] : ['en_US.UTF-8', 'UTF-8', 'C']
}

/** Removes unfinished folders of processes that have ended. */
function removeAbandoned({ home }: Cluster): void {
  for (const name of fs.readdirSync(home)) {
    const pid = Number(/^data\.new\.(\d+)\./.exec(name)?.[1])
    if (pid && !isAlive(pid)) fs.rmSync(path.join(home, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function uniqueSuffix(): string {
  return `${process.pid}.${crypto.randomBytes(4).toString('hex')}`
}
