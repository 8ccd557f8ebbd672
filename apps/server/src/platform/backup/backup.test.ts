import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testS3 } from '../../../test/s3.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { DiskBlobs } from '../storage/disk-blobs.ts'
import { S3Blobs } from '../storage/s3-blobs.ts'
import { type BackupSource, createBackup } from './backup.ts'
import { rehearseBackup, restoreBackup } from './restore.ts'

const passphrase = 'correct horse battery staple'
const key = `files/1/ab/${'ab'.repeat(32)}`
let folder: string
let server: EmbeddedPostgres
let source: BackupSource
let backup: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-backup-'))
  const home = path.join(folder, 'live/postgres')
  server = await startEmbeddedPostgres({ home, settings: { shared_buffers: '16MB' } })
  const blobs = new DiskBlobs(path.join(folder, 'live'))
  const upload = path.join(folder, 'upload')
  fs.writeFileSync(upload, 'a picture')
  await blobs.put(key, upload)
  source = {
    url: server.url,
    home,
    secret: 'signs sessions',
    blobs,
    contentKeys: async () => [key],
    scratch: path.join(folder, 'live/incoming'),
  }
  await query(
    server.url,
    `create table account (id int primary key, cents int not null);
     insert into account select n, 1000 from generate_series(1, 50) n;
     create table transfer (id int primary key, writer int, cents int not null);
     create table counter (writer int primary key, last int not null);
     insert into counter select n, 0 from generate_series(0, 7) n`,
  )
  await createWhileWriting()
})

afterAll(async () => {
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

let written = 0
let writtenDuring = 0

/** Eight writers move money between accounts, and number their transfers without a gap. */
async function createWhileWriting(): Promise<void> {
  let isStopped = false
  const pool = new pg.Pool({ connectionString: server.url, max: 8 })
  const write = async (writer: number) => {
    for (let n = 1; !isStopped; n++) {
      await pool.query(
        `with paid as (update account set cents = cents - 1 where id = ${writer + 1}),
           got as (update account set cents = cents + 1 where id = ${writer + 20}),
           numbered as (update counter set last = ${n} where writer = ${writer})
         insert into transfer (id, writer, cents) values (${n * 8 + writer}, ${writer}, 1)`,
      )
      written += 1
    }
  }
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
  try {
    await vi.waitFor(() => expect(written).toBeGreaterThan(200), { timeout: 120_000 })
    const before = written
    backup = path.join(folder, 'backup.age')
    await createBackup(source, backup, passphrase)
    writtenDuring = written - before
  } finally {
    isStopped = true
    await Promise.all(writers)
    await pool.end()
  }
}

async function restored(
  name: string,
  blobs = new DiskBlobs(path.join(folder, name)),
  file = backup,
): Promise<EmbeddedPostgres> {
  const dataDir = path.join(folder, name)
  await restoreBackup(file, passphrase, dataDir, blobs, async () => {})
  return startEmbeddedPostgres({
    home: path.join(dataDir, 'postgres'),
    settings: { shared_buffers: '16MB' },
  })
}

test('a backup during writes is restored as of one moment', async () => {
  expect(writtenDuring).toBeGreaterThan(200)
  const copy = await restored('restored')
  try {
    const [sums] = await query(
      copy.url,
      `select (select sum(cents)::int from account) as money,
         (select sum(last)::int from counter) as numbered, (select count(*)::int from transfer) as transfers,
         (select sum(1000 - cents)::int from account where id <= 8) as paid,
         (select sum(last)::int from counter) = (select count(*) from transfer t
            where exists (select from counter c where c.writer = t.writer and t.id / 8 <= c.last)) as "hasNoGap"`,
    )
    expect(sums).toMatchObject({ money: 50_000, hasNoGap: true })
    expect(sums!.transfers).toBe(sums!.numbered)
    expect(sums!.paid).toBe(sums!.numbered)
    // The moment is one of the backup: after the writes before it, and before the last ones.
    expect(sums!.transfers).toBeGreaterThan(200)
    expect(sums!.transfers).toBeLessThan(written)
    const live = path.join(folder, 'restored')
    expect(fs.readFileSync(path.join(live, key), 'utf8')).toBe('a picture')
    expect(fs.readFileSync(path.join(live, 'secret'), 'utf8')).toBe('signs sessions\n')
  } finally {
    await copy.stop()
  }
})

test('a backup needs no quiet moment, and has no sums of tables that were being written then', async () => {
  await query(server.url, 'create table late (id int primary key)')
  const file = path.join(folder, 'busy.age')
  const ownCommits = new URL(server.url)
  ownCommits.searchParams.set('options', '-c synchronous_commit=local')
  let commit: Promise<unknown> | undefined
  const onBytes = async () => {
    if (commit) return
    await query(server.url, `alter system set synchronous_standby_names = 'nobody'`)
    await query(server.url, 'select pg_reload_conf()')
    // Waiting for a standby, as for a slow disk: the commit is in the log, and no snapshot sees it.
    commit = query(server.url, 'insert into late values (1)')
    const waiting = () => query(server.url, `select from pg_stat_activity where wait_event = 'SyncRep'`)
    await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 60_000 })
  }
  // Asked for when the moment has been chosen.
  const contentKeys = async () => {
    await query(server.url, 'alter system reset synchronous_standby_names')
    await query(server.url, 'select pg_reload_conf()')
    return [key]
  }
  const { tables } = await createBackup(
    { ...source, url: ownCommits.href, contentKeys },
    file,
    passphrase,
    onBytes,
  )
  await commit
  expect(Object.keys(tables)).toContain('public.account')
  expect(Object.keys(tables)).not.toContain('public.late')
  const copy = await restored('busy', undefined, file)
  try {
    expect(await query(copy.url, 'select id from late')).toEqual([{ id: 1 }])
  } finally {
    await copy.stop()
  }
})

