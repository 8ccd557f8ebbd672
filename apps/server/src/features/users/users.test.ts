import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { run, sql } from '../../platform/db.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { usersRoutes } from './users.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(teamsApi, teamsRoutes(deps))
    bindTo(usersApi, usersRoutes(deps))
  })
  client = clientOf(app)
  team = await aTeam(deps)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

describe('users of a team', () => {
  const params = (teamUserId: number) => ({ params: { teamId: team.teamId, teamUserId } })
  const invitation = (email: string, more = {}) => ({
    params: { teamId: team.teamId },
    body: { firstName: 'New', lastName: 'One', email, ...more },
  })

  test('are invited once; a cancelled invitation can be repeated', async () => {
    const admin = client.as(team.admin)
    const invited = await admin.ok(usersApi.invite, invitation('new@example.org', { isTeamAdmin: true }))
    expect(invited).toMatchObject({ accountType: 'team_admin', status: 'invited' })
    for (const email of ['NEW@example.org', team.member.email]) {
      const refused = await admin.refused(usersApi.invite, invitation(email))
      expect(refused).toMatchObject({
        status: 409,
        code: 'email_already_linked',
        errors: [{ path: 'email' }],
      })
    }
    await admin.ok(usersApi.cancelInvitation, params(invited.id))
    const { items } = await admin.ok(usersApi.list, { params: { teamId: team.teamId } })
    expect(items.map((item) => item.id)).not.toContain(invited.id)
    const again = await admin.ok(usersApi.invite, invitation('new@example.org'))
    expect(again).toMatchObject({ id: invited.id, accountType: 'user' })
  })

  test('get roles of their own team only', async () => {
    const stranger = await team.stranger()
    const foreign = stranger.teamUser.userRoleIds[0]!
    for (const id of [foreign, team.memberRoleId, 999_999]) {
      const call = invitation('roles@example.org', { userRoleIds: [id] })
      const refused = await client.as(team.admin).refused(usersApi.invite, call)
      expect(refused.errors).toMatchObject([{ path: 'userRoleIds' }])
    }
  })

  test('managing users does not include creating administrators', async () => {
    const manager = client.as(await team.holderOf('team_admin_users'))
    const call = invitation('boss@example.org', { isTeamAdmin: true })
    expect((await manager.refused(usersApi.invite, call)).code).toBe('access_denied')
    const refused = await manager.refused(usersApi.deactivate, params(team.admin.teamUserId))
    expect(refused.code).toBe('access_denied')
  })

  test('users who manage others cannot assign roles with more permissions than their own', async () => {
    const manager = client.as(await team.holderOf('team_admin_users'))
    const designer = await team.holderOf('team_admin_data_collections')
    const invite = (userRoleIds: number[]) => invitation('helper@example.org', { userRoleIds })
    const refused = await manager.refused(usersApi.invite, invite([designer.teamUser.userRoleIds.at(-1)!]))
    expect(refused.code).toBe('access_denied')
    const equal = await team.holderOf('team_admin_users')
    const invited = await manager.ok(usersApi.invite, invite([equal.teamUser.userRoleIds.at(-1)!]))
    expect(invited.roles).toHaveLength(1)
  })

  test('lose access immediately when deactivated, and regain it when reactivated', async () => {
    const user = await team.user()
    const own = client.as(user)
    const read = async () => (await own.call(teamsApi.get, { params: { teamId: team.teamId } })).status
    expect(await read()).toBe(200)
    const gone = await client.as(team.admin).ok(usersApi.deactivate, params(user.teamUserId))
    expect(gone.status).toBe('deactivated')
    expect(await read()).toBe(404)
    expect((await client.as(team.admin).refused(usersApi.deactivate, params(user.teamUserId))).code).toBe(
      'not_found',
    )
    await client.as(team.admin).ok(usersApi.reactivate, params(user.teamUserId))
    expect(await read()).toBe(200)
  })

  test('cannot deactivate themselves, the last administrator, or users of another team', async () => {
    const admin = client.as(team.admin)
    expect((await admin.refused(usersApi.deactivate, params(team.admin.teamUserId))).code).toBe('own_account')
    const stranger = await team.stranger()
    expect((await admin.refused(usersApi.deactivate, params(stranger.teamUserId))).code).toBe('not_found')
    const other = await team.user({ isTeamAdmin: true })
    // Both concurrently: one must remain. The other gets an error as the last administrator or as
    // deactivated.
    const answers = await Promise.all([
      admin.call(usersApi.deactivate, params(other.teamUserId)),
      client.as(other).call(usersApi.deactivate, params(team.admin.teamUserId)),
    ])
    expect([
      [200, 404],
      [200, 409],
    ]).toContainEqual(answers.map(({ status }) => status).sort())
    await run(
      deps.pool,
      sql`update muster.team_user set deactivated_as_of = null where id = ${team.admin.teamUserId}`,
    )
    await deps.live.invalidate({ team: team.teamId })
  })
})
