/** What the launcher needs to know of the machine it runs on, and the small file helpers that its parts share. */
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'

export const isWindows = process.platform === 'win32'
export const isLinux = process.platform === 'linux'
export const isRoot = process.getuid?.() === 0

/** The operating-system user that a server process runs as; empty means our own. */
export interface ServerOwner {
  uid?: number
  gid?: number
}

/** The text of a file, or an empty string when it is not there or not ours to read. */
export function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Resolves after the time, or at once when the signal is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Hands a file to the user that the server runs as; only root can, and only root needs to. */
export function giveTo(owner: ServerOwner, file: string): void {
  if (isRoot && owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(file, owner.uid, owner.gid)
}

/**
 * The environment for PostgreSQL's programs: ours without PG*, LC_* and LANG*, because an inherited
 * PGDATA, PGOPTIONS or locale would change what they do.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
