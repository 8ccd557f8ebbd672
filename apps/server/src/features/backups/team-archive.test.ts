/** One team out of a system, and in again: after its removal, with the same ids, or into another system. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { clientOf } from '../../../test/client.ts'
import { dumpSchema } from '../../../test/schema-dump.ts'
import { testDatabase } from '../../../test/template-db.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { restoreBackup } from '../../platform/backup/restore.ts'
import { createPool, ident, one, rows, run, sql, transaction } from '../../platform/db.ts'
import { DiskBlobs } from '../../platform/storage/disk-blobs.ts'
import { teamContentKeys } from '../files/public.ts'
import { aMessage, aSender } from '../messages/messages.test-support.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { dropTeam } from '../sysAdmin/sysAdmin.repo.ts'
import { exportTeam, type TeamSource } from './export-team.ts'
import { importTeam } from './import-team.ts'

/** With what COPY has to escape. */
const personName = String.raw`Zoë \N "Ann" O’Neil`
const passphrase = 'correct horse battery staple'
let folder: string
let file: string
let url: string
let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let source: TeamSource
let contentKey: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-team-'))
  file = path.join(folder, 'team.age')
  const db = await testDatabase()
  url = db.url
  deps = await testDeps({ db })
  app = await testApp(deps, (bindTo) => bindTo(recordsApi, recordsRoutes(deps)))
  world = await aWorld(deps)
  source = sourceAt(url, 'files')
  await fill()
})
afterAll(async () => {
  await app.close()
  await deps.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const sourceAt = (database: string, storage: string): TeamSource => ({
  url: database,
  secret: deps.config.secret,
  blobs: new DiskBlobs(path.join(folder, storage)),
  scratch: path.join(folder, 'scratch'),
})

const people = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const admin = () => clientOf(app, world.team.admin)

/** Records with history and links, a role, a message that is being sent, a file, and another team beside it. */
async function fill(): Promise<void> {
  const { team, placeIds } = world
  const values = {
    name: personName,
    notes: '<p>Tall</p>',
    score: 3,
    home: placeIds[0],
    visited: placeIds,
  }
  const { record } = await admin().ok(recordsApi.create, { params: people(), body: { values } })
  const params = { teamId: team.teamId, dataRecordId: record.id }
  await admin().ok(recordsApi.update, { params, body: { values: { score: 120 } } })
  await admin().ok(recordsApi.setCollections, { params, body: { dataCollectionIds: [world.board] } })
  await team.user({ grants: [{ permission: 'delete_data_records', dataCollectionId: world.people }] })
  const senderId = await aSender(deps, team.teamId)
  await aMessage(deps, { teamId: team.teamId, ownedBy: team.admin.teamUserId, senderId, status: 'SENDING' })
  const content = path.join(folder, 'content')
  fs.writeFileSync(content, 'a picture')
  await run(
    deps.pool,
    sql`insert into ${ident(team.schema, 'file')} (name, size, kind, mime_type, sha256)
        values ('a.png', 9, 'image', 'image/png', ${'ab'.repeat(32)})`,
  )
  const client = await connect(url)
  ;[contentKey] = (await teamContentKeys(client, team.teamId)) as [string]
  await client.end()
  await source.blobs.put(contentKey, content)
  await aWorld(deps)
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  return client
}

/** The structure of the team's schema, and every row of it and of the team's tables in `muster`. */
async function stateOf(database: string): Promise<{ schema: string; rows: Record<string, unknown> }> {
  const { schema, teamId } = world.team
  const pool = createPool(database, { max: 1 })
  const client = await connect(database)
  try {
    const tables = await rows<{ schema: string; name: string; isOwn: boolean }>(
      pool,
      sql`select n.nspname as schema, c.relname as name, n.nspname = ${schema} as "isOwn"
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'r' and (n.nspname = ${schema} or n.nspname = 'muster' and exists (
            select from pg_attribute a where a.attrelid = c.oid and a.attname = 'team_id')) order by 1, 2`,
    )
    const found: Record<string, unknown> = {}
    for (const { schema, name, isOwn } of tables) {
      const where = isOwn ? sql`true` : sql`team_id = ${teamId}`
      const all = await one<{ all: unknown }>(
        pool,
        sql`select jsonb_agg(to_jsonb(t) order by t::text) as all from ${ident(schema, name)} t where ${where}`,
      )
      found[`${schema}.${name}`] = all!.all
    }
    return { schema: await dumpSchema(client, schema), rows: found }
  } finally {
    await client.end()
    await pool.end()
  }
}

const outgoing = 'muster.outgoing_message'

test('a team is exported, removed, and brought back with everything it had', async () => {
  const { teamId, schema } = world.team
  const manifest = await exportTeam(source, teamId, file, passphrase)
  expect(manifest.missingFiles).toEqual([])
  const before = await stateOf(url)
  expect(Object.keys(before.rows)).toEqual(expect.arrayContaining([outgoing, `${schema}.log_event`]))
  await expect(importTeam(source, file, passphrase)).rejects.toThrow(
    `The id ${teamId} is taken by a team of this system.`,
  )
  await transaction(deps.pool, (client) => dropTeam(client, teamId))
  await deps.models.changed(teamId)
  await source.blobs.remove(contentKey)

  expect(await importTeam(source, file, passphrase)).toMatchObject({ heldMessages: 1 })
  const after = await stateOf(url)
  expect(after.schema).toBe(before.schema)
  const [message] = before.rows[outgoing] as [object]
  expect(after.rows[outgoing]).toMatchObject([{ status: 'SENDING', pause_reason: 'restored' }])
  after.rows[outgoing] = [message]
  expect(after.rows).toEqual(before.rows)
  expect(await source.blobs.has(contentKey)).toBe(true)
  expect(fs.readdirSync(source.scratch)).toEqual([])

  // Suspended until somebody resumes it; then work goes on.
  const list = () => admin().call(recordsApi.list, { params: people(), query: {} })
  expect((await list()).status).toBe(404)
  await run(deps.pool, sql`update muster.team set suspended_at = null where id = ${teamId}`)
  await deps.live.invalidate({ team: teamId })
  await deps.models.changed(teamId)
  const { body } = await list()
  expect(body.items.map(({ name }) => name)).toEqual([personName])
  const { record } = await admin().ok(recordsApi.create, {
    params: people(),
    body: { values: { name: 'New' } },
  })
  expect(record.id).toBeGreaterThan(body.items[0]!.id)
  expect(record.values.number).toBe('P-0002')
})

test('another system takes it in, with its users but without their rights over the system', async () => {
  const other = await testDatabase()
  const pool = createPool(other.url, { max: 1 })
  const elsewhere = sourceAt(other.url, 'elsewhere')
  const { admin: founder, teamId } = world.team
  const insertUser = (id: string, email: string) =>
    run(pool, sql`insert into muster.app_user (id, name, email) values (${id}, 'Somebody', ${email})`)
  try {
    await insertUser('another', founder.email)
    await expect(importTeam(elsewhere, file, passphrase)).rejects.toThrow(
      `The address ${founder.email} belongs to another user of this system.`,
    )
    expect(await rows(pool, sql`select id from muster.team`)).toEqual([])
    await run(pool, sql`delete from muster.app_user`)
    await expect(importTeam({ ...elsewhere, secret: 'another secret' }, file, passphrase)).rejects.toThrow(
      `${file} is of a system with another MUSTER_SECRET, which this one would need.`,
    )

    await importTeam(elsewhere, file, passphrase)
    const users = await rows<{ id: string; isAdmin: boolean }>(
      pool,
      sql`select id, is_sys_admin as "isAdmin" from muster.app_user`,
    )
    expect(users.map(({ id }) => id)).toContain(founder.userId)
    expect(users.some(({ isAdmin }) => isAdmin)).toBe(false)
    expect(await elsewhere.blobs.has(contentKey)).toBe(true)
    const next = await one<{ id: number }>(
      pool,
      sql`insert into muster.team (name) values ('Next') returning id`,
    )
    expect(next!.id).toBe(teamId + 1)
  } finally {
    await pool.end()
    await other.drop()
  }
})

test('an archive of a team is no backup of the system', async () => {
  const dataDir = path.join(folder, 'restored')
  await expect(
    restoreBackup(file, passphrase, dataDir, new DiskBlobs(dataDir), async () => {}),
  ).rejects.toThrow(`${file} is a backup of one team, and not of the whole system.`)
  expect(fs.readdirSync(dataDir)).toEqual([])
})
