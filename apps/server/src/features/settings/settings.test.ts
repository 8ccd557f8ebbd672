import { authApi } from '@muster/contract/auth/auth.api'
import { defaultSettings } from '@muster/contract/sysAdmin/settings.schema'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { authTasks } from '../auth/auth.jobs.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { sysAdminRoutes } from '../sysAdmin/sysAdmin.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
    bindTo(usersApi, usersRoutes(deps))
    bindTo(sysAdminApi, sysAdminRoutes(deps))
  })
  client = clientOf(app)
  team = await aTeam(deps)
})
afterEach(() => run(deps.pool, sql`delete from muster.system_setting`))
afterAll(async () => {
  await app.close()
  await deps.close()
})

const defaults = {
  ...defaultSettings,
  oidcClientSecretSetAt: null,
  oidcRedirectUri: 'http://localhost:3000/login/callback',
}
const invitation = { firstName: 'Ada', lastName: 'Lovelace', isTeamAdmin: false, userRoleIds: [] }

test('settings have defaults, keep what a change leaves out, and changes are in the audit log', async () => {
  const boss = client.as(await team.sysAdmin())
  expect(await boss.ok(sysAdminApi.settings)).toEqual(defaults)
  await boss.ok(sysAdminApi.updateSettings, { body: { allowedMailDomains: [' Example.ORG '] } })
  await boss.ok(sysAdminApi.updateSettings, { body: { minPasswordLength: 12 } })
  expect(await boss.ok(sysAdminApi.settings)).toEqual({
    ...defaults,
    minPasswordLength: 12,
    allowedMailDomains: ['example.org'],
  })
  const events = await rows(
    deps.pool,
    sql`select before, after from muster.audit_event where subject = 'system_setting' order by id`,
  )
  expect(events).toEqual([
    { before: { allowedMailDomains: [] }, after: { allowedMailDomains: ['example.org'] } },
    { before: { minPasswordLength: 8 }, after: { minPasswordLength: 12 } },
  ])
})

test('passwords are never shorter than 8 characters, and domains are domains', async () => {
  const boss = client.as(await team.sysAdmin())
  for (const body of [{ minPasswordLength: 7 }, { allowedMailDomains: ['not a domain'] }]) {
    expect((await boss.refused(sysAdminApi.updateSettings, { body })).code).toBe('validation_failed')
  }
  expect(await boss.ok(sysAdminApi.settings)).toEqual(defaults)
})

test('new passwords have the minimum length', async () => {
  const boss = client.as(await team.sysAdmin())
  await boss.ok(sysAdminApi.updateSettings, { body: { minPasswordLength: 12 } })
  const account = { name: 'Ada', email: 'ada.short@example.org' }
  const problem = await client.refused(authApi.signUp, { body: { ...account, password: 'eleven char' } })
  expect(problem.errors).toEqual([{ path: 'password', code: 'too_short', params: { min: 12 } }])
  await client.ok(authApi.signUp, { body: { ...account, password: 'twelve chars' } })
  expect((await client.ok(authApi.session)).minPasswordLength).toBe(12)
})

test('remembered sessions last as long as the system says, and shorter ones apply to those that have begun', async () => {
  const boss = client.as(await team.sysAdmin())
  const account = { email: 'ada.days@example.org', password: 'long enough' }
  await client.ok(authApi.signUp, { body: { name: 'Ada', ...account } })
  await run(deps.pool, sql`update muster.app_user set email_verified = true where email = ${account.email}`)
  const signIn = async (rememberMe: boolean) =>
    String((await client.call(authApi.signIn, { body: { ...account, rememberMe } })).headers['set-cookie'])
  /** Days that the sessions of the account have left, the longest first. */
  const left = async () => {
    const found = await rows<{ days: number }>(
      deps.pool,
      sql`select round(extract(epoch from s.expires_at - now()) / 86400)::int as days
          from muster.auth_session s join muster.app_user u on u.id = s.user_id
          where u.email = ${account.email} order by days desc`,
    )
    return found.map(({ days }) => days)
  }
  expect(await signIn(true)).toContain('Max-Age=2592000')
  await boss.ok(sysAdminApi.updateSettings, { body: { sessionDays: 90 } })
  expect(await signIn(true)).toContain('Max-Age=7776000')
  await signIn(false)
  expect(await left()).toEqual([90, 30, 1])
  await boss.ok(sysAdminApi.updateSettings, { body: { sessionDays: 7 } })
  expect(await left()).toEqual([7, 7, 1])
  for (const sessionDays of [2, 366, 7.5]) {
    const refused = await boss.refused(sysAdminApi.updateSettings, { body: { sessionDays } })
    expect(refused.errors).toMatchObject([{ path: 'sessionDays' }])
  }
})

