/** The built server as a person starts it, on a data folder and a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

export interface RunningServer {
  baseUrl: string
  process: ChildProcess
  /** What it wrote since this start. */
  log(): string
  /** SIGTERM, and waits for the end. @returns the exit code */
  stop(): Promise<number | null>
}

const main = path.resolve(import.meta.dirname, '../../../server/dist/main.js')

/** The first start makes a database and the sample team. */
const patienceMs = 180_000

/** @throws Error with the server's log when it ends, or does not get ready in time */
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
      ...env,
    },
    stdio: ['ignore', output, output],
  })
  fs.closeSync(output)
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
      child.kill('SIGTERM')
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

/** By its log, and not by asking its port: there another process might answer. */
async function waitUntilReady(child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (log().includes('"Muster is ready"')) return
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server did not get ready in time')
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
