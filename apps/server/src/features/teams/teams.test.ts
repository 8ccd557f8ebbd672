import { teamsApi } from '@muster/contract/teams/teams.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam, type TestUser } from '../../../test/a-team.ts'
import { aWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, one, run, sql } from '../../platform/db.ts'
import { memberGrants } from './create-team.ts'
import { teamsRoutes } from './teams.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(teamsApi, teamsRoutes(deps))
  })
  client = clientOf(app)
  team = await aTeam(deps, { name: 'Ours', primaryTimezone: 'America/New_York', enumAppBrandId: 2 })
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

describe('GET /users/byAuthProvider', () => {
  const me = { params: { authProviderUsername: 'me' }, query: { needData: '1' } } as const

  test('has the keys of the specification', async () => {
    const holder = await team.holderOf('team_admin_users')
    const answer = await client.as(holder).ok(teamsApi.byAuthProvider, me)
    expect(answer.simplyUser).toEqual({
      userId: holder.userId,
      primaryEmailAddress: holder.email,
      name: holder.name,
      isSysAdmin: false,
    })
    expect(answer.teamDataResult).toHaveLength(1)
    expect(answer.teamDataResult[0]).toMatchObject({
      TeamId: team.teamId,
      teamUserLinkId: holder.teamUserId,
      firstName: 'Uma',
      lastName: 'User',
      isTeamAdmin: false,
      deactivatedAsOf: null,
      lastOpened: null,
      InterfaceLanguage: null,
      Team: {
        name: 'Ours',
        primaryTimezone: 'America/New_York',
        defaultInterfaceLanguage: 'en',
        enumAppBrandId: 2,
      },
    })
    expect(answer.roleLinks.flatMap((link) => link.FeaturePermissions)).toEqual([
      { TeamId: team.teamId, EnumFeaturePermissionId: 17, name: 'team_admin_users' },
    ])
    expect(answer.defaultUserPicture).toMatch(/^data:image/)
  })

  test('returns only the user without needData', async () => {
    for (const query of [{}, { needData: '0' }] as const) {
      const answer = await client.as(team.member).ok(teamsApi.byAuthProvider, { ...me, query })
      expect(answer).toMatchObject({ teamDataResult: [], roleLinks: [] })
    }
  })

  test('finds the caller by email, ignoring case, and nobody else', async () => {
    const ask = async (authProviderUsername: string) =>
      (
        await client
          .as(team.member)
          .call(teamsApi.byAuthProvider, { ...me, params: { authProviderUsername } })
      ).status
    expect(await ask(team.member.email.toUpperCase())).toBe(200)
    expect(await ask(team.admin.email)).toBe(404)
    expect(await ask('nobody@example.org')).toBe(404)
  })

  test('lists a team that deactivated the user, without roles', async () => {
    const answer = await client.as(await team.deactivated()).ok(teamsApi.byAuthProvider, me)
    expect(answer.teamDataResult[0]!.deactivatedAsOf).not.toBeNull()
    expect(answer.roleLinks).toEqual([])
  })
})

test('GET /teamUsers returns the users of the caller’s teams', async () => {
  const stranger = await team.stranger()
  const { result } = await client.as(team.member).ok(teamsApi.teamUsers)
  expect(new Set(result.map((link) => link.teamId))).toEqual(new Set([team.teamId]))
  expect(result.map((link) => link.id)).toContain(team.admin.teamUserId)
  expect(result.map((link) => link.id)).not.toContain(stranger.teamUserId)
  expect((await client.as(await team.deactivated()).ok(teamsApi.teamUsers)).result).toEqual([])
})

describe('GET /dataObjectTestings', () => {
  const collection = (name: string, more = sql`default`) => sql`
    insert into muster.data_collection (team_id, name, plural_name, table_name, icon, is_shown_in_sidebar)
    values (${team.teamId}, ${name}, ${`${name}s`}, ${name.toLowerCase()}, 'fas fa-user', ${more}) returning id`

  test('lists collections that are in the sidebar and readable', async () => {
    const { id } = (await one<{ id: number }>(deps.pool, collection('Person')))!
    await run(deps.pool, collection('Hidden', sql`false`))
    await run(deps.pool, collection('Apple'))
    await deps.models.changed(team.teamId)
    const query = { idTeam: team.teamId }
    const { TeamAppHeaderBarMenu: menu } = await client.as(team.member).ok(teamsApi.headerBarMenu, { query })
    expect(menu.map((item) => item.label)).toEqual(['Apples', 'Persons'])
    expect(menu[1]).toEqual({ id, label: 'Persons', icon: 'fas fa-user', dataCollectionId: id })

    await team.setMemberGrants([{ permission: 'read_data_field_data', dataCollectionId: id }])
    const narrow = await client.as(team.member).ok(teamsApi.headerBarMenu, { query })
    expect(narrow.TeamAppHeaderBarMenu.map((item) => item.label)).toEqual(['Persons'])
    expect(
      (await client.as(team.admin).ok(teamsApi.headerBarMenu, { query })).TeamAppHeaderBarMenu,
    ).toHaveLength(2)
    // A rule for the whole team grants nothing in a collection that lacks its field.
    const rowFilter = { field: 'region', op: 'is', value: 'North' }
    await team.setMemberGrants([{ permission: 'read_data_field_data', rowFilter }])
    const ruled = await client.as(team.member).ok(teamsApi.headerBarMenu, { query })
    expect(ruled.TeamAppHeaderBarMenu).toEqual([])
    await team.setMemberGrants(memberGrants.map((permission) => ({ permission })))
  })

  test('is 404 for another team', async () => {
    const query = { idTeam: team.teamId }
    const refused = await client.as(await team.stranger()).refused(teamsApi.headerBarMenu, { query })
    expect(refused.code).toBe('not_found')
  })
})

