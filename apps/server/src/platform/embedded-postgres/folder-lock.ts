/** Locks a data folder for one process. The operating system releases the lock when that process ends. */
import crypto from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { isLinux, isWindows, messageOf } from './host.ts'

/** Another process has locked the folder. */
export class FolderInUse extends StartError {}

export interface FolderLock {
  /** Repeated calls wait for the same release. */
  release(): Promise<void>
}

/** An attempt fails when another process takes the lock at that moment; the next one detects it. */
const maxAttempts = 10

/**
 * Locks a folder by listening on a socket in it. This also works between containers that share a volume,
 * where process ids are not unique. A client that connects receives the process id of the lock's holder.
 *
 * @throws FolderInUse when another process has locked it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const location = openLocation(folder)
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const last = lastNumber(location)
      const holder = last && (await holderOf(addressOf(location, last)))
      if (holder) throw new FolderInUse(inUse(folder, holder))
      const server = await acquire(location, last + 1)
      if (server) return lockOf(server, location)
    }
    throw new FolderInUse(inUse(folder))
  } catch (error) {
    location.close()
    if (error instanceof FolderInUse) throw error
    throw new StartError(`The data folder ${folder} cannot be locked: ${messageOf(error)}`, { cause: error })
  }
}

function inUse(folder: string, holder?: string): string {
  const who = holder ? `Another Muster (process ${holder})` : 'Another Muster'
  return (
    `${who} uses the data folder ${path.dirname(folder)}. Stop it first, or set MUSTER_DATA_DIR to another folder. ` +
    'Several processes on one database need a PostgreSQL of their own: see DATABASE_URL.'
  )
}

/**
 * The location of the lock's sockets. They are numbered, and only the highest number is valid. A process that
 * cannot connect to it takes the next number. The highest socket file is never removed, even if its holder
 * has ended, so that two processes that find it cannot both take the same number.
 */
interface LockLocation {
  /** Null on Windows: a named pipe disappears with its process, so number 1 suffices. */
  folder: string | null
  prefix: string
  close(): void
}

function openLocation(folder: string): LockLocation {
  const hash = crypto.createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 32)
  if (isWindows) return { folder: null, prefix: `\\\\.\\pipe\\muster-${hash}-`, close: () => {} }
  if (!isLinux) return { folder: os.tmpdir(), prefix: `muster-${hash}.lock.`, close: () => {} }
  // The address of a socket is limited to about a hundred bytes, and the folder's path may be longer.
  const descriptor = fs.openSync(folder, 'r')
  return { folder: `/proc/self/fd/${descriptor}`, prefix: 'lock.', close: () => fs.closeSync(descriptor) }
}

function addressOf({ folder, prefix }: LockLocation, name: number | string): string {
  return folder === null ? `${prefix}${name}` : path.join(folder, `${prefix}${name}`)
}

function numbers({ folder, prefix }: LockLocation): number[] {
  if (folder === null) return []
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(prefix))
  return names.map((name) => Number(name.slice(prefix.length))).filter(Number.isInteger)
}

/** The highest number, or 0 when there is no socket. */
function lastNumber(location: LockLocation): number {
  return Math.max(0, ...numbers(location))
}

/** A server that listens on the number's socket, or undefined when another process was faster. */
async function acquire(location: LockLocation, number: number): Promise<net.Server | undefined> {
  const address = addressOf(location, number)
  if (location.folder === null) return listen(address)
  // The socket file exists before clients can connect, so it gets its number only when the server listens.
  const unnumbered = addressOf(location, `new-${crypto.randomBytes(6).toString('hex')}`)
  const server = await listen(unnumbered)
  if (!server) return undefined
  try {
    fs.linkSync(unnumbered, address)
  } catch (error) {
    await close(server)
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  }
  fs.rmSync(unnumbered)
  const isLast = lastNumber(location) === number
  if (isLast) {
    for (const older of numbers(location).filter((other) => other < number)) {
      fs.rmSync(addressOf(location, older), { force: true })
    }
    return server
  }
  // Since the last number was read, other processes took this number and a higher one, and removed this one's
  // file.
  fs.rmSync(address, { force: true })
  await close(server)
  return undefined
}

/** A listening server, or undefined when the address is taken. */
async function listen(address: string): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.end(String(process.pid))
  })
  server.listen(address)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) return undefined
    throw error
  }
  // The lock alone must not keep the process running.
  return server.unref()
}

async function close(server: net.Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

/** The process id of the lock's holder, or undefined when no process listens. */
async function holderOf(address: string): Promise<string | undefined> {
  const socket = net.connect(address)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  try {
    await once(socket, 'close')
    return answer || undefined
  } catch (error) {
    if (hasCode(error, 'ECONNREFUSED', 'ENOENT')) return undefined
    throw error
  } finally {
    socket.destroy()
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '')
}

function lockOf(server: net.Server, location: LockLocation): FolderLock {
  let released: Promise<void> | undefined
  return {
    release() {
      released ??= close(server).finally(location.close)
      return released
    },
  }
}
