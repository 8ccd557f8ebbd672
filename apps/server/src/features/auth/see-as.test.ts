/** A team admin sees the team as a user or as a role: exactly what they see, without changing anything. */
import { authApi } from '@muster/contract/auth/auth.api'
import { bookmarksApi } from '@muster/contract/bookmarks/bookmarks.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { rolesApi } from '@muster/contract/roles/roles.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../test/a-team.ts'
import { admin, deps, inAnApp, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import { bookmarksRoutes } from '../bookmarks/bookmarks.routes.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { rolesRoutes } from '../roles/roles.routes.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'
import { authRoutes } from './auth.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
  bindTo(bookmarksApi, bookmarksRoutes(deps))
  bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(rolesApi, rolesRoutes(deps))
  bindTo(teamsApi, teamsRoutes(deps))
  bindTo(usersApi, usersRoutes(deps))
})
withWorld()

afterEach(() => admin.ok(authApi.stopSeeingAs))

const seeAs = (body: { teamUserId: number } | { userRoleId: number }) =>
  admin.ok(authApi.seeAs, { params: team(), body })
const roleOf = async ({ teamUserId }: TestUser) => {
  const found = await one<{ id: number }>(
    deps.pool,
    sql`select user_role_id as id from muster.team_user_role where team_user_id = ${teamUserId}`,
  )
  return found!.id
}
const page = (client = admin) =>
  client.ok(recordsApi.query, {
    params: { ...team(), dataCollectionId: world.people },
    body: { limit: 50 },
  })
const createPerson = (values: object) =>
  admin.call(recordsApi.create, {
    params: { ...team(), dataCollectionId: world.people },
    body: { values: { name: 'Someone', ...values } },
  })
const ownData = async (client = admin) => {
  const me = await client.ok(teamsApi.byAuthProvider, {
    params: { authProviderUsername: 'me' },
    query: { needData: '1' },
  })
  const link = me.teamDataResult.find(({ TeamId }) => TeamId === world.team.teamId)!
  const roles = me.roleLinks.filter(({ TeamId }) => TeamId === world.team.teamId)
  return { link, roles }
}

describe('as a user', () => {
  it('reads exactly what that user reads, with rules about the current user', async () => {
    await world.team.setMemberGrants([])
    const clerk = await world.team.user({
      firstName: 'Cleo',
      grants: [
        { permission: 'read_data_field_data', dataFieldId: people.score! },
        {
          permission: 'read_data_field_data',
          dataFieldId: people.notes!,
          rowFilter: { field: '@createdBy', op: 'is', value: { variable: 'currentUser' } },
        },
      ],
    })
    await createPerson({ score: 3, notes: '<p>of the admin</p>' })
    const { body } = await createPerson({ score: 4, notes: '<p>of the clerk</p>' })
    const catalogue = ident(world.team.schema, 'data_record')
    await run(
      deps.pool,
      sql`update ${catalogue} set created_by = ${clerk.teamUserId} where id = ${body.record.id}`,
    )
    const expected = await page(visitor.as(clerk))
    expect(JSON.stringify(expected.items)).toContain('of the clerk')
    expect(JSON.stringify(expected.items)).not.toContain('of the admin')
    const own = await page()
    expect(await seeAs({ teamUserId: clerk.teamUserId })).toEqual({ name: 'Cleo User' })
    expect((await page()).items).toEqual(expected.items)
    const { link, roles } = await ownData()
    const theirs = await ownData(visitor.as(clerk))
    expect(roles).toEqual(theirs.roles)
    expect(link).toMatchObject({
      isTeamAdmin: false,
      mayExport: theirs.link.mayExport,
      teamUserLinkId: world.team.admin.teamUserId,
      seenAs: { teamUserId: clerk.teamUserId, userRoleId: null, name: 'Cleo User', isMember: false },
    })
    expect(await admin.ok(authApi.stopSeeingAs)).toEqual({ teamId: world.team.teamId })
    expect((await page()).items).toEqual(own.items)
    expect((await ownData()).link).toMatchObject({ isTeamAdmin: true, seenAs: null })
  })

  it('refuses every write, and every area of administration that the user does not have', async () => {
    const clerk = await world.team.user({ featurePermissions: ['team_admin_users'] })
    const { body } = await createPerson({})
    await seeAs({ teamUserId: clerk.teamUserId })
    const params = { ...team(), dataRecordId: body.record.id }
    const refusals = [
      await createPerson({}),
      await admin.call(recordsApi.remove, { params }),
      await admin.call(bookmarksApi.put, { params, body: {} as never }),
      await admin.call(authApi.seeAs, { params: team(), body: { teamUserId: world.team.member.teamUserId } }),
      await admin.call(usersApi.deactivate, {
        params: { ...team(), teamUserId: world.team.member.teamUserId },
      } as never),
    ]
    for (const { problem } of refusals) expect(problem?.code).toBe('seeing_as')
    expect((await admin.refused(rolesApi.list, { params: team() })).code).toBe('access_denied')
    expect((await admin.ok(usersApi.list, { params: team() } as never)).items.length).toBeGreaterThan(1)
    // Settings of one's own screens are kept.
    const setting = { params: { ...team(), key: 'grid' }, body: { value: 1 } }
    expect(await admin.ok(teamsApi.putSetting, setting)).toEqual({ value: 1 })
    expect(await admin.ok(teamsApi.open, { params: team() })).toHaveProperty('lastOpened')
  })

  it('follows changes of that user, and ends when they are deactivated', async () => {
    await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: people.score! }])
    const clerk = await world.team.user()
    await seeAs({ teamUserId: clerk.teamUserId })
    expect((await ownData()).link.isTeamAdmin).toBe(false)
    await run(
      deps.pool,
      sql`update muster.team_user set deactivated_as_of = now() where id = ${clerk.teamUserId}`,
    )
    await deps.live.invalidate({ user: clerk.userId })
    expect((await ownData()).link).toMatchObject({ isTeamAdmin: true, seenAs: null })
  })
})

