/** API tokens over HTTP: what they may do, whose they are, and how they end. */
import { authApi } from '@muster/contract/auth/auth.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { eventsApi } from '@muster/contract/events/events.api'
import type { ApiScope } from '@muster/contract/integrations/api-scopes'
import { integrationsApi } from '@muster/contract/integrations/integrations.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aTeam, type TestUser } from '../../../test/a-team.ts'
import type { Client } from '../../../test/client.ts'
import { admin, deps, inAnApp, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import { tokenRequestsPerMinute } from '../../platform/http/bearer.ts'
import { undoRegistry } from '../../undo.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { eventsRoutes } from '../events/events.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { sysAdminRoutes } from '../sysAdmin/sysAdmin.routes.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'
import { integrationsRoutes } from './integrations.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
  bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  bindTo(eventsApi, eventsRoutes(deps))
  bindTo(integrationsApi, integrationsRoutes(deps))
  bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(sysAdminApi, sysAdminRoutes(deps))
  bindTo(teamsApi, teamsRoutes(deps))
  bindTo(usersApi, usersRoutes(deps))
})
withWorld()

/** Reads names of all and changes those of the young ones. */
let holder: TestUser
beforeEach(async () => {
  await world.team.setMemberGrants([])
  const name = people.name!
  holder = await world.team.user({
    featurePermissions: ['integrations_zapier'],
    grants: [
      { permission: 'read_data_field_data', dataFieldId: name },
      {
        permission: 'update_data_field_data',
        dataCollectionId: world.people,
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
    ],
  })
})
afterEach(() => vi.useRealTimers())

interface Made {
  id: number
  secret: string
  client: Client
}

async function aToken(
  scopes: ApiScope[],
  { of = holder, expiresInDays = null }: { of?: TestUser; expiresInDays?: 7 | null } = {},
): Promise<Made> {
  const { apiToken, secret } = await visitor.as(of).ok(integrationsApi.createToken, {
    params: team(),
    body: { name: 'Sync', scopes, expiresInDays },
  })
  return { id: apiToken.id, secret, client: visitor.as({ token: secret }) }
}

const createPerson = (client: Client, values: object, headers: Record<string, string> = {}) =>
  client.call(recordsApi.create, {
    params: { ...team(), dataCollectionId: world.people },
    body: { values: { name: 'Someone', ...values } },
    headers,
  })
const readPeople = (client: Client) =>
  client.call(recordsApi.query, {
    params: { ...team(), dataCollectionId: world.people },
    body: { limit: 50 },
  })
const tokensOf = async (client: Client) => (await client.ok(integrationsApi.tokens, { params: team() })).items

describe('an API token', () => {
  it('reads and writes what its user may, within its scopes', async () => {
    const young = (await createPerson(admin, { name: 'Young', score: 10 })).body.record
    const old = (await createPerson(admin, { name: 'Old', score: 90 })).body.record
    const [reading, writing] = [await aToken(['read']), await aToken(['write'])]
    const own = visitor.as(holder)
    for (const { client } of [reading, writing]) {
      expect((await readPeople(client)).body).toEqual((await readPeople(own)).body)
    }
    expect(JSON.stringify((await readPeople(reading.client)).body)).not.toContain('score')
    const rename = (client: Client, dataRecordId: number) =>
      client.call(recordsApi.update, {
        params: { ...team(), dataRecordId },
        body: { values: { name: 'Renamed' } },
      })
    expect((await rename(reading.client, young.id)).problem).toMatchObject({
      code: 'token_not_allowed',
      detail: 'The API token needs the scope write.',
    })
    expect((await rename(writing.client, young.id)).status).toBe(200)
    expect((await rename(writing.client, old.id)).status).toBe((await rename(own, old.id)).status)
    expect((await rename(writing.client, old.id)).status).toBeGreaterThan(399)
  })

  it('of a team admin has no more than its scopes', async () => {
    const { client } = await aToken(['read'], { of: world.team.admin })
    expect((await readPeople(client)).body).toEqual((await readPeople(admin)).body)
    expect((await createPerson(client, {})).problem?.code).toBe('token_not_allowed')
    for (const endpoint of [usersApi.list, integrationsApi.tokens]) {
      expect(await client.refused(endpoint, { params: team() })).toMatchObject({ code: 'token_not_allowed' })
    }
    expect((await client.refused(authApi.sessions)).code).toBe('token_not_allowed')
    expect((await client.ok(authApi.session)).session).toBeNull()
  })

  it('is named in the history, and its user can undo what it did', async () => {
    const { id, client } = await aToken(['write'], { of: world.team.admin })
    const { record, operation: made } = (await createPerson(client, { name: 'Made by a program' })).body
    const operationId = made!.id
    const operation = await one(
      deps.pool,
      sql`select team_user_id as "teamUserId", actor from ${ident(world.team.schema, 'operation')} where id = ${operationId}`,
    )
    expect(operation).toEqual({
      teamUserId: world.team.admin.teamUserId,
      actor: { kind: 'api_token', id },
    })
    const undo = { params: { ...team(), operationId } }
    expect((await client.call(operationsApi.undo, undo)).status).toBe(200)
    const gone = await admin.call(recordsApi.get, { params: { ...team(), dataRecordId: record.id } })
    expect(gone.body).toMatchObject({ deletedAt: expect.any(String) })
  })

  it('finds nothing in another team, even of its own user', async () => {
    const other = await aTeam(deps)
    await run(
      deps.pool,
      sql`insert into muster.team_user (team_id, user_id, first_name, last_name, is_team_admin, activated_at)
          values (${other.teamId}, ${holder.userId}, 'Uma', 'User', true, now())`,
    )
    const { client } = await aToken(['write'])
    const params = { teamId: other.teamId }
    expect((await visitor.as(holder).call(teamsApi.get, { params })).status).toBe(200)
    expect((await client.refused(teamsApi.get, { params })).code).toBe('not_found')
    expect((await client.ok(teamsApi.get, { params: team() })).teamId).toBe(world.team.teamId)
  })

  it('needs no cookie and no origin, and cookies beside it do not count', async () => {
    const { client } = await aToken(['write'])
    const foreign = { origin: 'https://elsewhere.example', cookie: world.team.admin.cookie }
    expect((await createPerson(client, { score: 1 }, foreign)).status).toBe(
      (await createPerson(client, { score: 1 })).status,
    )
    const refused = await client.call(usersApi.list, { params: team(), headers: foreign })
    expect(refused.problem?.code).toBe('token_not_allowed')
    expect((await createPerson(admin, {}, { origin: foreign.origin })).problem?.code).toBe(
      'origin_not_allowed',
    )
  })

  it('has idempotency keys of its own', async () => {
    const [one, two] = [
      await aToken(['write'], { of: world.team.admin }),
      await aToken(['write'], { of: world.team.admin }),
    ]
    const create = async (client: Client) =>
      (await createPerson(client, { name: 'Once' }, { 'idempotency-key': 'same key' })).body.record.id
    const first = await create(one.client)
    expect(await create(one.client)).toBe(first)
    expect(await create(two.client)).not.toBe(first)
    expect(await create(admin)).not.toBe(first)
  })

  it('is refused after too many requests in a minute, without an effect on others', async () => {
    const [busy, other] = [await aToken(['read']), await aToken(['read'])]
    const get = (client: Client) => client.call(teamsApi.get, { params: team() })
    for (let count = 0; count < tokenRequestsPerMinute; count++) {
      expect((await get(busy.client)).status).toBe(200)
    }
    const refused = await get(busy.client)
    expect(refused.problem?.code).toBe('rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get(other.client)).status).toBe(200)
  })
})

describe('the secret of a token', () => {
  it('is shown once and stored as a hash', async () => {
    const { id, secret } = await aToken(['read'])
    expect(secret).toMatch(/^mst_[\w-]{43}$/)
    const [listed] = await tokensOf(visitor.as(holder))
    expect(listed).toMatchObject({ id, prefix: secret.slice(0, 10), teamUserId: holder.teamUserId })
    expect(JSON.stringify(listed)).not.toContain(secret)
    const stored = await rows(deps.pool, sql`select t::text from muster.api_token t`)
    expect(JSON.stringify(stored)).not.toContain(secret.slice(10))
  })

  it('is not kept with the answer of its request', async () => {
    const { secret } = await visitor.as(holder).ok(integrationsApi.createToken, {
      params: team(),
      body: { name: 'Kept', scopes: ['read'], expiresInDays: 7 },
      headers: { 'idempotency-key': 'a key for the answer' },
    })
    const kept = await rows(deps.pool, sql`select k::text from muster.idempotency_key k`)
    expect(JSON.stringify(kept)).not.toContain(secret)
  })

  it('is refused when it is unknown or not one of ours', async () => {
    for (const token of ['mst_unknown', `mst_${'x'.repeat(43)}`]) {
      const client = visitor.as({ token })
      expect((await client.refused(teamsApi.get, { params: team() })).code).toBe('token_invalid')
    }
    const { problem } = await visitor.as({ token: 'something else' }).call(teamsApi.get, { params: team() })
    expect(problem?.code).toBe('not_signed_in')
  })
})

describe('a token ends', () => {
  const isRefused = async ({ client }: Made) => (await client.refused(teamsApi.get, { params: team() })).code

  it('when it is revoked, at once and with its event streams', async () => {
    const [revoked, other] = [await aToken(['read']), await aToken(['read'])]
    const url = `/api/teams/${world.team.teamId}/events`
    const stream = revoked.client.inject({ url })
    await readPeople(revoked.client)
    await visitor
      .as(holder)
      .ok(integrationsApi.revokeToken, { params: { ...team(), apiTokenId: revoked.id } })
    expect((await stream).statusCode).toBe(200)
    expect(await isRefused(revoked)).toBe('token_invalid')
    expect((await readPeople(other.client)).status).toBe(200)
  })

  it('when it is revoked in another process', async () => {
    const token = await aToken(['read'])
    await readPeople(token.client)
    await run(deps.pool, sql`update muster.api_token set revoked_at = now() where id = ${token.id}`)
    expect((await readPeople(token.client)).status).toBe(200)
    const notice = JSON.stringify({ forget: { session: `token ${token.id}` }, origin: 'another process' })
    await run(deps.pool, sql`select pg_notify('muster_live', ${notice})`)
    await vi.waitFor(async () => expect((await readPeople(token.client)).problem?.code).toBe('token_invalid'))
  })

  it('when it expires', async () => {
    const token = await aToken(['read'], { expiresInDays: 7 })
    const stream = token.client.inject({ url: `/api/teams/${world.team.teamId}/events` })
    expect((await readPeople(token.client)).status).toBe(200)
    vi.useFakeTimers({ now: Date.now() + 7 * 24 * 60 * 60 * 1000 + 1000, toFake: ['Date'] })
    expect((await stream).statusCode).toBe(200)
    expect(await isRefused(token)).toBe('token_invalid')
  })

  it('with the deactivation of its user, and does not come back', async () => {
    const token = await aToken(['read'])
    const url = `/api/teams/${world.team.teamId}/events`
    const stream = token.client.inject({ url })
    await readPeople(token.client)
    const at = { params: { ...team(), teamUserId: holder.teamUserId } }
    await admin.ok(usersApi.deactivate, at)
    expect((await stream).statusCode).toBe(200)
    expect(await isRefused(token)).toBe('token_invalid')
    await admin.ok(usersApi.reactivate, at)
    expect(await isRefused(token)).toBe('token_invalid')
  })

  it('working while its user is locked, or its team suspended', async () => {
    const token = await aToken(['read'])
    const boss = visitor.as(await world.team.sysAdmin())
    const at = { params: { userId: holder.userId } }
    await boss.ok(sysAdminApi.lockUser, at)
    expect(await isRefused(token)).toBe('token_invalid')
    await boss.ok(sysAdminApi.unlockUser, at)
    expect((await readPeople(token.client)).status).toBe(200)
    await boss.ok(sysAdminApi.suspendTeam, { params: team() })
    expect(await isRefused(token)).toBe('token_invalid')
    await boss.ok(sysAdminApi.resumeTeam, { params: team() })
    expect((await readPeople(token.client)).status).toBe(200)
  })

  it('working while its user lacks the permission for it', async () => {
    const token = await aToken(['read'])
    await run(deps.pool, sql`delete from muster.team_user_role where team_user_id = ${holder.teamUserId}`)
    await deps.live.invalidate({ user: holder.userId })
    expect(await isRefused(token)).toBe('token_not_allowed')
  })
})

describe('the list of tokens', () => {
  it('has the own ones, for team admins those of all, and nothing for users without the permission', async () => {
    const own = await aToken(['read'])
    const ofAdmin = await aToken(['read'], { of: world.team.admin })
    const ids = async (client: Client) => (await tokensOf(client)).map(({ id }) => id)
    expect(await ids(visitor.as(holder))).toEqual([own.id])
    expect(await ids(admin)).toEqual(expect.arrayContaining([own.id, ofAdmin.id]))
    const member = visitor.as(world.team.member)
    expect((await member.refused(integrationsApi.tokens, { params: team() })).code).toBe('access_denied')
    const revoke = (client: Client, { id }: Made) =>
      client.call(integrationsApi.revokeToken, { params: { ...team(), apiTokenId: id } })
    expect((await revoke(visitor.as(holder), ofAdmin)).status).toBe(404)
    expect((await revoke(admin, own)).status).toBe(200)
    expect((await revoke(admin, own)).status).toBe(404)
    const stranger = await world.team.stranger()
    const foreign = { teamId: stranger.teamId, apiTokenId: ofAdmin.id }
    expect((await visitor.as(stranger).call(integrationsApi.revokeToken, { params: foreign })).status).toBe(
      404,
    )
  })

  it('shows the last use, written at most once a minute', async () => {
    const { client, id } = await aToken(['read'])
    const lastUse = async () => (await tokensOf(visitor.as(holder))).find((one) => one.id === id)!.lastUsedAt
    expect(await lastUse()).toBeNull()
    await readPeople(client)
    const first = await lastUse()
    expect(first).not.toBeNull()
    await readPeople(client)
    expect(await lastUse()).toBe(first)
    await run(
      deps.pool,
      sql`update muster.api_token set last_used_at = now() - interval '2 minutes' where id = ${id}`,
    )
    await deps.live.invalidate({ session: `token ${id}` })
    await readPeople(client)
    expect(Date.parse((await lastUse())!)).toBeGreaterThanOrEqual(Date.parse(first!))
  })

  it('is audited', async () => {
    const { id } = await aToken(['write'])
    await visitor.as(holder).ok(integrationsApi.revokeToken, { params: { ...team(), apiTokenId: id } })
    const events = await rows(
      deps.pool,
      sql`select action, team_user_id as "teamUserId" from muster.audit_event
          where subject = 'api_token' and subject_id = ${String(id)} order by id`,
    )
    const { teamUserId } = holder
    expect(events).toEqual([
      { action: 'created', teamUserId },
      { action: 'ended', teamUserId },
    ])
  })
})
