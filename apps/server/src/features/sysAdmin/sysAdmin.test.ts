import { authApi } from '@muster/contract/auth/auth.api'
import type { Call } from '@muster/contract/endpoint'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { run, sql } from '../../platform/db.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { memberGrants } from '../teams/create-team.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { sysAdminRoutes } from './sysAdmin.routes.ts'

type QueryIn<Name extends 'teams' | 'users'> = NonNullable<Call<(typeof sysAdminApi)[Name]>['query']>

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(teamsApi, teamsRoutes(deps))
    bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
    bindTo(sysAdminApi, sysAdminRoutes(deps))
  })
  client = clientOf(app)
  team = await aTeam(deps, { name: 'Ours' })
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

test('the roles of the system have their numbers of users', async () => {
  const boss = client.as(await team.sysAdmin())
  const count = async () => {
    const { items } = await boss.ok(sysAdminApi.permissions)
    return Object.fromEntries(items.map(({ role, userCount }) => [role, userCount]))
  }
  const before = await count()
  // Each has an administrator and a member.
  await aTeam(deps)
  const { teamId } = await aTeam(deps)
  await run(deps.pool, sql`update muster.team set suspended_at = now() where id = ${teamId}`)
  await team.sysAdmin()
  expect(await count()).toEqual({
    sysAdmin: before.sysAdmin! + 1,
    teamAdmin: before.teamAdmin! + 1,
    member: before.member! + 2,
    // Both users of the suspended team, and the new system administrator.
    noTeam: before.noTeam! + 3,
  })
})

describe('the lists', () => {
  let boss: Client
  beforeAll(async () => {
    boss = client.as(await team.sysAdmin())
    await run(
      deps.pool,
      sql`insert into muster.team (name, description, created_at)
          select 'Club ' || n, 'Nr ' || n || ' of 100%', now() - make_interval(days => n)
          from generate_series(1, 12) n`,
    )
    await run(
      deps.pool,
      sql`insert into muster.app_user (name, email, last_sign_in_at)
          select 'Élodie ' || n, 'elodie' || n || '@example.org',
            nullif(greatest(n - 4, 0), 0) * interval '1 day' + timestamptz '2026-01-01'
          from generate_series(1, 12) n`,
    )
  })

  /** All pages of a list. */
  async function pagesOf<Item>(
    read: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
  ): Promise<Item[][]> {
    const pages: Item[][] = []
    for (let cursor: string | undefined; pages.length < 50; ) {
      const { items, nextCursor } = await read(cursor)
      pages.push(items)
      if (nextCursor === null) return pages
      cursor = nextCursor
    }
    throw new Error('The pages do not end')
  }
  const teams = (query: QueryIn<'teams'>) =>
    pagesOf((cursor) => boss.ok(sysAdminApi.teams, { query: { ...query, limit: 5, cursor } }))
  const users = (query: QueryIn<'users'>) =>
    pagesOf((cursor) => boss.ok(sysAdminApi.users, { query: { ...query, limit: 5, cursor } }))

  test('of teams has pages by name and by creation, in both directions, without gaps', async () => {
    const names = ['1', '10', '11', '12', '2', '3', '4', '5', '6', '7', '8', '9'].map((n) => `Club ${n}`)
    const byName = await teams({ search: 'club' })
    expect(byName.map((page) => page.length)).toEqual([5, 5, 2])
    expect(byName.flat().map(({ name }) => name)).toEqual(names)
    const down = await teams({ search: 'club', direction: 'desc' })
    expect(down.flat().map(({ name }) => name)).toEqual([...names].reverse())
    const byCreation = await teams({ search: 'club', sort: 'created' })
    expect(byCreation.flat().map(({ name }) => Number(name.slice(5)))).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
    const ours = (await teams({ search: 'ours' })).flat()
    expect(ours).toMatchObject([{ teamId: team.teamId, memberCount: 2, state: 'active' }])
  })

  test('finds all words of a search, and wildcards only as themselves', async () => {
    expect((await teams({ search: 'CLUB nr 7' })).flat().map(({ name }) => name)).toEqual(['Club 7'])
    expect((await teams({ search: '100%' })).flat()).toHaveLength(12)
    expect((await teams({ search: '%club' })).flat()).toEqual([])
    expect((await users({ search: 'élodie 12@example' })).flat().map(({ email }) => email)).toEqual([
      'elodie12@example.org',
    ])
  })

  test('of users has pages by name, by address and by last login, first those who never signed in', async () => {
    const numbers = async (query: QueryIn<'users'>) =>
      (await users({ search: 'elodie', ...query }))
        .flat()
        .map(({ email }) => Number.parseInt(email.slice(6), 10))
    const asText = [1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9]
    expect(await numbers({})).toEqual(asText)
    expect(await numbers({ sort: 'email', direction: 'desc' })).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 10,
    ])
    const byLogin = await numbers({ sort: 'lastLogin' })
    expect(byLogin.slice(0, 4).sort()).toEqual([1, 2, 3, 4])
    expect(byLogin.slice(4)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
  })

  test('refuses the cursor of another order', async () => {
    const { nextCursor } = await boss.ok(sysAdminApi.teams, { query: { limit: 1 } })
    for (const query of [
      { cursor: nextCursor!, sort: 'created' as const },
      { cursor: nextCursor!, direction: 'desc' as const },
      { cursor: 'nonsense' },
    ]) {
      expect((await boss.refused(sysAdminApi.teams, { query })).code).toBe('cursor_invalid')
    }
  })
})

