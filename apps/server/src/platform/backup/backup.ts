/** Backs up the embedded database, the files and the secret while the server runs; see docs/OPERATE.md. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@muster/contract/errors'
import pg from 'pg'
import { sleep } from '../embedded-postgres/host.ts'
import type { Blobs } from '../storage/blobs.ts'
import { ArchiveWriter, type Manifest } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { backupLock } from './lock.ts'
import { equalSums, tableSums } from './table-sums.ts'

/** Contents of these folders of a cluster are made by the server itself when it starts. */
const emptied = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  // Filled at the end, with the part of the log that recovery needs.
  'pg_wal',
])

const skipped =
  /^(postmaster\.(pid|opts)|.*\.old|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/

/** A busy database has a quiet moment now and then; one that always waits for a slow disk has none. */
const attempts = 100

export interface BackupSource {
  /** The database, on the embedded server. */
  url: string
  /** The cluster's folder with `data` and `secret`. */
  home: string
  /** Signs sessions and links. */
  secret: string
  blobs: Blobs
  /** Keys of all contents that rows refer to, in the client's snapshot. */
  contentKeys(client: pg.Client): Promise<string[]>
  /** For temporary copies of contents. */
  scratch: string
}

/**
 * Writes a backup to a file. It is complete, and has its name, only when this resolves. Two backups run one
 * after the other.
 *
 * @param onBytes called with each number of bytes of contents that is added; what it throws ends the backup
 * @throws BackupError when the file exists
 */
export async function createBackup(
  source: BackupSource,
  file: string,
  passphrase: string,
  onBytes?: (count: number) => void | Promise<void>,
): Promise<Manifest> {
  if (fs.existsSync(file)) throw new BackupError('exists', `${file} exists already.`)
  const unfinished = `${file}.unfinished`
  const target = fs.createWriteStream(unfinished, { mode: 0o600, flush: true })
  const writer = new ArchiveWriter(target, passphrase, onBytes)
  const keeper = new pg.Client({ connectionString: source.url })
  const reader = new pg.Client({ connectionString: source.url })
  try {
    await Promise.all([keeper.connect(), reader.connect()])
    const manifest = await write(source, writer, keeper, reader)
    await fs.promises.rename(unfinished, file)
    return manifest
  } catch (error) {
    await writer.abort(error as Error)
    await fs.promises.rm(unfinished, { force: true })
    throw error
  } finally {
    // Ends the backup mode, the slot and the lock as well.
    await Promise.allSettled([keeper.end(), reader.end()])
  }
}

async function write(
  source: BackupSource,
  writer: ArchiveWriter,
  keeper: pg.Client,
  reader: pg.Client,
): Promise<Manifest> {
  await keeper.query('select pg_advisory_lock($1)', [backupLock])
  await keeper.query('create extension if not exists pg_walinspect')
  const data = path.join(source.home, 'data')
  // Keeps the log from here on, and disappears with the session.
  await keeper.query('select pg_create_physical_replication_slot($1, true, true)', [
    `muster_backup_${crypto.randomBytes(4).toString('hex')}`,
  ])
  const start = await value(keeper, `select pg_backup_start('muster', true)`)
  const first = await value(keeper, 'select pg_walfile_name($1)', [start])
  await copyFolder(writer, data, '')
  // The last file, as PostgreSQL's own pg_basebackup does.
  await writer.file('postgres/data/global/pg_control', path.join(data, 'global/pg_control'))
  const label = await value(keeper, 'select labelfile from pg_backup_stop(false)')
  await writer.bytes('postgres/data/backup_label', label)

  const moment = await takeMoment(keeper, reader, start)
  await copyLog(writer, keeper, path.join(data, 'pg_wal'), first, moment.lsn)
  let tables = await tableSums(reader)
  let keys = await source.contentKeys(reader)
  if (moment.unseen.length > 0) {
    await beginAfter(moment.unseen, keeper)
    tables = equalSums(tables, await tableSums(keeper))
    keys = [...new Set([...keys, ...(await source.contentKeys(keeper))])]
    await keeper.query('commit')
  }
  const missingFiles = await copyContents(source, writer, keys)
  const version = await value(reader, `select current_setting('server_version_num')::int / 10000`)
  const database = await value(reader, 'select current_database()')
  await reader.query('commit')
  await writer.file('postgres/secret', path.join(source.home, 'secret'))
  await writer.bytes('secret', `${source.secret}\n`)
  const { name: restorePoint, snapshot, at } = moment
  return writer.finish({ postgres: version, at, database, restorePoint, snapshot, tables, missingFiles })
}

async function value(client: pg.Client, query: string, parameters: unknown[] = []): Promise<string> {
  const { rows } = await client.query<unknown[]>({ text: query, values: parameters, rowMode: 'array' })
  return String(rows[0]?.[0])
}

async function copyFolder(writer: ArchiveWriter, data: string, folder: string): Promise<void> {
  const entries = await fs.promises
    .readdir(path.join(data, folder), { withFileTypes: true })
    .catch((error: NodeJS.ErrnoException) => {
      // A database that was dropped meanwhile.
      if (error.code === 'ENOENT' && folder !== '') return []
      throw error
    })
  for (const entry of entries) {
    const inner = folder ? `${folder}/${entry.name}` : entry.name
    if (skipped.test(entry.name) || inner === 'global/pg_control') continue
    if (entry.isDirectory()) {
      await writer.folder(`postgres/data/${inner}`)
      if (inner === 'pg_wal') await writer.folder('postgres/data/pg_wal/archive_status')
      if (!emptied.has(inner)) await copyFolder(writer, data, inner)
    } else if (entry.isFile()) {
      await writer.file(`postgres/data/${inner}`, path.join(data, inner))
    }
  }
}

interface Moment {
  name: string
  lsn: string
  snapshot: string
  at: string
  /** Transactions that recovery up to the moment applies, and that the reader's snapshot does not see. */
  unseen: string[]
}

/**
 * Leaves the reader in a transaction whose snapshot is what recovery up to the restore point gives.
 *
 * A snapshot sees every transaction that had finished. The restore point is written just after it, and
 * recovery also applies commits that were written to the log before that point but were not finished for the
 * snapshot, because the log was on its way to the disk. So the pair is taken again until the log shows no such
 * commit, or after some attempts with those that it shows.
 */
async function takeMoment(keeper: pg.Client, reader: pg.Client, start: string): Promise<Moment> {
  let from = start
  let unseen: string[] = []
  for (let attempt = 1; ; attempt++) {
    const name = `muster_${crypto.randomUUID()}`
    await reader.query('begin isolation level repeatable read')
    const { rows } = await reader.query<Omit<Moment, 'name' | 'unseen'>>(
      `select pg_current_snapshot()::text as snapshot, pg_create_restore_point($1)::text as lsn,
         to_json(now()) #>> '{}' as at`,
      [name],
    )
    const moment = { name, ...(rows[0] as Omit<Moment, 'name' | 'unseen'>) }
    await flushed(keeper, moment.lsn)
    const { rows: commits } = await keeper.query<{ xid: string }>(
      `select xid::text from pg_get_wal_records_info($1, $2)
       where resource_manager = 'Transaction' and record_type like 'COMMIT%' and xid <> '0'`,
      [from, moment.lsn],
    )
    unseen = await notIn(moment.snapshot, keeper, [...unseen, ...commits.map(({ xid }) => xid)])
    if (unseen.length === 0 || attempt === attempts) return { ...moment, unseen }
    await reader.query('rollback')
    // An attempt that read the log from its beginning each time would take longer and longer.
    from = moment.lsn
  }
}

/** Those of recent transactions that a snapshot does not see. */
async function notIn(snapshot: string, client: pg.Client, xids: string[]): Promise<string[]> {
  const { rows } = await client.query<{ xid: string }>(
    `select xid from unnest($2::text[]) as recent (xid)
     where not pg_visible_in_snapshot(
       -- The log has the lower 32 bits; transactions this recent have the epoch of the snapshot.
       ((pg_snapshot_xmax($1::pg_snapshot)::text::bigint / 4294967296) * 4294967296 + xid::bigint)::text::xid8,
       $1::pg_snapshot)`,
    [snapshot, xids],
  )
  return rows.map(({ xid }) => xid)
}

/** Begins a transaction whose snapshot sees the given ones, which are about to end. */
async function beginAfter(xids: string[], client: pg.Client): Promise<void> {
  while (true) {
    await client.query('begin isolation level repeatable read')
    const snapshot = await value(client, 'select pg_current_snapshot()')
    if ((await notIn(snapshot, client, xids)).length === 0) return
    await client.query('rollback')
    await sleep(5)
  }
}

/** Waits until the log is on disk up to a place. */
async function flushed(client: pg.Client, lsn: string): Promise<void> {
  while ((await value(client, 'select pg_current_wal_flush_lsn() >= $1::pg_lsn', [lsn])) !== 'true') {
    // A commit flushes the log.
    await client.query(`select pg_logical_emit_message(true, 'muster', '')`)
    await sleep(5)
  }
}

async function copyLog(
  writer: ArchiveWriter,
  client: pg.Client,
  folder: string,
  first: string,
  lsn: string,
): Promise<void> {
  const last = await value(client, 'select pg_walfile_name($1)', [lsn])
  for (const name of (await fs.promises.readdir(folder)).sort()) {
    const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
    if (isNeeded || name.endsWith('.history')) {
      await writer.file(`postgres/data/pg_wal/${name}`, path.join(folder, name))
    }
  }
}

/** Copies contents by way of the local disk, because an entry needs its size. @returns the missing ones */
export async function copyContents(
  { blobs, scratch }: Pick<BackupSource, 'blobs' | 'scratch'>,
  writer: ArchiveWriter,
  keys: string[],
): Promise<string[]> {
  const missing: string[] = []
  await fs.promises.mkdir(scratch, { recursive: true, mode: 0o700 })
  for (const key of keys) {
    const copy = path.join(scratch, crypto.randomUUID())
    try {
      const content: Readable = await blobs.open(key)
      await pipeline(content, fs.createWriteStream(copy, { mode: 0o600 }))
      await writer.file(key, copy)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
      missing.push(key)
    } finally {
      await fs.promises.rm(copy, { force: true })
    }
  }
  return missing
}
