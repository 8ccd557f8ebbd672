import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { backupsApi } from '@muster/contract/backups/backups.api'
import type { Backup } from '@muster/contract/backups/backups.schema'
import { defaultSettings } from '@muster/contract/sysAdmin/settings.schema'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aTeam } from '../../../test/a-team.ts'
import { BusyTeams, type Stored, type Write } from '../../../test/busy-teams.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { testS3 } from '../../../test/s3.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { restoreBackup } from '../../platform/backup/restore.ts'
import { type TableSums, tableSums } from '../../platform/backup/table-sums.ts'
import type { Config } from '../../platform/config.ts'
import { createPool, rows, run, sql } from '../../platform/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres/start.ts'
import { migrateJobs } from '../../platform/jobs.ts'
import { migrateMuster } from '../../platform/migrate.ts'
import { DiskBlobs } from '../../platform/storage/disk-blobs.ts'
import { sysAdminRoutes } from '../sysAdmin/sysAdmin.routes.ts'
import { backupsTasks } from './backups.jobs.ts'
import { backupsRoutes } from './backups.routes.ts'
import { BackupsService } from './backups.service.ts'

const settings = { shared_buffers: '16MB' }
const passphrase = 'correct horse battery staple'
let folder: string
let server: EmbeddedPostgres
let deps: TestDeps
let app: FastifyInstance
let boss: Client

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-backups-'))
  server = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), settings })
  const pool = new pg.Pool({ connectionString: server.url, max: 2 })
  await migrateMuster(pool)
  await migrateJobs(pool)
  await pool.end()
  const backup = { passphrase, folder: path.join(folder, 'backups'), s3: undefined }
  deps = await testDeps({
    db: { url: server.url, drop: async () => {} },
    config: { dataDir: folder, backup },
  })
  app = await testApp(deps, (bindTo) => {
    bindTo(backupsApi, backupsRoutes(deps))
    bindTo(sysAdminApi, sysAdminRoutes(deps))
  })
  boss = clientOf(app).as(await (await aTeam(deps)).sysAdmin())
})
afterEach(async () => {
  deps.added.length = 0
  await run(deps.pool, sql`delete from muster.backup`)
  await run(deps.pool, sql`delete from muster.system_setting`)
  fs.rmSync(deps.config.backup.folder, { recursive: true, force: true })
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const work = (from: TestDeps = deps) => from.runJobs(backupsTasks(from))
const list = async () => (await boss.ok(backupsApi.overview)).items
const kept = () => fs.readdirSync(deps.config.backup.folder).sort()

/** The same database with other settings. */
const withBackup = (backup: Partial<Config['backup']>): TestDeps => ({
  ...deps,
  config: { ...deps.config, backup: { ...deps.config.backup, ...backup } },
})

/** A row as if that backup had been made, with a file. */
async function aDoneBackup(fileName: string, createdAt = new Date(), kind = 'scheduled'): Promise<void> {
  fs.mkdirSync(deps.config.backup.folder, { recursive: true })
  fs.writeFileSync(path.join(deps.config.backup.folder, fileName), 'an archive')
  await run(
    deps.pool,
    sql`insert into muster.backup (kind, state, created_at, ended_at, file_name, location, size)
        values (${kind}, 'done', ${createdAt}, now(), ${fileName}, 'disk', 10)`,
  )
}

test('a backup is made in the background while 200 writes a second go on', async () => {
  const busy = await BusyTeams.create(server.url)
  try {
    const before = await busy.read(deps.pool)
    busy.start(200)
    await vi.waitFor(() => expect(busy.writes.length).toBeGreaterThan(100), { timeout: 300_000 })
    const begunAt = performance.now()
    const begun = await boss.ok(backupsApi.create)
    expect(begun).toMatchObject({ kind: 'manual', state: 'queued', rehearsedAt: null, hasFile: false })
    expect((await boss.refused(backupsApi.create)).code).toBe('backup_running')
    const params = { backupId: begun.id }
    expect((await boss.refused(backupsApi.remove, { params })).code).toBe('job_not_ready')
    expect((await boss.call(backupsApi.download, { params })).status).toBe(409)
    const working = work()
    await vi.waitFor(
      async () => {
        const { state, phase } = (await list())[0]!
        expect(state === 'queued' || phase === null || phase === 'copying').toBe(false)
      },
      { timeout: 900_000, interval: 100 },
    )
    const seconds = (performance.now() - begunAt) / 1000
    await busy.stop()
    const count = busy.writes.filter(({ endedAt }) => endedAt > begunAt).length
    process.stdout.write(`${count} writes while a backup was made, ${Math.round(count / seconds)} a second\n`)
    await working
    const copy = await downloadAndRestore(begun.id)
    const pool = createPool(copy.url)
    try {
      const [stored, live] = [await busy.read(pool), await busy.read(deps.pool)]
      expectOneMoment(busy.writes, begunAt, before, stored, live)
      expect(await unchangedTables(busy, copy.url)).toEqual(await unchangedTables(busy, server.url))
    } finally {
      await pool.end()
      await copy.stop()
    }
  } finally {
    await busy.close()
  }
  const events = await rows<{ action: string; by: string | null }>(
    deps.pool,
    sql`select action, user_id as by from muster.audit_event where subject = 'backup' order by id`,
  )
  expect(events.map(({ action }) => action)).toEqual(['created', 'downloaded', 'deleted'])
  expect(events.every(({ by }) => by !== null)).toBe(true)
}, 1_800_000)

/** The backup is listed as it should be, is downloaded as it is, restored, and deleted. */
async function downloadAndRestore(backupId: number): Promise<EmbeddedPostgres> {
  const overview = await boss.ok(backupsApi.overview)
  expect(overview).toMatchObject({ database: 'embedded', hasPassphrase: true, location: 'disk' })
  const [made] = overview.items as [Backup]
  expect(made).toMatchObject({ id: backupId, state: 'done', error: null, phase: null, hasFile: true })
  expect(Date.parse(made.rehearsedAt!)).toBeGreaterThan(Date.parse(made.startedAt!))
  expect(kept()).toEqual([made.fileName])
  expect(fs.existsSync(path.join(folder, 'rehearsal'))).toBe(false)

  const { raw } = await boss.call(backupsApi.download, { params: { backupId } })
  expect(raw.headers['content-disposition']).toContain(made.fileName)
  expect(raw.rawPayload.length).toBe(made.size)
  expect(crypto.createHash('sha256').update(raw.rawPayload).digest('hex')).toBe(made.sha256)
  const file = path.join(folder, 'downloaded.age')
  fs.writeFileSync(file, raw.rawPayload)
  const dataDir = path.join(folder, 'restored')
  await restoreBackup(file, passphrase, dataDir, new DiskBlobs(dataDir), async () => {})
  await boss.ok(backupsApi.remove, { params: { backupId } })
  expect(kept()).toEqual([])
  return startEmbeddedPostgres({ home: path.join(dataDir, 'postgres'), settings })
}

function expectOneMoment(
  writes: Write[],
  begunAt: number,
  before: Stored,
  stored: Stored,
  live: Stored,
): void {
  // Each write is there as a whole or not at all.
  const kept = writes.filter(({ log }) => log.some((name) => name in stored.log))
  const names = [...Object.keys(before.log), ...kept.flatMap(({ log }) => log)]
  expect(Object.keys(stored.log).sort()).toEqual(names.sort())
  // At one moment, all that had ended are there, and none that began after it.
  const lost = writes.filter((write) => !kept.includes(write))
  const latest = Math.max(...kept.map(({ startedAt }) => startedAt))
  expect(latest).toBeLessThan(Math.min(...lost.map(({ endedAt }) => endedAt)))
  expect(latest).toBeGreaterThan(begunAt)
  // The rows are what these writes have made, and nothing else.
  for (const [name, row] of Object.entries(stored.log)) expect(row, name).toEqual(live.log[name])
  const after = (all: Write[]) => Object.assign({}, before.states, ...all.map(({ states }) => states))
  expect(stored.states).toEqual(after(kept))
  expect(live.states).toEqual(after(writes))
}

/** Sums of the tables that nothing has changed meanwhile. */
async function unchangedTables(busy: BusyTeams, url: string): Promise<TableSums> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const sums = await tableSums(client)
    for (const table of Object.keys(sums)) {
      if (table === 'muster.backup' || (await busy.changes(table))) delete sums[table]
    }
    return sums
  } finally {
    await client.end()
  }
}

