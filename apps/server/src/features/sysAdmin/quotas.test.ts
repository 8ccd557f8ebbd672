/** Quotas: a team at its limit is refused whatever would add more, and loses nothing. */
import { Readable } from 'node:stream'
import { filesApi } from '@muster/contract/files/files.api'
import { importsApi } from '@muster/contract/imports/imports.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { OwnQuotas } from '@muster/contract/teams/quotas.schema'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import { beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '../../../test/a-team.ts'
import { type Client, urlOf } from '../../../test/client.ts'
import { importer } from '../../../test/importing.ts'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, one, run, sql } from '../../platform/db.ts'
import { filesRoutes } from '../files/files.routes.ts'
import { importsRoutes } from '../imports/imports.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'
import { sysAdminRoutes } from './sysAdmin.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(filesApi, filesRoutes(deps))
  bindTo(importsApi, importsRoutes(deps))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(sysAdminApi, sysAdminRoutes(deps))
  bindTo(teamsApi, teamsRoutes(deps))
  bindTo(usersApi, usersRoutes(deps))
})
withWorld()

let boss: Client
let sysAdmin: TestPerson
beforeAll(async () => {
  sysAdmin = await world.team.sysAdmin()
  boss = visitor.as(sysAdmin)
})

const none: OwnQuotas = { maxRecords: null, maxStorageBytes: null, maxUsers: null }

async function setQuotas(quotas: Partial<OwnQuotas>) {
  const { items } = await boss.ok(sysAdminApi.teams, { query: { limit: 200 } })
  const { name, shortName, description, version } = items.find(({ teamId }) => teamId === world.team.teamId)!
  const body = { name, shortName, description, version, quotas: { ...none, ...quotas } }
  expect((await boss.ok(sysAdminApi.updateTeam, { params: team(), body })).quotas).toEqual(body.quotas)
}
const use = () => boss.ok(sysAdminApi.teamUse, { params: team() })
const ofPeople = () => ({ params: { ...team(), dataCollectionId: world.people } })
const create = (name: string) => ({ ...ofPeople(), body: { values: { name } } })
async function countRecords() {
  const { count } = (await one<{ count: number }>(
    deps.pool,
    sql`select count(*) from ${ident(world.team.schema, 'data_record')} where deleted_at is null`,
  ))!
  return count
}

test('records: no more than the quota, whichever way, and those that exist can be changed', async () => {
  const before = await countRecords()
  await setQuotas({ maxRecords: before + 2 })
  const { record } = await admin.ok(recordsApi.create, create('First'))
  // At the same time, for the last place.
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => admin.call(recordsApi.create, create(name))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect((await admin.refused(recordsApi.create, create('E'))).code).toBe('record_quota')
  expect((await use()).records).toBe(before + 2)

  const params = { ...team(), dataRecordId: record!.id }
  await admin.ok(recordsApi.update, {
    params,
    body: { version: record!.version, values: { name: 'Changed' } },
  })
  const imports = importer(deps, admin, world.team.teamId)
  const bulk = { ...ofPeople(), body: { create: [{ values: { name: 'F' } }] } }
  expect((await admin.refused(recordsApi.bulk, bulk)).code).toBe('record_quota')
  const file = await imports.upload('name\nOne\nTwo\n', world.people)
  expect(await imports.check(file)).toMatchObject({ check: null, error: { code: 'record_quota' } })
  expect(await imports.run(file)).toMatchObject({ status: 'failed', error: { code: 'record_quota' } })
  expect(await countRecords()).toBe(before + 2)

  await setQuotas({ maxRecords: 0 })
  await admin.ok(recordsApi.create, create('Without limit'))
  expect(await countRecords()).toBe(before + 3)
})

test('records: a large import comes in as a whole or not at all', async () => {
  const before = await countRecords()
  const text = `name\n${Array.from({ length: 5100 }, (_, n) => `Place ${n}`).join('\n')}`
  const imports = importer(deps, admin, world.team.teamId)
  await setQuotas({ maxRecords: before + 5099 })
  const file = await imports.upload(text, world.places)
  expect(await imports.run(file)).toMatchObject({ status: 'failed', error: { code: 'record_quota' } })
  expect(await countRecords()).toBe(before)
  await setQuotas({ maxRecords: before + 5100 })
  const done = await imports.run(await imports.upload(text, world.places))
  expect(done).toMatchObject({ status: 'done', created: 5100 })
  expect(await countRecords()).toBe(before + 5100)
  await setQuotas({})
})