test('only addresses of allowed domains can sign up, be created or be invited', async () => {
  const boss = client.as(await team.sysAdmin())
  await boss.ok(sysAdminApi.updateSettings, { body: { allowedMailDomains: ['example.org'] } })
  const admin = client.as(team.admin)
  const params = { teamId: team.teamId }
  const refusal = [{ path: 'email', code: 'mail_domain' }]
  for (const email of ['ada@example.com', 'ada@sub.example.org', 'example.org@example.com']) {
    const body = { name: 'Ada', email, password: 'long enough' }
    expect((await client.refused(authApi.signUp, { body })).errors).toEqual(refusal)
    const invited = await admin.refused(usersApi.invite, { params, body: { ...invitation, email } })
    expect(invited).toMatchObject({ code: 'mail_domain_refused', errors: refusal })
    const created = await boss.refused(sysAdminApi.createUser, { body: { name: 'Ada', email } })
    expect(created.errors).toEqual(refusal)
  }
  await admin.ok(usersApi.invite, { params, body: { ...invitation, email: 'ada.allowed@example.org' } })

  const row = { firstName: 'Eve', lastName: 'Moneypenny', roles: [] }
  const several = await admin.ok(usersApi.inviteSeveral, {
    params,
    body: {
      isCheck: false,
      rows: [
        { ...row, email: 'eve@example.com' },
        { ...row, email: 'eve.allowed@example.org' },
      ],
    },
  })
  expect(several).toEqual({ invited: [1], errors: [{ path: 'rows.0.email', code: 'mail_domain' }] })
})

test('an invitation to a domain that is no longer allowed is neither sent again nor accepted', async () => {
  const boss = client.as(await team.sysAdmin())
  const admin = client.as(team.admin)
  const params = { teamId: team.teamId }
  const email = 'ada.late@example.com'
  const { id: teamUserId } = await admin.ok(usersApi.invite, { params, body: { ...invitation, email } })
  await deps.runJobs(authTasks(deps))
  const link = new URL(/http:\S+/.exec(deps.mails.findLast(({ to }) => to === email)!.text)![0])
  const userId = decodeURIComponent(link.pathname.split('/').at(-1)!)
  const token = link.searchParams.get('token')!
  await boss.ok(sysAdminApi.updateSettings, { body: { allowedMailDomains: ['example.org'] } })

  const refusal = { code: 'mail_domain_refused', errors: [{ path: 'email', code: 'mail_domain' }] }
  const renewed = { params: { teamId: team.teamId, teamUserId } }
  expect(await admin.refused(usersApi.resendInvitation, renewed)).toMatchObject(refusal)
  const several = { act: 'resend' as const, teamUserIds: [teamUserId] }
  expect(await admin.ok(usersApi.changeMany, { params, body: several })).toEqual({
    done: [],
    refused: [{ id: teamUserId, code: 'mail_domain_refused' }],
  })
  const accepting = { params: { userId }, body: { token, name: 'Ada', password: 'long enough' } }
  expect(await client.refused(authApi.acceptInvitation, accepting)).toMatchObject(refusal)

  await boss.ok(sysAdminApi.updateSettings, { body: { allowedMailDomains: [] } })
  expect((await client.ok(authApi.acceptInvitation, accepting)).session?.email).toBe(email)
})
