import { authApi } from '@muster/contract/auth/auth.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { memberGrants } from '../teams/create-team.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { sysAdminRoutes } from './sysAdmin.routes.ts'

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