test('the default of the system applies to teams without a quota of their own, at once', async () => {
  await setQuotas({})
  const before = await countRecords()
  await boss.ok(sysAdminApi.updateSettings, { body: { maxRecords: before } })
  expect((await admin.refused(recordsApi.create, create('More'))).code).toBe('record_quota')
  expect(await admin.ok(teamsApi.quotas, { params: team() })).toMatchObject({
    quotas: { maxRecords: before, maxUsers: null },
    use: { records: before },
  })
  await setQuotas({ maxRecords: before + 1 })
  await admin.ok(recordsApi.create, create('More'))
  await boss.ok(sysAdminApi.updateSettings, { body: { maxRecords: null } })
  await setQuotas({})
  await admin.ok(recordsApi.create, create('And more'))
})

test('records are counted again in the background where a quota is far', async () => {
  const before = await countRecords()
  await setQuotas({ maxRecords: before + 100_000 })
  await admin.ok(recordsApi.create, create('Far from it'))
  expect(await countRecords()).toBe(before + 1)
})

test('files: an upload over the quota is refused and not kept; a content that is there already takes no room', async () => {
  const upload = (content: string) =>
    admin.inject({
      method: 'POST',
      url: urlOf(filesApi.upload, team(), { name: 'notes.txt' }),
      headers: { 'content-type': 'application/octet-stream' },
      payload: Readable.from([Buffer.from(content)]),
    })
  await setQuotas({ maxStorageBytes: 100 })
  expect((await upload('a'.repeat(60))).statusCode).toBe(200)
  const refused = await upload('b'.repeat(60))
  expect(refused.json()).toMatchObject({ status: 409, code: 'storage_quota' })
  expect((await upload('a'.repeat(60))).statusCode).toBe(200)
  expect(await use()).toMatchObject({ storageBytes: 60 })
})

test('users: current and invited ones count, and nobody is added beyond the quota', async () => {
  const { users } = await use()
  await setQuotas({ maxUsers: users + 1 })
  const invite = (email: string) => ({
    params: team(),
    body: { firstName: 'Eve', lastName: 'New', email, isTeamAdmin: false, userRoleIds: [] },
  })
  const invited = await admin.ok(usersApi.invite, invite('eve.one@example.org'))
  expect((await admin.refused(usersApi.invite, invite('eve.two@example.org'))).code).toBe('user_quota')
  const row = { firstName: 'Eve', lastName: 'Third', email: 'eve.three@example.org', roles: [] }
  const several = { params: team(), body: { isCheck: false, rows: [row] } }
  expect((await admin.refused(usersApi.inviteSeveral, several)).code).toBe('user_quota')
  expect((await use()).users).toBe(users + 1)

  await admin.ok(usersApi.cancelInvitation, { params: { ...team(), teamUserId: invited.id } })
  const { teamUserId } = world.team.member
  await admin.ok(usersApi.deactivate, { params: { ...team(), teamUserId } })
  await setQuotas({ maxUsers: users - 1 })
  expect((await admin.refused(usersApi.reactivate, { params: { ...team(), teamUserId } })).code).toBe(
    'user_quota',
  )
  await setQuotas({ maxUsers: users })
  await admin.ok(usersApi.reactivate, { params: { ...team(), teamUserId } })
})

test('only system administrators set quotas, which the audit log keeps', async () => {
  const denied = await admin.refused(sysAdminApi.teamUse, { params: team() })
  expect(denied.code).toBe('access_denied')
  expect((await member.refused(teamsApi.quotas, { params: team() })).code).toBe('access_denied')
  await setQuotas({ maxUsers: 77 })
  const event = await one(
    deps.pool,
    sql`select user_id as "userId", after from muster.audit_event where subject = 'team' order by id desc limit 1`,
  )
  expect(event).toMatchObject({ userId: sysAdmin.userId, after: { maxUsers: 77 } })
  await run(deps.pool, sql`delete from muster.system_setting`)
})
