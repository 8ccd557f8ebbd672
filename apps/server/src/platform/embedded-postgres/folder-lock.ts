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

/**
 * Locks a folder by listening on a socket in it, which also works between containers that share a volume: there a
 * process number says nothing about its holder. Who connects receives the holder's process number.
 *
 * @throws FolderInUse with one clear sentence
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const place = socketPlace(folder)
  try {
    // A second attempt after the socket of a process that was killed has been removed.
    for (let attempt = 1; ; attempt++) {
      const server = await listen(place.address)
      if (server) return lockOf(server, place)
      const holder = await holderOf(place.address)
      if (holder || attempt === 3) throw new FolderInUse(inUse(folder, holder))
      fs.rmSync(place.address, { force: true })
    }
  } catch (error) {
    place.close()
    if (error instanceof FolderInUse) throw error
    throw new StartError(`The data folder ${folder} cannot be locked: ${messageOf(error)}`, { cause: error })
  }
}

function inUse(folder: string, holder: string | undefined): string {
  const who = holder ? `Another Muster (process ${holder})` : 'Another Muster'
  return (
    `${who} uses the data folder ${path.dirname(folder)}. Stop it first, or set MUSTER_DATA_DIR to another folder. ` +
    'Several processes on one database need a PostgreSQL of their own: see DATABASE_URL.'
  )
}

interface SocketPlace {
  address: string
  close(): void
}

/** An address holds about a hundred bytes, and a folder's path may be longer. */
function socketPlace(folder: string): SocketPlace {
  const hash = crypto.createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 32)
  if (isWindows) return { address: `\\\\.\\pipe\\muster-${hash}`, close: () => {} }
  if (!isLinux) return { address: path.join(os.tmpdir(), `muster-${hash}.lock`), close: () => {} }
  const descriptor = fs.openSync(folder, 'r')
  return { address: `/proc/self/fd/${descriptor}/lock`, close: () => fs.closeSync(descriptor) }
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
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
  // The lock keeps nothing alive by itself.
  return server.unref()
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
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined
    throw error
  } finally {
    socket.destroy()
  }
}

/** Node removes the socket's file when it closes the server. */
function lockOf(server: net.Server, place: SocketPlace): FolderLock {
  let released: Promise<void> | undefined
  const release = async () => {
    server.close()
    await once(server, 'close')
    place.close()
  }
  return {
    release() {
      released ??= release()
      return released
    },
  }
}
