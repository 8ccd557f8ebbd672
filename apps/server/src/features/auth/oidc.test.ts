/** Sign-in with a provider of OpenID Connect that runs in this test. */
import { authApi } from '@muster/contract/auth/auth.api'
import type { Call } from '@muster/contract/endpoint'
import type { SettingChanges } from '@muster/contract/sysAdmin/settings.schema'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPerson, aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Answer, type Client, clientOf } from '../../../test/client.ts'
import { TestProvider } from '../../../test/oidc-provider.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { sysAdminRoutes } from '../sysAdmin/sysAdmin.routes.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'
import { authTasks } from './auth.jobs.ts'
import { authRoutes } from './auth.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let visitor: Client
let boss: Client
let team: TestTeam
const provider = new TestProvider()
let counter = 0

beforeAll(async () => {
  await provider.start()
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
    bindTo(sysAdminApi, sysAdminRoutes(deps))
    bindTo(usersApi, usersRoutes(deps))
    bindTo(teamsApi, teamsRoutes(deps))
  })
  visitor = clientOf(app)
  team = await aTeam(deps)
  boss = visitor.as(await team.sysAdmin())
})
beforeEach(async () => {
  await run(deps.pool, sql`delete from muster.system_setting`)
  await set({ isOidcOn: true, oidcIssuer: provider.issuer, oidcClientId: 'muster', oidcClientSecret: 'hush' })
  provider.claims = {}
  provider.userInfo = {}
  provider.answer = {}
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await provider.stop()
})

const set = (body: SettingChanges) => boss.ok(sysAdminApi.updateSettings, { body })

/** A new address for each caller, because limits count by address. */
const from = () => ({ remoteAddress: `10.1.${Math.floor(++counter / 250)}.${(counter % 250) + 1}` })

const cookiesOf = (headers: Answer<never>['headers']): string[] =>
  [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]!)

/** The provider knows somebody by this address, and says that it has checked it. */
function known(email: string, claims: Record<string, unknown> = {}): void {
  provider.claims = {
    sub: `subject of ${email}`,
    email,
    email_verified: true,
    name: 'Ada Lovelace',
    ...claims,
  }
}

/** Goes to the provider and comes back. */
async function go(body: Call<typeof authApi.startOidc>['body'] = {}) {
  const started = await visitor.call(authApi.startOidc, { body, ...from() })
  expect(started.problem).toBeUndefined()
  const back = await provider.authorize(started.body.url)
  return { url: new URL(started.body.url), back, cookie: cookiesOf(started.headers)[0]! }
}

async function finish(
  { back, cookie }: { back: Record<string, string>; cookie: string },
  changed: Partial<Record<'state' | 'code' | 'error' | 'iss', string>> = {},
) {
  const body = { ...back, ...changed } as { state: string }
  return visitor.call(authApi.finishOidc, { body, headers: { cookie }, ...from() })
}

const signIn = async (body: Call<typeof authApi.startOidc>['body'] = {}) => finish(await go(body))
const as = ({ headers }: { headers: Answer<never>['headers'] }) =>
  visitor.as({ cookie: cookiesOf(headers).find((cookie) => cookie.startsWith('muster_session='))! })

describe('settings', () => {
  test('the secret is encrypted, shown to nobody, and not in the audit log', async () => {
    const settings = await boss.ok(sysAdminApi.settings)
    expect(settings).toMatchObject({
      isOidcOn: true,
      oidcIssuer: provider.issuer,
      oidcScopes: ['openid', 'email', 'profile'],
      oidcClientSecretSetAt: expect.stringMatching(/^\d{4}-/),
      oidcRedirectUri: 'http://localhost:3000/login/callback',
    })
    const stored = await rows(deps.pool, sql`select value from muster.system_setting`)
    const audited = await rows(deps.pool, sql`select before, after from muster.audit_event`)
    for (const text of [settings, stored, audited]) expect(JSON.stringify(text)).not.toContain('hush')
    expect(JSON.stringify(audited)).toContain('oidcClientSecretSetAt')
    expect((await set({ oidcClientSecret: null })).oidcClientSecretSetAt).toBeNull()
  })

  test.each([
    [{ oidcIssuer: '' }, 'oidcIssuer', 'required'],
    [{ oidcClientId: ' ' }, 'oidcClientId', 'required'],
    [{ oidcIssuer: 'http://login.example.org' }, 'oidcIssuer', 'oidc_address'],
    [{ oidcIssuer: 'https://user:word@login.example.org' }, 'oidcIssuer', 'oidc_address'],
    [{ oidcIssuer: 'http://localhost:1' }, 'oidcIssuer', 'oidc_no_answer'],
    [{ oidcScopes: ['two words'] }, 'oidcScopes.0', 'pattern'],
  ])('%j is refused', async (body, path, code) => {
    const problem = await boss.refused(sysAdminApi.updateSettings, { body })
    expect(problem.errors).toEqual([{ path, code }])
    expect((await boss.ok(sysAdminApi.settings)).oidcIssuer).toBe(provider.issuer)
  })

  test('a provider that calls itself by another address is refused, and its discovery address is accepted', async () => {
    const other = provider.issuer.replace('localhost', '127.0.0.1')
    const problem = await boss.refused(sysAdminApi.updateSettings, { body: { oidcIssuer: other } })
    expect(problem.errors).toEqual([{ path: 'oidcIssuer', code: expect.stringMatching(/^oidc_/) }])
    const { oidcIssuer } = await set({ oidcIssuer: `${provider.issuer}/.well-known/openid-configuration` })
    expect(oidcIssuer).toBe(provider.issuer)
  })

  test('visitors learn the texts of the button, and nothing while it is off', async () => {
    await set({ oidcLabels: { en: 'Staff', es: 'Personal', fr: 'Personnel' } })
    expect((await visitor.ok(authApi.session)).oidcLabels).toEqual({
      en: 'Staff',
      es: 'Personal',
      fr: 'Personnel',
    })
    await set({ isOidcOn: false })
    expect((await visitor.ok(authApi.session)).oidcLabels).toBeNull()
    expect((await visitor.refused(authApi.startOidc, { body: {}, ...from() })).code).toBe('not_found')
  })
})