describe('a team', () => {
  const params = () => ({ teamId: team.teamId })

  test('can be read and opened, with an interface language per user', async () => {
    const user = await team.user()
    const own = client.as(user)
    expect(await own.ok(teamsApi.get, { params: params() })).toMatchObject({
      teamId: team.teamId,
      name: 'Ours',
    })
    const before = Date.now()
    const { lastOpened } = await own.ok(teamsApi.open, { params: params() })
    expect(Date.parse(lastOpened)).toBeGreaterThanOrEqual(before)
    const prefer = (body: { InterfaceLanguage?: 'fr' | null }) =>
      own.ok(teamsApi.preferences, { params: params(), body })
    expect(await prefer({ InterfaceLanguage: 'fr' })).toEqual({ InterfaceLanguage: 'fr' })
    expect(await prefer({})).toEqual({ InterfaceLanguage: 'fr' })
    expect(await prefer({ InterfaceLanguage: null })).toEqual({ InterfaceLanguage: null })
  })

  test('counts its active users', async () => {
    const { memberCount } = await client.as(team.admin).ok(teamsApi.get, { params: params() })
    await team.deactivated()
    await team.user()
    expect((await client.as(team.admin).ok(teamsApi.get, { params: params() })).memberCount).toBe(
      memberCount + 1,
    )
  })

  test('stores settings per user, and deletes them at null', async () => {
    const key = { ...params(), key: 'grid.12' }
    const value = { widths: { name: 120 }, hidden: ['x'] }
    await client.as(team.member).ok(teamsApi.putSetting, { params: key, body: { value } })
    expect(await client.as(team.member).ok(teamsApi.getSetting, { params: key })).toEqual({ value })
    expect(await client.as(team.admin).ok(teamsApi.getSetting, { params: key })).toEqual({ value: null })
    await client.as(team.member).ok(teamsApi.putSetting, { params: key, body: { value: null } })
    expect(await client.as(team.member).ok(teamsApi.getSetting, { params: key })).toEqual({ value: null })
    const body = { value: 'x'.repeat(60_000) }
    const refused = await client.as(team.member).refused(teamsApi.putSetting, { params: key, body })
    expect(refused.code).toBe('payload_too_large')
  })

  test('lists its people', async () => {
    const gone = await team.deactivated()
    const { items } = await client.as(team.member).ok(teamsApi.people, { params: params() })
    expect(items).toContainEqual({ teamUserId: team.admin.teamUserId, name: 'Ada Admin', isActive: true })
    expect(items).toContainEqual({ teamUserId: gone.teamUserId, name: 'Uma User', isActive: false })
  })
})

describe('at a glance', () => {
  test('shows administrators what they administer', async () => {
    const fresh = await aTeam(deps)
    const params = { teamId: fresh.teamId }
    await fresh.deactivated()
    await run(
      deps.pool,
      sql`insert into muster.team_user (team_id, user_id, first_name, last_name, invited_at)
          select ${fresh.teamId}, ${(await fresh.stranger()).userId}, 'In', 'Vited', now()`,
    )
    const glance = (user: TestUser) => client.as(user).ok(teamsApi.atAGlance, { params })
    const all = await glance(fresh.admin)
    expect(all.users).toEqual({ current: 2, invited: 1, deactivated: 1 })
    expect(all.data).toMatchObject({
      collections: 0,
      smartCollections: 0,
      records: { count: 0, inTrash: 0 },
      fileCount: 0,
      biggest: [],
      work: { running: 0, failed: 0 },
    })
    expect(all.data!.storage.indexes).toBeGreaterThan(0)
    const ofUsers = await glance(await fresh.holderOf('team_admin_users'))
    expect([ofUsers.data, ofUsers.users?.invited]).toEqual([null, 1])
    const ofData = await glance(await fresh.holderOf('team_admin_data_collections'))
    expect([ofData.users, ofData.data?.collections]).toEqual([null, 0])
    expect(await glance(await fresh.holderOf('team_admin_account_info'))).toEqual({ data: null, users: null })
    expect((await client.as(fresh.member).refused(teamsApi.atAGlance, { params })).code).toBe('access_denied')
  })

  test('counts records, including those in the trash, and lists the biggest collections', async () => {
    const world = await aWorld(deps)
    const params = { teamId: world.team.teamId }
    await run(
      deps.pool,
      sql`update ${ident(world.team.schema, 'data_record')} set deleted_at = now() where id = ${world.placeIds[0]}`,
    )
    const { data } = await client.as(world.team.admin).ok(teamsApi.atAGlance, { params })
    expect(data).toMatchObject({ collections: 5, smartCollections: 1, customLists: 1 })
    // List items do not count as records.
    expect(data!.records).toEqual({ count: 3, inTrash: 1 })
    const biggest = data!.biggest.map(({ dataCollectionId, records }) => [dataCollectionId, records])
    expect(new Map(biggest as [number, number][])).toEqual(
      new Map([
        [world.places, 3],
        [world.people, 0],
      ]),
    )
  })
})
