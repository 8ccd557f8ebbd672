/** Starts one server process on a free port, tied to our own life by a watchdog. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { type Cluster, dataArgument } from './cluster.ts'
import { cleanEnvironment, giveTo, isWindows, sleep } from './host.ts'
import { answers, readPidFile } from './running-server.ts'

export type ServerSettings = Record<string, string | number>

export interface ServerProcess {
  port: number
  stop(): Promise<void>
}

/** The log is started anew past this size; the one before is kept beside it. */
const maximumLogBytes = 10 * 1024 * 1024

/** A server that answers, or undefined when it ended instead (its log says why). */
export async function launchServer(
  cluster: Cluster,
  binaries: string,
  settings: ServerSettings,
): Promise<ServerProcess | undefined> {
  const port = await freePort()
  const all: ServerSettings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Containers give /dev/shm 64 MB, which the default takes its parallel-query memory from.
    ...(isWindows ? {} : { dynamic_shared_memory_type: 'mmap' }),
    ...settings,
  }
  const pairs = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const child = isWindows ? spawnByControl(cluster, binaries, pairs) : spawnDirectly(cluster, binaries, pairs)
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      hasEnded = !isWindows || code !== 0
      resolve()
    })
    child.once('error', () => {
      hasEnded = true
      resolve()
    })
  })
  const isReady = () => {
    const file = readPidFile(cluster.data)
    return file?.status === 'ready' && file.port === port
  }
  // No limit in time: crash recovery may take long, and an end of the process ends the loop.
  while (!hasEnded && !isReady()) await sleep(20)
  // A busy machine may keep whoever asks waiting for longer than he waits.
  for (let tries = 1; !hasEnded && !(await answers(cluster, port)); tries++) if (tries === 5) return undefined
  if (hasEnded) return undefined
  if (isWindows) return { port, stop: async () => stopByControl(cluster, binaries) }
  return { port, stop: guard(child, cluster, ended) }
}

/** `detached` puts the server out of the terminal's process group: Ctrl-C is to reach us, and we stop it. */
function spawnDirectly(cluster: Cluster, binaries: string, pairs: string[]): ChildProcess {
  const log = openLog(cluster)
  const args = ['-D', dataArgument(cluster.data), ...pairs.flatMap((pair) => ['-c', pair])]
  try {
    return spawn(path.join(binaries, 'bin', 'postgres'), args, {
      ...cluster.owner,
      cwd: cluster.data,
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    fs.closeSync(log)
  }
}

/** Windows: pg_ctl drops the administrator's rights, with which postgres.exe refuses to run. */
function spawnByControl(cluster: Cluster, binaries: string, pairs: string[]): ChildProcess {
  const options = pairs.map((pair) => `-c "${pair}"`).join(' ')
  const args = ['start', '-w', '-D', cluster.data, '-l', cluster.log, '-o', options]
  const env = cleanEnvironment()
  return spawn(path.join(binaries, 'bin', 'pg_ctl'), args, {
    cwd: cluster.data,
    env,
    stdio: 'ignore',
    windowsHide: true,
  })
}

function stopByControl(cluster: Cluster, binaries: string): void {
  const args = ['stop', '-w', '-m', 'fast', '-D', cluster.data]
  spawnSync(path.join(binaries, 'bin', 'pg_ctl'), args, { windowsHide: true })
}

/**
 * Ties the server to our life: a shell that waits on a pipe from us. The pipe closes when we die, however we
 * die, and then the shell asks the server for a fast shutdown. Our own stop goes the same way, because root
 * without CAP_KILL may not signal another user's process, while the shell runs as that user.
 */
function guard(child: ChildProcess, cluster: Cluster, ended: Promise<void>): () => Promise<void> {
  const script = 'trap "" INT TERM HUP; read x; kill -INT "$1"'
  const watchdog = spawn('/bin/sh', ['-c', script, 'watchdog', String(child.pid)], {
    ...cluster.owner,
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const pipe = watchdog.stdin as NonNullable<typeof watchdog.stdin> & { unref?(): void }
  watchdog.on('error', () => {})
  pipe.on('error', () => {})
  // Neither may keep our process alive when everything else in it has finished.
  watchdog.unref()
  pipe.unref?.()
  child.unref()
  return async () => {
    child.ref()
    pipe.end()
    await ended
  }
}

function openLog(cluster: Cluster): number {
  const size = fs.statSync(cluster.log, { throwIfNoEntry: false })?.size ?? 0
  if (size > maximumLogBytes) fs.renameSync(cluster.log, `${cluster.log}.1`)
  const log = fs.openSync(cluster.log, 'a', 0o600)
  giveTo(cluster.owner, cluster.log)
  return log
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
