/** One process per data folder: a lock that the operating system frees when its holder ends, however it ends. */
import crypto from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { isLinux, isWindows, messageOf } from './host.ts'

/** Another process holds the folder. */
export class FolderInUse extends StartError {}

export interface FolderLock {
  /** Calling it again waits for the same end. */
  release(): Promise<void>
}

/** An attempt fails when another process takes the lock at the same moment, and the next one finds it. */
const maxAttempts = 10

/**
 * Locks a folder by listening on a socket in it, which also works between containers that share a volume: there a
 * process number says nothing about its holder. Who connects receives the holder's process number.
 *
 * @throws FolderInUse with one clear sentence
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const place = openPlace(folder)
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const last = lastNumber(place)
      const holder = last && (await holderOf(addressOf(place, last)))
      if (holder) throw new FolderInUse(inUse(folder, holder))
      const server = await take(place, last + 1)
      if (server) return lockOf(server, place)
    }
    throw new FolderInUse(inUse(folder))
  } catch (error) {
    place.close()
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
 * Where the lock's sockets are, each with a number: the highest one counts. A process that finds nobody behind it takes
 * the next number. The highest file is never removed, even if its holder has ended: two processes that find it may
 * then not both take its place.
 */
interface Place {
  /** Null on Windows, where the name of a pipe goes with its process and number 1 suffices. */
  folder: string | null
  prefix: string
  close(): void
}

function openPlace(folder: string): Place {
  const hash = crypto.createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 32)
  if (isWindows) return { folder: null, prefix: `\\\\.\\pipe\\muster-${hash}-`, close: () => {} }
  if (!isLinux) return { folder: os.tmpdir(), prefix: `muster-${hash}.lock.`, close: () => {} }
  // An address holds about a hundred bytes, and the folder's path may be longer.
  const descriptor = fs.openSync(folder, 'r')
  return { folder: `/proc/self/fd/${descriptor}`, prefix: 'lock.', close: () => fs.closeSync(descriptor) }
}

function addressOf({ folder, prefix }: Place, name: number | string): string {
  return folder === null ? `${prefix}${name}` : path.join(folder, `${prefix}${name}`)
}

function numbers({ folder, prefix }: Place): number[] {
  if (folder === null) return []
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(prefix))
  return names.map((name) => Number(name.slice(prefix.length))).filter(Number.isInteger)
}

/** 0 when there is none. */
function lastNumber(place: Place): number {
  return Math.max(0, ...numbers(place))
}

/** A server that listens at the number, or undefined when another process was faster. */
async function take(place: Place, number: number): Promise<net.Server | undefined> {
  const address = addressOf(place, number)
  if (place.folder === null) return listen(address)
  // A socket has a file before anybody can connect: it gets its number only when it listens.
  const unnumbered = addressOf(place, `new-${crypto.randomBytes(6).toString('hex')}`)
  const server = await listen(unnumbered)
  if (!server) return undefined
  try {
    fs.linkSync(unnumbered, address)
  } catch (error) {
    await end(server)
    if (isOf(error, 'EEXIST')) return undefined
    throw error
  }
  fs.rmSync(unnumbered)
  const isLast = lastNumber(place) === number
  if (isLast) {
    for (const older of numbers(place).filter((one) => one < number)) {
      fs.rmSync(addressOf(place, older), { force: true })
    }
    return server
  }
  // Others have taken this number, ended, and been removed by the next ones since it was looked at.
  fs.rmSync(address, { force: true })
  await end(server)
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
    if (isOf(error, 'EADDRINUSE')) return undefined
    throw error
  }
  // The lock keeps nothing alive by itself.
  return server.unref()
}

async function end(server: net.Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

/** The process number of the lock's holder, or undefined when nobody listens any more. */
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
    if (isOf(error, 'ECONNREFUSED', 'ENOENT')) return undefined
    throw error
  } finally {
    socket.destroy()
  }
}

function isOf(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '')
}

function lockOf(server: net.Server, place: Place): FolderLock {
  let released: Promise<void> | undefined
  return {
    release() {
      released ??= end(server).finally(place.close)
      return released
    },
  }
}