describe('as a role', () => {
  it('has its permissions and those of Member, and ends when it is deleted', async () => {
    await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: people.score! }])
    const holder = await world.team.user({
      featurePermissions: ['team_admin_users'],
      grants: [{ permission: 'read_data_field_data', dataFieldId: people.notes! }],
    })
    await createPerson({ score: 1, notes: '<p>a</p>', email: 'x@example.org' })
    const userRoleId = await roleOf(holder)
    const expected = await page(visitor.as(holder))
    await seeAs({ userRoleId })
    expect((await page()).items).toEqual(expected.items)
    const { roles } = await ownData()
    expect(roles.map((role) => role.userRoleId).sort()).toEqual([world.team.memberRoleId, userRoleId].sort())
    await run(deps.pool, sql`delete from muster.team_user_role where user_role_id = ${userRoleId}`)
    await run(deps.pool, sql`delete from muster.user_role where id = ${userRoleId}`)
    await deps.live.invalidate({ team: world.team.teamId })
    expect((await ownData()).link.isTeamAdmin).toBe(true)
  })
})

it('is for one session, and for team admins', async () => {
  const second = await world.team.user({ isTeamAdmin: true })
  await seeAs({ teamUserId: world.team.member.teamUserId })
  expect((await ownData(visitor.as(second))).link.isTeamAdmin).toBe(true)
  const target = { params: team(), body: { teamUserId: second.teamUserId } }
  expect((await visitor.as(world.team.member).refused(authApi.seeAs, target)).code).toBe('access_denied')
})

it('knows users and roles of the team only', async () => {
  const stranger = await world.team.stranger()
  const deactivated = await world.team.deactivated()
  const { id } = (await one<{ id: number }>(
    deps.pool,
    sql`select id from muster.user_role where team_id = ${stranger.teamId}`,
  ))!
  for (const body of [
    { teamUserId: stranger.teamUserId },
    { teamUserId: deactivated.teamUserId },
    { userRoleId: id },
  ]) {
    expect((await admin.refused(authApi.seeAs, { params: team(), body })).code).toBe('not_found')
  }
  expect(await admin.ok(authApi.stopSeeingAs)).toEqual({ teamId: null })
})

it('is recorded in the audit log', async () => {
  await seeAs({ teamUserId: world.team.member.teamUserId })
  const events = await rows(
    deps.pool,
    sql`select subject, subject_id as "subjectId", team_user_id as "by" from muster.audit_event
        where action = 'seen_as' and team_id = ${world.team.teamId} order by id desc limit 1`,
  )
  expect(events).toEqual([
    {
      subject: 'team_user',
      subjectId: String(world.team.member.teamUserId),
      by: world.team.admin.teamUserId,
    },
  ])
})