test('files are restored into a bucket', async () => {
  const s3 = await testS3(path.join(folder, 'bucket'))
  try {
    const blobs = new S3Blobs(s3.config)
    await restoreBackup(backup, passphrase, path.join(folder, 'with-bucket'), blobs, async () => {})
    const chunks: Buffer[] = []
    for await (const chunk of await blobs.open(key)) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toBe('a picture')
    expect(fs.existsSync(path.join(folder, 'with-bucket/files'))).toBe(false)
  } finally {
    await s3.close()
  }
})

test('a folder that is not empty is refused and left alone', async () => {
  const dataDir = path.join(folder, 'used')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'mine'), '')
  await expect(
    restoreBackup(backup, passphrase, dataDir, new DiskBlobs(dataDir), async () => {}),
  ).rejects.toThrow(/^The folder .* is not empty/)
  expect(fs.readdirSync(dataDir)).toEqual(['mine'])
})

const changed = (name: string, change: (bytes: Buffer) => Buffer): string => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, change(fs.readFileSync(backup)))
  return file
}

const flipped = (offset: (size: number) => number) => (bytes: Buffer) => {
  const place = offset(bytes.length)
  bytes[place] = bytes[place]! ^ 1
  return bytes
}

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['a flipped byte in the middle', flipped((size) => Math.floor(size / 2))],
  ['a flipped byte at the end', flipped((size) => size - 1)],
  ['a cut inside a chunk', (bytes) => bytes.subarray(0, bytes.length - 100)],
  // After the header, the salt of 16 bytes and whole chunks of 64 KB with their tag of 16.
  [
    'a cut between two chunks',
    (bytes) => {
      const start = bytes.indexOf('\n', bytes.indexOf('\n---') + 1) + 1 + 16
      return bytes.subarray(0, start + 3 * (65_536 + 16))
    },
  ],
])('%s is refused', async (name, change) => {
  const dataDir = path.join(folder, `damaged ${name}`)
  const file = changed(`${name}.age`, change)
  await expect(
    restoreBackup(file, passphrase, dataDir, new DiskBlobs(dataDir), async () => {}),
  ).rejects.toThrow(`The backup ${file} is damaged or incomplete.`)
  expect(fs.readdirSync(dataDir)).toEqual([])
})

test('a wrong passphrase and a file that is no backup are refused', async () => {
  const scratch = path.join(folder, 'refused')
  await expect(rehearseBackup(backup, 'another passphrase', scratch)).rejects.toThrow(
    `The passphrase does not fit the backup ${backup}.`,
  )
  const other = path.join(folder, 'other.txt')
  fs.writeFileSync(other, 'Dear diary\n\n'.repeat(100))
  await expect(rehearseBackup(other, passphrase, scratch)).rejects.toThrow(
    `${other} is not a backup of Muster.`,
  )
  expect(fs.existsSync(scratch)).toBe(false)
})

test('a rehearsal notices a table that was not copied as it was', async () => {
  const scratch = path.join(folder, 'rehearsal')
  // The planted fault: the table's file changes behind the server's back after the sums were noted.
  await query(
    server.url,
    `create table victim with (autovacuum_enabled = false) as select n from generate_series(1, 1000) n;
     -- Reading marks the rows as committed, which would write the page again later.
     select count(*) from victim; checkpoint`,
  )
  const [{ file }] = (await query<{ file: string }>(
    server.url,
    `select pg_relation_filepath('victim') as file`,
  )) as [{ file: string }]
  const faulty = path.join(folder, 'faulty.age')
  const data = path.join(source.home, 'data')
  const original = fs.readFileSync(path.join(data, file))
  // The server keeps its own copy in memory, so that it counts the right rows.
  fs.writeFileSync(path.join(data, file), Buffer.alloc(original.length))
  await createBackup(source, faulty, passphrase)
  fs.writeFileSync(path.join(data, file), original)
  await expect(rehearseBackup(faulty, passphrase, scratch)).rejects.toThrow(
    'The restored database differs from the backup: public.victim has 0 rows instead of 1000.',
  )
  expect(fs.existsSync(scratch)).toBe(false)
})