test('a scheduled backup that is not what was backed up fails, and leaves no file', async () => {
  const warnings = async () => (await boss.ok(sysAdminApi.warnings)).items
  expect(await warnings()).toEqual([])
  // The planted fault: the file of a table is damaged, while the server counts the rows that it has in memory.
  await run(
    deps.pool,
    sql`create table public.victim with (autovacuum_enabled = false) as select n from generate_series(1, 1000) n`,
  )
  // Reading marks the rows as committed, which would write the page again later.
  await rows(deps.pool, sql`select count(*) from public.victim`)
  await run(deps.pool, sql`checkpoint`)
  const [place] = await rows<{ file: string }>(
    deps.pool,
    sql`select pg_relation_filepath('public.victim') as file`,
  )
  const file = path.join(folder, 'postgres/data', place!.file)
  const original = fs.readFileSync(file)
  fs.writeFileSync(file, Buffer.alloc(original.length))
  deps.added.push({ name: 'plan_backups', payload: {} })
  await work()
  fs.writeFileSync(file, original)
  await run(deps.pool, sql`drop table public.victim`)

  expect(await list()).toMatchObject([
    { kind: 'scheduled', state: 'failed', error: 'differs', rehearsedAt: null, hasFile: false },
  ])
  const [{ errorDetail }] = (await list()) as [Backup]
  expect(errorDetail).toContain('public.victim has 0 rows instead of 1000')
  expect(kept()).toEqual([])
  expect(fs.existsSync(path.join(folder, 'rehearsal'))).toBe(false)
  expect(await warnings()).toEqual(['backup_failed'])
  await aDoneBackup('good.age')
  expect(await warnings()).toEqual([])
})

