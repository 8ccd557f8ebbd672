/** Editing users, the same change for several of them, and the audit log of it all. */
import { usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam, type TestUser } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { usersRoutes } from './users.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => bindTo(usersApi, usersRoutes(deps)))
  client = clientOf(app)
})
beforeEach(async () => {
  team = await aTeam(deps)
  admin = client.as(team.admin)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const inTeam = () => ({ params: { teamId: team.teamId } })
const edit = (teamUserId: number, more: object = {}) => ({
  params: { teamId: team.teamId, teamUserId },
  body: { firstName: 'Uma', lastName: 'User', isTeamAdmin: false, userRoleIds: [], ...more },
})
const roleOf = (user: TestUser) => user.teamUser.userRoleIds.at(-1)!
const find = async (id: number) =>
  (await admin.ok(usersApi.list, inTeam())).items.find((item) => item.id === id)
const rolesOf = async (id: number) => (await find(id))!.roles.map((role) => role.id)
const invite = (email: string, more: object = {}) =>
  admin.ok(usersApi.invite, {
    ...inTeam(),
    body: { firstName: 'New', lastName: 'One', email, ...more },
  })

describe('editing a user', () => {
  test('changes names, roles and administration of current and invited ones', async () => {
    const designer = await team.holderOf('team_admin_data_collections')
    const user = await team.user()
    const invited = await invite('pending@example.org')
    for (const id of [user.teamUserId, invited.id]) {
      const call = edit(id, { firstName: ' Ana ', isTeamAdmin: true, userRoleIds: [roleOf(designer)] })
      const changed = await admin.ok(usersApi.update, call)
      expect(changed).toMatchObject({
        firstName: 'Ana',
        lastName: 'User',
        accountType: 'team_admin',
        roles: [{ id: roleOf(designer) }],
      })
      expect(await find(id)).toEqual(changed)
    }
    const refused = await admin.refused(usersApi.update, edit(user.teamUserId, { firstName: ' ' }))
    expect(refused.errors).toMatchObject([{ path: 'firstName', code: 'required' }])
  })

  test('acts on the next request of the user', async () => {
    const user = await team.user()
    const read = async () => (await client.as(user).call(usersApi.list, inTeam())).status
    expect(await read()).toBe(403)
    const manager = await team.holderOf('team_admin_users')
    await admin.ok(usersApi.update, edit(user.teamUserId, { userRoleIds: [roleOf(manager)] }))
    expect(await read()).toBe(200)
    await admin.ok(usersApi.update, edit(user.teamUserId))
    expect(await read()).toBe(403)
  })

  test('takes roles of the same team only, and users of it', async () => {
    const stranger = await team.stranger()
    const user = await team.user()
    for (const id of [roleOf(stranger), team.memberRoleId, 999_999]) {
      const refused = await admin.refused(usersApi.update, edit(user.teamUserId, { userRoleIds: [id] }))
      expect(refused.errors).toEqual([{ path: 'userRoleIds', code: 'unknown_choice' }])
    }
    expect((await admin.refused(usersApi.update, edit(stranger.teamUserId))).code).toBe('not_found')
    expect(await rolesOf(user.teamUserId)).toEqual([])
  })

  test('a manager neither makes, unmakes nor edits administrators', async () => {
    const manager = client.as(await team.holderOf('team_admin_users'))
    const other = await team.user({ isTeamAdmin: true })
    const invited = await invite('boss@example.org', { isTeamAdmin: true })
    const refused = async (id: number, more: object) =>
      (await manager.refused(usersApi.update, edit(id, more))).code
    expect(await refused(team.member.teamUserId, { isTeamAdmin: true })).toBe('access_denied')
    for (const id of [other.teamUserId, invited.id]) {
      expect(await refused(id, { isTeamAdmin: false })).toBe('access_denied')
      expect(await refused(id, { isTeamAdmin: true, firstName: 'Eve' })).toBe('access_denied')
    }
    const params = { params: { teamId: team.teamId, teamUserId: invited.id } }
    expect((await manager.refused(usersApi.cancelInvitation, params)).code).toBe('access_denied')
    expect((await manager.refused(usersApi.resendInvitation, params)).code).toBe('access_denied')
  })

  test('a manager gives and takes only roles within their own permissions, and leaves others', async () => {
    const holder = await team.holderOf('team_admin_users')
    const manager = client.as(holder)
    const designer = await team.holderOf('team_admin_data_collections')
    const own = roleOf(holder)
    const beyond = roleOf(designer)
    const { items } = await manager.ok(usersApi.assignableRoles, inTeam())
    const isAssignable = (id: number) => items.find((role) => role.id === id)!.isAssignable
    expect([own, beyond, team.memberRoleId].map(isAssignable)).toEqual([true, false, false])

    const user = await team.user()
    const give = (userRoleIds: number[]) => edit(user.teamUserId, { userRoleIds })
    expect((await manager.refused(usersApi.update, give([beyond]))).code).toBe('access_denied')
    await admin.ok(usersApi.update, give([beyond]))
    expect((await manager.refused(usersApi.update, give([own]))).code).toBe('access_denied')
    const changed = await manager.ok(usersApi.update, give([own, beyond]))
    expect(changed.roles.map(({ id }) => id).sort()).toEqual([own, beyond].sort())
  })

  test('nobody stops being an administrator by their own hand, and the last one stays', async () => {
    const own = edit(team.admin.teamUserId)
    expect((await admin.refused(usersApi.update, own)).code).toBe('own_account')
    const other = await team.user({ isTeamAdmin: true })
    // Both concurrently: one must remain. The other is then no administrator any more, or the last one.
    const answers = await Promise.all([
      admin.call(usersApi.update, edit(other.teamUserId)),
      client.as(other).call(usersApi.update, own),
    ])
    expect([
      [200, 403],
      [200, 409],
    ]).toContainEqual(answers.map(({ status }) => status).sort())
    expect(await countAdmins()).toBe(1)
  })

  test('an administrator whose flag was just removed cannot remove the last one', async () => {
    const other = await team.user({ isTeamAdmin: true })
    await client.as(other).ok(usersApi.list, inTeam())
    // Behind the back of the cache, as if the notice were on its way.
    await run(
      deps.pool,
      sql`update muster.team_user set is_team_admin = false where id = ${other.teamUserId}`,
    )
    const refused = await client.as(other).refused(usersApi.update, edit(team.admin.teamUserId))
    expect(refused.code).toBe('last_admin')
  })
})

async function countAdmins(): Promise<number> {
  const { items } = await client.as(await team.holderOf('team_admin_users')).ok(usersApi.list, inTeam())
  return items.filter(({ accountType }) => accountType === 'team_admin').length
}

describe('the same for several users', () => {
  const many = (act: object, by = admin) => by.ok(usersApi.changeMany, { ...inTeam(), body: act as never })

  test('deactivates and reactivates those that it may', async () => {
    const users = [await team.user(), await team.user()].map(({ teamUserId }) => teamUserId)
    const stranger = await team.stranger()
    const ids = [...users, team.admin.teamUserId, stranger.teamUserId, users[0]!]
    expect(await many({ act: 'deactivate', teamUserIds: ids })).toEqual({
      done: users,
      refused: [
        { id: team.admin.teamUserId, code: 'own_account' },
        { id: stranger.teamUserId, code: 'not_found' },
      ],
    })
    expect((await find(users[0]!))!.status).toBe('deactivated')
    expect(await many({ act: 'reactivate', teamUserIds: [users[1], team.member.teamUserId] })).toEqual({
      done: [users[1]],
      refused: [{ id: team.member.teamUserId, code: 'not_found' }],
    })
  })

  test('a manager cannot deactivate administrators', async () => {
    const manager = client.as(await team.holderOf('team_admin_users'))
    const ids = [team.admin.teamUserId, team.member.teamUserId]
    expect(await many({ act: 'deactivate', teamUserIds: ids }, manager)).toEqual({
      done: [team.member.teamUserId],
      refused: [{ id: team.admin.teamUserId, code: 'access_denied' }],
    })
  })

  test('sends and cancels invitations', async () => {
    const invited = [await invite('a@example.org'), await invite('b@example.org')].map(({ id }) => id)
    const mails = deps.added.length
    const ids = [...invited, team.member.teamUserId]
    expect(await many({ act: 'resend', teamUserIds: ids })).toEqual({
      done: invited,
      refused: [{ id: team.member.teamUserId, code: 'not_found' }],
    })
    expect(deps.added).toHaveLength(mails + 2)
    expect(await many({ act: 'cancel', teamUserIds: invited })).toEqual({ done: invited, refused: [] })
    expect(await find(invited[0]!)).toBeUndefined()
  })

  test('an address gets a few mails an hour, not more', async () => {
    const { id } = await invite('often@example.org')
    for (let n = 0; n < 4; n++) await many({ act: 'resend', teamUserIds: [id] })
    expect(await many({ act: 'resend', teamUserIds: [id] })).toEqual({
      done: [],
      refused: [{ id, code: 'rate_limited' }],
    })
  })

  test('adds and removes a role', async () => {
    const holder = await team.holderOf('team_admin_users')
    const designer = await team.holderOf('team_admin_data_collections')
    const ids = [await team.user(), await team.user()].map(({ teamUserId }) => teamUserId)
    const role = { teamUserIds: ids, userRoleId: roleOf(holder) }
    await many({ act: 'addRole', ...role })
    expect(await many({ act: 'addRole', ...role }, client.as(holder))).toEqual({ done: ids, refused: [] })
    expect(await rolesOf(ids[1]!)).toEqual([roleOf(holder)])
    await many({ act: 'removeRole', ...role })
    expect(await rolesOf(ids[1]!)).toEqual([])
    const beyond = { act: 'addRole', teamUserIds: ids, userRoleId: roleOf(designer) } as const
    const refused = await client.as(holder).refused(usersApi.changeMany, { ...inTeam(), body: beyond })
    expect(refused.code).toBe('access_denied')
  })

  test('200 users at most', async () => {
    const ids = Array.from({ length: 201 }, (_, n) => n + 1)
    const body = { act: 'deactivate', teamUserIds: ids } as const
    expect((await admin.call(usersApi.changeMany, { ...inTeam(), body })).status).toBe(400)
  })
})

test('the audit log has every change of users and invitations, and nothing that did not change', async () => {
  const holder = await team.holderOf('team_admin_users')
  const { roleName } = (await admin.ok(usersApi.assignableRoles, inTeam())).items.find(
    ({ id }) => id === roleOf(holder),
  )!
  const user = await team.user()
  const params = (teamUserId: number) => ({ params: { teamId: team.teamId, teamUserId } })
  const invited = await invite('log@example.org')
  await admin.ok(usersApi.resendInvitation, params(invited.id))
  await admin.ok(usersApi.cancelInvitation, params(invited.id))
  const change = edit(user.teamUserId, { firstName: 'Ana', userRoleIds: [roleOf(holder)] })
  await admin.ok(usersApi.update, change)
  await admin.ok(usersApi.update, change)
  await admin.refused(usersApi.update, edit(user.teamUserId, { userRoleIds: [999_999] }))
  await admin.ok(usersApi.deactivate, params(user.teamUserId))
  await admin.ok(usersApi.reactivate, params(user.teamUserId))
  const logged = await rows<Record<string, unknown>>(
    deps.pool,
    sql`select team_user_id as by, subject, subject_id as id, subject_name as name, action, before, after
        from muster.audit_event where team_id = ${team.teamId} and subject in ('team_user', 'invitation')
        order by muster.audit_event.id`,
  )
  const event = (subject: string, id: number, name: string, action: string, before = null, after = null) => ({
    by: team.admin.teamUserId,
    subject,
    id: String(id),
    name,
    action,
    before,
    after,
  })
  const values = {
    firstName: 'New',
    lastName: 'One',
    email: 'log@example.org',
    isTeamAdmin: false,
    roles: [],
  }
  expect(logged).toEqual([
    event('invitation', invited.id, 'New One', 'invited', null, values as never),
    event('invitation', invited.id, 'New One', 'invited_again'),
    event('invitation', invited.id, 'New One', 'cancelled'),
    event(
      'team_user',
      user.teamUserId,
      'Ana User',
      'updated',
      { firstName: 'Uma', roles: [] } as never,
      { firstName: 'Ana', roles: [roleName] } as never,
    ),
    event('team_user', user.teamUserId, 'Ana User', 'deactivated'),
    event('team_user', user.teamUserId, 'Ana User', 'reactivated'),
  ])
})