describe('the system administrator', () => {
  test('creates a team with its schema, its Member role and its grants, and administers it', async () => {
    const boss = client.as(await team.sysAdmin())
    const created = await boss.ok(sysAdminApi.createTeam, {
      body: { name: 'Fresh', primaryTimezone: 'Europe/Paris' },
    })
    expect(created).toMatchObject({ name: 'Fresh', memberCount: 1, country: 'US', currency: 'USD' })
    const params = { teamId: created.teamId }
    expect((await boss.call(teamsApi.get, { params })).status).toBe(200)
    const { items } = await boss.ok(teamsApi.people, { params })
    expect(items).toMatchObject([{ name: 'Sys Admin', isActive: true }])
    const model = await deps.models.get(created.teamId)
    const [role] = [...model.roles.values()]
    expect(role).toMatchObject({ roleName: 'Member', isMember: true, featurePermissions: [] })
    expect(role!.dataGrants.map((grant) => grant.permission).sort()).toEqual([...memberGrants].sort())
    expect((await boss.ok(sysAdminApi.teams)).items.map((item) => item.name)).toContain('Fresh')
  })

  test('gets an error for an unknown time zone', async () => {
    const boss = client.as(await team.sysAdmin())
    const body = { name: 'X', primaryTimezone: 'Mars/Base' }
    expect((await boss.refused(sysAdminApi.createTeam, { body })).errors).toMatchObject([
      { path: 'primaryTimezone' },
    ])
  })

  test('sees that the disk is full; meanwhile reading and signing in go on, and nothing is written', async () => {
    const boss = client.as(await team.sysAdmin())
    const body = { name: 'Full' }
    deps.warnings.raise('disk_full')
    expect(await boss.ok(sysAdminApi.warnings)).toEqual({ items: ['disk_full'] })
    expect(await boss.call(sysAdminApi.createTeam, { body })).toMatchObject({
      status: 507,
      problem: { code: 'insufficient_storage' },
    })
    expect((await boss.ok(sysAdminApi.teams)).items.map(({ name }) => name)).not.toContain('Full')
    const credentials = { email: 'nobody@example.org', password: 'a wrong password' }
    expect((await client.refused(authApi.signIn, { body: credentials })).code).toBe('sign_in_failed')
    deps.warnings.clear('disk_full')
    expect((await boss.ok(sysAdminApi.createTeam, { body })).name).toBe('Full')
    expect(await boss.ok(sysAdminApi.warnings)).toEqual({ items: [] })
  })

  test('lists users and creates one, who gets a mail to choose a password', async () => {
    const boss = client.as(await team.sysAdmin())
    const body = { name: 'Alan Turing', email: 'Alan@example.org', language: 'es' } as const
    const created = await boss.ok(sysAdminApi.createUser, { body })
    expect(created).toMatchObject({
      email: 'alan@example.org',
      status: 'unverified',
      teams: [],
      lastLogin: null,
    })
    expect(deps.added.at(-1)?.payload).toMatchObject({
      to: 'alan@example.org',
      subject: 'Elija su contraseña',
    })
    expect((await boss.refused(sysAdminApi.createUser, { body })).code).toBe('email_already_linked')
    const { items } = await boss.ok(sysAdminApi.users)
    expect(items.find((item) => item.userId === team.member.userId)).toMatchObject({
      teams: [{ teamId: team.teamId, name: 'Ours' }],
      status: 'active',
    })
  })
})
