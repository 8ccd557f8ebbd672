/** Starts one server process, tied to our own life by a shell. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { type Cluster, dataArgument } from './cluster.ts'
import { cleanEnvironment, giveTo, isWindows, sleep } from './host.ts'
import { answers, isServerAlive, readPidFile } from './running-server.ts'

export type ServerSettings = Record<string, string | number>

export interface ServerProcess {
  /** Resolves when the server has ended, by itself or by `stop`. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** A larger log is rotated; one earlier log is kept beside it. */
const maximumLogBytes = 10 * 1024 * 1024

/**
 * A server that answers on the port, or undefined when it ended instead (its log says why). From the moment it is
 * spawned it ends with this process.
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
    unix_socket_directories: '',
    // Containers give /dev/shm 64 MB, which the default takes its parallel-query memory from.
    ...(isWindows ? {} : { dynamic_shared_memory_type: 'mmap' }),
    ...settings,
  }
  const pairs = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  return isWindows
    ? launchByControl(cluster, binaries, port, pairs)
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
  // No time limit: crash recovery may take long, and the end of the process ends the loop.
  while (!hasEnded && !isReady()) await sleep(20)
  // On a busy machine a connection may time out.
  for (let tries = 1; !hasEnded && !(await answers(cluster, port)); tries++) if (tries === 5) await stop()
  if (!hasEnded) {
    setReady()
    return { ended, stop }
  }
  await stop()
  return undefined
}

/** Windows: pg_ctl starts the server and returns, so the server's end is noticed by looking for its process. */
async function launchByControl(
  cluster: Cluster,
  binaries: string,
  port: number,
  pairs: string[],
): Promise<ServerProcess | undefined> {
  const control = spawnByControl(cluster, binaries, pairs)
  const [code] = await once(control, 'exit')
  if (code !== 0 || !(await answers(cluster, port))) return undefined
  const ended = (async () => {
    while (readPidFile(cluster.data)?.port === port && isServerAlive(cluster)) await sleep(2000)
  })()
  return { ended, stop: async () => stopByControl(cluster, binaries) }
}

interface GuardedServer {
  ended: Promise<void>
  /** The server answers: from now on it is given all the time it needs to shut down. */
  setReady(): void
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL (its arguments) and stops it when its standard input, a pipe from us, closes. A server that is not
 * ready yet may not react to signals, and is killed.
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
 * Starts the server tied to our life, by a shell that runs it and waits on a pipe from us. The pipe closes when we die,
 * however we die, and then the shell asks the server for a fast shutdown. Our own stop goes the same way, because root
 * without CAP_KILL may not signal another user's process, while the shell runs as that user.
 *
 * `detached` puts both out of the terminal's process group: Ctrl-C is to reach us, and we stop them.
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
  // Neither may keep our process alive when everything else in it has finished.
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

function openLog(cluster: Cluster): number {
  const size = fs.statSync(cluster.log, { throwIfNoEntry: false })?.size ?? 0
  if (size > maximumLogBytes) fs.renameSync(cluster.log, `${cluster.log}.1`)
  const log = fs.openSync(cluster.log, 'a', 0o600)
  giveTo(cluster.owner, cluster.log)
  return log
}