test('a running backup is cancelled, and leaves no file', async () => {
  const { id } = await boss.ok(backupsApi.create)
  const working = work()
  const isCopying = { state: 'running', phase: 'copying' }
  await vi.waitFor(async () => expect((await list())[0]).toMatchObject(isCopying), { timeout: 90_000 })
  expect((await boss.ok(backupsApi.cancel, { params: { backupId: id } })).state).toBe('cancelled')
  await working
  expect((await list())[0]).toMatchObject({ state: 'cancelled', phase: null, sha256: null })
  expect(kept()).toEqual([])
  expect(fs.existsSync(path.join(folder, 'rehearsal'))).toBe(false)
  expect((await boss.refused(backupsApi.cancel, { params: { backupId: id } })).code).toBe('job_not_ready')
})

test('the newest backups are kept, and failed ones as long as an older one is', async () => {
  await boss.ok(sysAdminApi.updateSettings, { body: { backupsKept: 2 } })
  const insertFailed = (fileName: string) =>
    run(
      deps.pool,
      sql`insert into muster.backup (kind, state, file_name, location) values ('scheduled', 'failed', ${fileName}, 'disk')`,
    )
  await aDoneBackup('1.age')
  await insertFailed('2.age')
  await aDoneBackup('3.age')
  await aDoneBackup('4.age', undefined, 'manual')
  await insertFailed('5.age')
  await aDoneBackup('6.age')
  expect(await new BackupsService(deps).removeBeyond()).toBe(3)
  expect((await list()).map(({ fileName }) => fileName)).toEqual(['6.age', '5.age', '4.age'])
  expect(kept()).toEqual(['4.age', '6.age'])
  expect(await new BackupsService(deps).removeBeyond()).toBe(0)
})

