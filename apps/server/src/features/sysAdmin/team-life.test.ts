/** Suspending, deleting, restoring and purging teams, and who notices. */
import { authApi } from '@muster/contract/auth/auth.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTeam, type TestPerson, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { one, rows, run, sql } from '../../platform/db.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { callerOf } from '../auth/public.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { sysAdminRoutes } from './sysAdmin.routes.ts'
import { purgeTeams } from './team-life.service.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let sysAdmin: TestPerson
let boss: Client
let team: TestTeam
let params: { teamId: number }

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(teamsApi, teamsRoutes(deps))
    bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
    bindTo(sysAdminApi, sysAdminRoutes(deps))
  })
  client = clientOf(app)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})
beforeEach(async () => {
  team = await aTeam(deps, { name: 'Harvest' })
  params = { teamId: team.teamId }
  sysAdmin = await team.sysAdmin()
  boss = client.as(sysAdmin)
})

const opens = async () => (await client.as(team.member).call(teamsApi.get, { params })).status === 200

const ownTeams = async () =>
  (
    await client.as(team.member).ok(teamsApi.byAuthProvider, {
      params: { authProviderUsername: 'me' },
      query: { needData: '1' },
    })
  ).teamDataResult

const logOf = (teamId: number) =>
  rows<{ action: string; userId: string; before: unknown; after: unknown }>(
    deps.pool,
    sql`select action, user_id as "userId", before, after from muster.audit_event
        where team_id = ${teamId} and subject = 'team' order by id`,
  )

test('a team is renamed, unless somebody else changed it meanwhile', async () => {
  const body = { name: 'Gleaners', shortName: 'Gl', description: 'After the harvest', version: 1 }
  expect(await boss.ok(sysAdminApi.updateTeam, { params, body })).toMatchObject({ ...body, version: 2 })
  expect((await boss.refused(sysAdminApi.updateTeam, { params, body })).code).toBe('version_conflict')
  expect((await client.as(team.member).ok(teamsApi.get, { params })).name).toBe('Gleaners')
  expect((await deps.models.get(team.teamId)).name).toBe('Gleaners')
  expect((await logOf(team.teamId)).at(-1)).toEqual({
    action: 'updated',
    userId: sysAdmin.userId,
    before: { name: 'Harvest', shortName: '', description: '' },
    after: { name: 'Gleaners', shortName: 'Gl', description: 'After the harvest' },
  })
})

test('nobody opens a suspended team, and its users see that it is suspended', async () => {
  expect(await opens()).toBe(true)
  expect((await boss.ok(sysAdminApi.suspendTeam, { params })).state).toBe('suspended')
  expect(await opens()).toBe(false)
  expect(await callerOf(deps.pool, team.teamId, team.member.teamUserId)).toBeNull()
  await expect(deps.models.get(team.teamId)).rejects.toMatchObject({ code: 'not_found' })
  expect((await ownTeams())[0]?.Team.suspendedAt).toEqual(expect.any(String))
  expect((await boss.refused(sysAdminApi.suspendTeam, { params })).code).toBe('not_found')
  expect((await boss.ok(sysAdminApi.resumeTeam, { params })).state).toBe('active')
  expect(await opens()).toBe(true)
  expect((await ownTeams())[0]?.Team.suspendedAt).toBeNull()
  expect((await logOf(team.teamId)).map(({ action }) => action)).toEqual(['created', 'suspended', 'resumed'])
})

test('a team is deleted only with its name, and can be restored', async () => {
  const refused = await boss.refused(sysAdminApi.removeTeam, { params, body: { name: 'harvest' } })
  expect(refused.errors).toEqual([{ path: 'name', code: 'invalid' }])
  expect(await opens()).toBe(true)
  await boss.ok(sysAdminApi.removeTeam, { params, body: { name: 'Harvest' } })
  expect(await opens()).toBe(false)
  expect(await ownTeams()).toEqual([])
  const idsIn = async (state?: 'deleted') =>
    (await boss.ok(sysAdminApi.teams, { query: { limit: 200, state } })).items.map(({ teamId }) => teamId)
  expect(await idsIn()).not.toContain(team.teamId)
  expect(await idsIn('deleted')).toContain(team.teamId)
  expect((await boss.ok(sysAdminApi.restoreTeam, { params })).state).toBe('active')
  expect(await opens()).toBe(true)
  expect((await logOf(team.teamId)).map(({ action }) => action)).toEqual(['created', 'deleted', 'restored'])
})

test('after 30 days a deleted team is gone with its schema, and others are not', async () => {
  await boss.ok(sysAdminApi.removeTeam, { params, body: { name: 'Harvest' } })
  const hasSchema = async () =>
    (await one<{ is: boolean }>(deps.pool, sql`select to_regnamespace(${team.schema}) is not null as is`))?.is
  const setAge = (days: number) =>
    run(
      deps.pool,
      sql`update muster.team set deleted_at = now() - make_interval(days => ${days}) where id = ${team.teamId}`,
    )
  const purge = () => purgeTeams(deps, new AbortController().signal)
  await setAge(29)
  expect(await purge()).toEqual([])
  expect(await hasSchema()).toBe(true)
  await setAge(31)
  expect((await boss.refused(sysAdminApi.restoreTeam, { params })).code).toBe('undo_expired')
  expect(await purge()).toEqual([team.teamId])
  expect(await hasSchema()).toBe(false)
  expect((await boss.refused(sysAdminApi.restoreTeam, { params })).code).toBe('not_found')
  // The log outlives what it is about.
  expect((await logOf(team.teamId)).length).toBeGreaterThan(0)
})