describe('signing in', () => {
  test('an account with the verified address is signed in, and stays connected if the address changes', async () => {
    const { email, userId } = await aPerson(deps)
    known(email.toUpperCase())
    const { url, ...gone } = await go({ redirect: '/team-1/users' })
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'muster',
      redirect_uri: 'http://localhost:3000/login/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    const answer = await finish(gone)
    expect(answer.body).toMatchObject({ session: { email, userId }, redirect: '/team-1/users' })
    expect(provider.secret).toBe('hush')
    expect((await as(answer).ok(authApi.session)).session).toMatchObject({ email })
    known('ada.elsewhere@example.org', { sub: provider.claims.sub })
    expect((await signIn()).body.session).toMatchObject({ email, userId })
    const tokens = await rows(
      deps.pool,
      sql`select access_token, refresh_token, id_token from muster.auth_account where user_id = ${userId}`,
    )
    expect(tokens).toEqual([{ access_token: null, refresh_token: null, id_token: null }])
  })

  test('sessions are as those of passwords: their length, the list, signing out', async () => {
    const { email } = await aPerson(deps)
    known(email)
    await set({ sessionDays: 7 })
    const remembered = await signIn()
    expect(String(remembered.headers['set-cookie'])).toContain('Max-Age=604800')
    const short = await signIn({ rememberMe: false })
    expect(String(short.headers['set-cookie'])).not.toMatch(/muster_session=[^,]*Max-Age/)
    const { items } = await as(short).ok(authApi.sessions)
    const current = items.find(({ isCurrent }) => isCurrent)!
    expect(Date.parse(current.expiresAt) - Date.now()).toBeLessThan(86_400_001)
    await as(short).ok(authApi.signOut)
    expect((await as(short).ok(authApi.session)).session).toBeNull()
    expect((await as(remembered).ok(authApi.session)).session).toMatchObject({ email })
  })

  test('locked people are refused, and a deactivated user enters no team', async () => {
    const person = await aPerson(deps)
    known(person.email)
    await boss.ok(sysAdminApi.lockUser, { params: { userId: person.userId } })
    expect((await signIn()).problem?.code).toBe('account_locked')
    const left = await team.deactivated()
    known(left.email)
    const theirs = as(await signIn())
    const problem = await theirs.refused(teamsApi.get, { params: { teamId: team.teamId } })
    expect(problem.code).toBe('not_found')
  })

  test('claims that the id token lacks come from the provider, about the same person only', async () => {
    const { email } = await aPerson(deps)
    provider.claims = { sub: 'without an address' }
    provider.userInfo = { sub: 'without an address', email, email_verified: 'true' }
    expect((await signIn()).body.session).toMatchObject({ email })
    provider.userInfo = { sub: 'somebody else', email, email_verified: true }
    expect((await signIn()).problem?.code).toBe('oidc_failed')
  })

  test('strangers are refused, unless the system creates accounts', async () => {
    const email = `stranger${++counter}@example.org`
    known(email)
    const refused = await signIn()
    expect(refused).toMatchObject({
      status: 403,
      problem: { code: 'oidc_unknown_person', params: { email } },
    })
    expect(await rows(deps.pool, sql`select from muster.app_user where email = ${email}`)).toEqual([])
    await set({ doesOidcCreateAccounts: true })
    expect((await signIn()).body.session).toMatchObject({ email, name: 'Ada Lovelace', isSysAdmin: false })
  })

  test.each([
    [{ email_verified: false }, 'oidc_email_unverified'],
    [{ email_verified: undefined }, 'oidc_email_unverified'],
    [{ nonce: 'of another request' }, 'oidc_failed'],
    [{ aud: 'another client' }, 'oidc_failed'],
    [{ iss: 'https://other.example.org' }, 'oidc_failed'],
    [{ exp: 1_000_000_000 }, 'oidc_failed'],
  ])('an id token with %j is refused', async (claims, code) => {
    const { email } = await aPerson(deps)
    known(email, claims)
    expect((await signIn()).problem?.code).toBe(code)
  })

  test('an answer without an id token, or with one that the provider has not signed, is refused', async () => {
    const { email } = await aPerson(deps)
    known(email)
    provider.answer = { id_token: undefined }
    expect((await signIn()).problem?.code).toBe('oidc_failed')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { ...provider.claims, iss: provider.issuer, aud: 'muster', exp: 4_000_000_000 }
    provider.answer = { id_token: `${part({ alg: 'none' })}.${part(claims)}.` }
    expect((await signIn()).problem?.code).toBe('oidc_failed')
  })

  test('only the browser that began can finish, once', async () => {
    const { email } = await aPerson(deps)
    known(email)
    const mine = await go()
    const others = await go()
    expect((await finish({ ...mine, cookie: '' })).problem?.code).toBe('oidc_failed')
    expect((await finish({ ...mine, cookie: others.cookie })).problem?.code).toBe('oidc_failed')
    expect((await finish(mine, { state: 'guessed' })).problem?.code).toBe('oidc_failed')
    expect((await finish({ ...mine, cookie: mine.cookie.slice(0, -1) })).problem?.code).toBe('oidc_failed')
    expect((await finish(mine, { iss: 'https://other.example.org' })).problem?.code).toBe('oidc_failed')
    expect((await finish(mine, { code: 'guessed' })).problem?.code).toBe('oidc_failed')
    const done = await finish(mine)
    expect(done.status).toBe(200)
    expect(String(done.headers['set-cookie'])).toMatch(/muster_oidc=;/)
    expect((await finish(mine)).problem?.code).toBe('oidc_failed')
  })

  test('somebody who cancels at the provider is told so', async () => {
    const { back, cookie } = await go()
    const answer = await finish({ back: { state: back.state! }, cookie }, { error: 'access_denied' })
    expect(answer).toMatchObject({ status: 401, problem: { code: 'oidc_refused' } })
  })

  test('attempts from one address are limited as those with passwords', async () => {
    const extras = from()
    const key = `signIn from ${extras.remoteAddress}`
    await run(deps.pool, sql`insert into muster.attempt (key, count) values (${key}, 100)`)
    const { email } = await aPerson(deps)
    known(email)
    const { back, cookie } = await go()
    const body = back as { state: string }
    const refused = await visitor.refused(authApi.finishOidc, { body, headers: { cookie }, ...extras })
    expect(refused.code).toBe('rate_limited')
  })

  test('addresses outside the allowed domains are refused, with an account too', async () => {
    const { email } = await aPerson(deps)
    known(email)
    await set({ allowedMailDomains: ['example.com'] })
    expect((await signIn()).problem).toMatchObject({
      code: 'mail_domain_refused',
      errors: [{ path: 'email', code: 'mail_domain' }],
    })
  })

  test('a provider that has ended is reported as such', async () => {
    const ended = new TestProvider()
    await ended.start()
    await set({ oidcIssuer: ended.issuer })
    await ended.stop()
    const problem = await visitor.refused(authApi.startOidc, { body: {}, ...from() })
    expect(problem).toMatchObject({ status: 503, code: 'oidc_unavailable' })
  })
})