test('backups are planned by the schedule, once each, and missed ones are made up for', async () => {
  const service = new BackupsService(deps)
  const begin = async (now: string) => {
    const isBegun = await service.createDue(Date.parse(now))
    await run(
      deps.pool,
      sql`update muster.backup set state = 'done', created_at = ${now} where state = 'queued'`,
    )
    return isBegun
  }
  // None has been made yet.
  expect(await begin('2030-05-06T02:00:00Z')).toBe(true)
  expect(await begin('2030-05-06T02:10:00Z')).toBe(false)
  expect(await begin('2030-05-06T03:00:00Z')).toBe(true)
  expect(await begin('2030-05-06T03:10:00Z')).toBe(false)
  // The server did not run at 3 o'clock.
  expect(await begin('2030-05-07T11:20:00Z')).toBe(true)
  expect(await begin('2030-05-08T02:50:00Z')).toBe(false)
  expect(await begin('2030-05-08T03:00:00Z')).toBe(true)
  await boss.ok(sysAdminApi.updateSettings, { body: { backupSchedule: 'off' } })
  expect(await begin('2030-05-09T03:00:00Z')).toBe(false)
  expect((await boss.ok(backupsApi.overview)).nextAt).toBe(null)
})

test('a schedule that is changed begins with its next time', async () => {
  const now = new Date()
  await boss.ok(sysAdminApi.updateSettings, { body: { backupHour: now.getUTCHours() } })
  expect(await new BackupsService(deps).createDue(now.getTime())).toBe(false)
  const nextAt = (await boss.ok(backupsApi.overview)).nextAt!
  expect(await new BackupsService(deps).createDue(Date.parse(nextAt))).toBe(true)
})

test('nothing is made without a passphrase or for another database server', async () => {
  const none = withBackup({ passphrase: undefined })
  await expect(new BackupsService(none).create()).rejects.toMatchObject({ code: 'backup_no_passphrase' })
  expect(await new BackupsService(none).createDue(Date.now())).toBe(false)
  expect(await new BackupsService(none).overview()).toMatchObject({ hasPassphrase: false, nextAt: null })

  const external = { ...deps, config: { ...deps.config, databaseUrl: 'postgres://elsewhere/muster' } }
  await expect(new BackupsService(external).create()).rejects.toMatchObject({ code: 'backup_external' })
  expect(await new BackupsService(external).createDue(Date.now())).toBe(false)
  expect(await new BackupsService(external).overview()).toMatchObject({ database: 'external', nextAt: null })
})

test('the settings have limits', async () => {
  for (const body of [
    { backupHour: 24 },
    { backupWeekday: 7 },
    { backupTimeZone: 'Europe/Atlantis' },
    { backupsKept: 0 },
  ]) {
    expect((await boss.refused(sysAdminApi.updateSettings, { body })).code).toBe('validation_failed')
  }
  expect(await boss.ok(sysAdminApi.settings)).toMatchObject(defaultSettings)
})

test('backups are kept in a bucket, and none is begun while that does not answer', async () => {
  const s3 = await testS3(path.join(folder, 'bucket'))
  const inBucket = withBackup({ s3: s3.config })
  const service = new BackupsService(inBucket)
  const objects = () =>
    fs
      .readdirSync(path.join(folder, 'bucket/muster'), { recursive: true })
      .filter((name) => String(name).endsWith('._S3rver_object'))
  try {
    await service.create()
    await work(inBucket)
    const { items, place } = await service.overview()
    const [made] = items as [Backup]
    expect(place).toBe('s3://muster/teams/')
    expect(made).toMatchObject({ state: 'done', location: 'bucket', hasFile: true })
    expect(kept()).toEqual([])
    expect(objects()).toEqual([`teams/${made.fileName}._S3rver_object`])
    const { stream } = await service.download(made.id)
    const hash = crypto.createHash('sha256')
    for await (const chunk of stream) hash.update(chunk as Buffer)
    expect(hash.digest('hex')).toBe(made.sha256)
    // Without the bucket's configuration there is nothing to download.
    expect((await list())[0]).toMatchObject({ hasFile: false })
    await service.remove(made.id)
    expect(objects()).toEqual([])
  } finally {
    await s3.close()
  }
  await service.create()
  await work(inBucket)
  expect((await service.overview()).items[0]).toMatchObject({ state: 'failed', error: 'not_stored' })
  expect(kept()).toEqual([])
})
