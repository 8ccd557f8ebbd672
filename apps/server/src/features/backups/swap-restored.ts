/** Puts a restored database in the place of the present one, before anything is opened. */
import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../../platform/config.ts'
import { lockFolder } from '../../platform/embedded-postgres/folder-lock.ts'

/** Below the data folder: what a restore has prepared, and what it has replaced. */
export const restoredFolder = 'restored'
export const replacedFolder = 'replaced'
/** Only with this file has the restore been checked. */
export const readyFile = 'ready'

/** The parts of the data folder that a restore replaces. */
const parts = ['secret', 'postgres']

/**
 * Does nothing unless a restore has ended well. An interrupted swap is continued at the next start.
 *
 * @throws FolderInUse when another process uses the database
 */
export async function swapRestored({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  const restored = path.join(dataDir, restoredFolder)
  if (databaseUrl || !fs.existsSync(path.join(restored, readyFile))) return
  const home = path.join(dataDir, 'postgres')
  fs.mkdirSync(home, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(home)
  await lock.release()
  const replaced = path.join(dataDir, replacedFolder)
  fs.mkdirSync(replaced, { recursive: true, mode: 0o700 })
  for (const part of parts) {
    const [from, to, kept] = [restored, dataDir, replaced].map((folder) => path.join(folder, part)) as [
      string,
      string,
      string,
    ]
    if (!fs.existsSync(from)) continue
    // When this was interrupted between the two, what is in the place was made since, and is nothing.
    if (fs.existsSync(kept)) fs.rmSync(to, { recursive: true, force: true })
    else if (fs.existsSync(to)) fs.renameSync(to, kept)
    fs.renameSync(from, to)
  }
  fs.rmSync(restored, { recursive: true, force: true })
}

/** Removes what a restore has prepared: first the file without which it counts as nothing. */
export async function discardRestored({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const restored = path.join(dataDir, restoredFolder)
  await fs.promises.rm(path.join(restored, readyFile), { force: true })
  await fs.promises.rm(restored, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