describe('accounts that are not confirmed', () => {
  test('an invited person signs in, accepts without a password, and is then in the team', async () => {
    const email = `invited${++counter}@example.org`
    const params = { teamId: team.teamId }
    const body = { firstName: 'Eve', lastName: 'New', email, isTeamAdmin: false, userRoleIds: [] }
    await visitor.as(team.admin).ok(usersApi.invite, { params, body })
    await deps.runJobs(authTasks(deps))
    const link = new URL(/http:\S+/.exec(deps.mails.findLast(({ to }) => to === email)!.text)![0])
    const userId = decodeURIComponent(link.pathname.split('/').at(-1)!)
    const token = link.searchParams.get('token')!
    const look = { params: { userId }, query: { token } }
    expect((await visitor.ok(authApi.invitation, { ...look, ...from() })).password).toBe('new')
    known(email)
    const own = as(await signIn())
    expect((await own.ok(authApi.invitation, { ...look, ...from() })).password).toBe('none')
    await own.ok(authApi.acceptInvitation, { params: { userId }, body: { token }, ...from() })
    await own.ok(teamsApi.get, { params })
  })

  test('a password that a stranger chose for the address, and their sessions, end', async () => {
    const email = `claimed${++counter}@example.org`
    const password = 'of the stranger'
    await visitor.ok(authApi.signUp, { body: { name: 'Eve', email, password }, ...from() })
    known(email)
    expect((await signIn()).body.session).toMatchObject({ email })
    const answer = await visitor.refused(authApi.signIn, { body: { email, password }, ...from() })
    expect(answer.code).toBe('sign_in_failed')
  })
})
