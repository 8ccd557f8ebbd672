/** Starts a server process that a watchdog shell stops when our process ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { type Cluster, dataArgument } from './cluster.ts'
import { cleanEnvironment, giveTo, isWindows, sleep } from './host.ts'
import { hasSocket, isAnswering, isServerAlive, readPidFile } from './running-server.ts'

export type ServerSettings = Record<string, string | number>

export interface ServerProcess {
  /** Resolves when the server has ended, by itself or by `stop`. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** A larger log is rotated; one previous log is kept. */
const maximumLogBytes = 10 * 1024 * 1024

/**
 * A server that answers on the port, or undefined when it ended instead (see its log). Once it has been
 * spawned, it ends with this process.
 */
export async function launchServer(
  cluster: Cluster,
  binaries: string,
  port: number,
  settings: ServerSettings,
): Promise<ServerProcess | undefined> {
  const all: ServerSettings = {
    port,
    listen_addresses: '127.0.0.1',
    // The cluster's folder, as seen from the server's working folder, since its user may have no access above it.
    unix_socket_directories: hasSocket(cluster, port) ? '..' : '',
    unix_socket_permissions: '0700',
    // The default uses /dev/shm for parallel queries, which has only 64 MB in containers.
    ...(isWindows ? {} : { dynamic_shared_memory_type: 'mmap' }),
    ...settings,
  }
  const pairs = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  return isWindows
    ? launchWithPgCtl(cluster, binaries, port, pairs)
    : launchDirectly(cluster, binaries, port, pairs)
}

async function launchDirectly(
  cluster: Cluster,
  binaries: string,
  port: number,
  pairs: string[],
): Promise<ServerProcess | undefined> {
  const { ended, setReady, stop } = spawnGuarded(cluster, binaries, pairs)
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const isReady = () => {
    const file = readPidFile(cluster.data)
    return file?.status === 'ready' && file.port === port
  }
  // There is no time limit, because crash recovery may take long.
  while (!hasEnded && !isReady()) await sleep(20)
  // On a busy machine a connection may time out.
  for (let attempt = 1; !hasEnded && !(await isAnswering(cluster, port)); attempt++) {
    if (attempt === 5) await stop()
  }
  if (!hasEnded) {
    setReady()
    return { ended, stop }
  }
  await stop()
  return undefined
}

/** On Windows, pg_ctl starts the server and returns, so the server's process is polled to detect its end. */
async function launchWithPgCtl(
  cluster: Cluster,
  binaries: string,
  port: number,
  pairs: string[],
): Promise<ServerProcess | undefined> {
  const pgCtl = spawnPgCtl(cluster, binaries, pairs)
  const [code] = await once(pgCtl, 'exit')
  if (code !== 0 || !(await isAnswering(cluster, port))) return undefined
  const ended = (async () => {
    while (readPidFile(cluster.data)?.port === port && isServerAlive(cluster)) await sleep(2000)
  })()
  return { ended, stop: async () => stopWithPgCtl(cluster, binaries) }
}

interface GuardedServer {
  ended: Promise<void>
  /** Call it when the server answers: from now on it has unlimited time to shut down. */
  setReady(): void
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL (the script's arguments) and stops it when the script's standard input, a pipe from us,
 * closes. A server that is not ready may ignore signals and is killed after 5 seconds.
 */
const guardScript = `exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
  trap "" INT TERM HUP
  read word <&3
  if [ "$word" = ready ]; then read word <&3; kill -INT "$server"
  else kill -INT "$server"; sleep 5; kill -KILL "$server"; fi
) &
guard=$!
trap "" INT TERM HUP
wait "$server"
kill -KILL "$guard"`

/**
 * Starts the server in a watchdog shell that reads a pipe from our process. The pipe closes when our process
 * ends in any way, and the shell requests a fast shutdown of the server. `stop` uses the same mechanism,
 * because root without CAP_KILL may not signal processes of another user, but the shell runs as that user.
 *
 * `detached` removes both from the terminal's process group, so that Ctrl-C reaches only our process, which
 * stops them.
 */
function spawnGuarded(cluster: Cluster, binaries: string, pairs: string[]): GuardedServer {
  const log = openLog(cluster)
  const postgres = path.join(binaries, 'bin', 'postgres')
  const args = ['-D', dataArgument(cluster.data), ...pairs.flatMap((pair) => ['-c', pair])]
  const shell = spawn('/bin/sh', ['-c', guardScript, 'guard', postgres, ...args], {
    ...cluster.owner,
    cwd: cluster.data,
    env: cleanEnvironment(),
    detached: true,
    stdio: ['pipe', log, log],
  })
  fs.closeSync(log)
  const ended = new Promise<void>((resolve) => {
    shell.once('exit', () => resolve())
    shell.once('error', () => resolve())
  })
  const pipe = shell.stdin as NonNullable<typeof shell.stdin> & { unref?(): void }
  pipe.on('error', () => {})
  // Neither may keep our process running.
  shell.unref()
  pipe.unref?.()
  return {
    ended,
    setReady: () => void pipe.write('ready\n'),
    async stop() {
      shell.ref()
      pipe.end()
      await ended
    },
  }
}

/** On Windows, pg_ctl drops administrator rights, with which postgres.exe refuses to run. */
function spawnPgCtl(cluster: Cluster, binaries: string, pairs: string[]): ChildProcess {
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

function stopWithPgCtl(cluster: Cluster, binaries: string): void {
  const args = ['stop', '-w', '-m', 'fast', '-D', cluster.data]
  spawnSync(path.join(binaries, 'bin', 'pg_ctl'), args, { windowsHide: true })
}

function openLog(cluster: Cluster): number {
  const size = fs.statSync(cluster.log, { throwIfNoEntry: false })?.size ?? 0
  if (size > maximumLogBytes) fs.renameSync(cluster.log, `${cluster.log}.1`)
  const log = fs.openSync(cluster.log, 'a', 0o600)
  giveTo(cluster.owner, cluster.log)
  return log
}
