/** The built server as a person starts it, with a data folder and a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type Socket } from 'node:net'
import path from 'node:path'

export interface RunningServer {
  baseUrl: string
  process: ChildProcess
  /** Its log since this start. */
  log(): string
  /** SIGTERM, and waits for the end. @returns the exit code */
  stop(): Promise<number | null>
}

/** Removes a server's folder, where its database may be writing its last lines. */
export function removeFolder(folder: string): Promise<void> {
  return fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

const main = path.resolve(import.meta.dirname, '../../../server/dist/main.js')

/** The first start creates a database and the sample team. */
const startTimeoutMs = 600_000

/** @throws Error with the server's log if it exits, or is not ready in time */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const port = Number(env.PORT ?? (await freePort()))
  const baseUrl = `http://localhost:${port}`
  fs.mkdirSync(dataDir, { recursive: true })
  const logFile = path.join(dataDir, 'server.log')
  const output = fs.openSync(logFile, 'a')
  const before = fs.fstatSync(output).size
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      MUSTER_DATA_DIR: dataDir,
      MUSTER_PUBLIC_URL: baseUrl,
      // Exact counts and complete answers, however busy the machine is: see apps/server/src/platform/scaled-timeout.ts.
      MUSTER_PATIENCE: '100',
      ...env,
    },
    stdio: ['ignore', output, output],
  })
  fs.closeSync(output)
  endWithThisProcess(child)
  const log = () => fs.readFileSync(logFile).subarray(before).toString()
  try {
    await waitUntilReady(child, log)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${(error as Error).message}\n${log().slice(-4000)}`)
  }
  return {
    baseUrl,
    process: child,
    log,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}

/**
 * Stops the server if this process ends without doing so, as by Ctrl+C or by `kill -9`: a shell waits for the end of a
 * pipe that only this process holds.
 */
function endWithThisProcess(server: ChildProcess): void {
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill "$1"', 'guard', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.once('error', () => {})
  server.once('exit', () => guard.kill('SIGKILL'))
  // Neither may keep our process running.
  guard.unref()
  ;(guard.stdin as Socket).unref()
}

/** By its log, not by asking its port: another process might answer there. */
async function waitUntilReady(child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + startTimeoutMs
  while (Date.now() < until) {
    if (log().includes('"Muster is ready"')) return
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server did not get ready in time')
}

/** Below the system's ephemeral ports: no outgoing connection takes it before the server does. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer().on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
