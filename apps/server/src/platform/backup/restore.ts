/** Restores a backup, into an empty data folder or for a rehearsal. */
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { giveTo } from '../embedded-postgres/host.ts'
import { chooseOwner } from '../embedded-postgres/owner.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { StartError } from '../start-error.ts'
import type { Blobs } from '../storage/blobs.ts'
import { type Manifest, readArchive, thisMachine } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { firstDifference, tableSums } from './table-sums.ts'

/** The only names that a backup has. */
const allowed = /^(secret|postgres\/secret|postgres\/data(\/[\w.-]+)*|files(\/[\w-][\w.-]*)+)\/?$/

/**
 * Restores a backup into an empty or new folder. The folder gets its contents only when the database has been
 * recovered and agrees with the manifest.
 *
 * @param mark called with a connection to the recovered database, for notes that concern the restored one
 * @throws StartError when the folder is not empty, or the archive or the recovered database is faulty
 */
export async function restoreBackup(
  file: string,
  passphrase: string,
  dataDir: string,
  blobs: Blobs,
  mark: (client: pg.Client) => Promise<void>,
  watch: RestoreWatch = {},
): Promise<Manifest> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (fs.readdirSync(dataDir).length > 0) {
    throw new StartError(`The folder ${dataDir} is not empty. Restore into an empty one (MUSTER_DATA_DIR).`)
  }
  const folder = path.join(dataDir, 'restoring')
  try {
    const manifest = await recover(file, passphrase, folder, mark, watch)
    const contents = path.join(folder, 'files')
    for (const name of fs.existsSync(contents) ? fs.readdirSync(contents, { recursive: true }) : []) {
      const content = path.join(contents, String(name))
      if (!fs.statSync(content).isFile()) continue
      await blobs.put(`files/${String(name).split(path.sep).join('/')}`, content)
    }
    for (const name of ['secret', 'postgres']) {
      fs.renameSync(path.join(folder, name), path.join(dataDir, name))
    }
    return manifest
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Restores a backup beside the running server and compares it with the manifest; nothing remains of it.
 *
 * @param scratch a folder that does not exist
 * @throws BackupError with the fault
 */
export async function rehearseBackup(
  file: string,
  passphrase: string,
  scratch: string,
  watch: RestoreWatch = {},
): Promise<Manifest> {
  try {
    return await recover(file, passphrase, scratch, async () => {}, watch)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

interface RestoreWatch {
  /** Called with the number of bytes of contents that have been unpacked. */
  onBytes?: (count: number) => void
  onUnpacked?: () => void
}

async function recover(
  file: string,
  passphrase: string,
  folder: string,
  mark: (client: pg.Client) => Promise<void>,
  { onBytes, onUnpacked }: RestoreWatch = {},
): Promise<Manifest> {
  const home = path.join(folder, 'postgres')
  fs.mkdirSync(path.join(home, 'data'), { recursive: true, mode: 0o700 })
  const owner = chooseOwner(path.join(home, 'data'))
  const place = (name: string) => {
    if (!allowed.test(name) || name.split('/').includes('..')) {
      throw new BackupError('damaged', `The backup ${file} has an entry that does not belong there: ${name}`)
    }
    const target = path.join(folder, name)
    fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    return target
  }
  const own = (name: string, target: string) => name.startsWith('postgres/') && giveTo(owner, target)
  giveTo(owner, home)
  giveTo(owner, path.join(home, 'data'))
  const manifest = await readArchive('system', file, passphrase, {
    async folder(name) {
      const target = place(name)
      fs.mkdirSync(target, { recursive: true, mode: 0o700 })
      own(name, target)
    },
    async file(name, content: Readable) {
      const target = place(name)
      await pipeline(content, fs.createWriteStream(target, { mode: 0o600, flush: true }))
      own(name, target)
    },
    ...(onBytes ? { onBytes } : {}),
  })
  onUnpacked?.()
  if (manifest.machine !== thisMachine) {
    throw new BackupError(
      'machine',
      `The backup is of ${manifest.machine}, and this machine is ${thisMachine}.`,
    )
  }
  const signal = path.join(home, 'data/recovery.signal')
  fs.writeFileSync(signal, '')
  giveTo(owner, signal)
  const server = await startEmbeddedPostgres({
    home,
    database: manifest.database,
    settings: {
      // It runs beside the server.
      shared_buffers: '64MB',
      // The log that recovery needs is in the cluster's own folder.
      restore_command: 'exit 1',
      recovery_target_name: manifest.restorePoint,
      recovery_target_action: 'promote',
    },
  })
  try {
    await verify(server.url, manifest, mark)
  } finally {
    await server.stop()
  }
  return manifest
}

async function verify(
  url: string,
  manifest: Manifest,
  mark: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const difference = firstDifference(manifest.tables, await tableSums(client))
    if (difference) {
      throw new BackupError('differs', `The restored database differs from the backup: ${difference}.`)
    }
    await client.query('commit')
    await mark(client)
  } finally {
    await client.end()
  }
}
