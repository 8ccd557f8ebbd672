/** Facts about the machine, and small helpers that the modules of this folder share. */
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'

export const isWindows = process.platform === 'win32'
export const isLinux = process.platform === 'linux'
export const isRoot = process.getuid?.() === 0

/** The operating-system user that runs a server process; empty for the current user. */
export interface ServerOwner {
  uid?: number
  gid?: number
}

/** The text of a file, or an empty string when it does not exist or cannot be read. */
export function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Resolves after the time, or as soon as the signal is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Makes the server's user the owner of a file; only root can, and only root needs to. */
export function giveTo(owner: ServerOwner, file: string): void {
  if (isRoot && owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(file, owner.uid, owner.gid)
}

/**
 * The environment for PostgreSQL's programs: ours without PG*, LC_* and LANG*, because an inherited PGDATA,
 * PGOPTIONS or locale would change their behaviour.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' }
}
