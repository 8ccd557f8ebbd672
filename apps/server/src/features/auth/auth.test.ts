import { authApi } from '@muster/contract/auth/auth.api'
import { usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { one, run, sql } from '../../platform/db.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'
import { authTasks } from './auth.jobs.ts'
import { authRoutes } from './auth.routes.ts'
import { sessionCookieName } from './session-cookie.ts'
import { attempt, signInLimits } from './throttle.ts'

let deps: TestDeps
let app: FastifyInstance
let visitor: Client
let counter = 0

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
    bindTo(usersApi, usersRoutes(deps))
  })
  visitor = clientOf(app)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const password = 'correct horse'

/** A new address each time, so that limits do not carry over between tests. */
function newEmail(): string {
  return `person${++counter}@example.org`
}

/** A new address for each caller, because limits count by address. */
function from(): { remoteAddress: string } {
  return { remoteAddress: `10.0.${Math.floor(++counter / 250)}.${(counter % 250) + 1}` }
}

async function mailTo(email: string): Promise<Mail> {
  await deps.runJobs(authTasks(deps))
  const mail = deps.mails.findLast((sent) => sent.to === email)
  if (!mail) throw new Error(`No mail to ${email}`)
  return mail
}

async function mailsTo(email: string): Promise<number> {
  await deps.runJobs(authTasks(deps))
  return deps.mails.filter((sent) => sent.to === email).length
}

async function linkIn(email: string): Promise<{ path: string; token: string }> {
  const url = new URL(/http:\S+/.exec((await mailTo(email)).text)![0])
  return { path: url.pathname, token: url.searchParams.get('token')! }
}

type Extras = ReturnType<typeof from> & { headers?: Record<string, string> }

/** A caller with the session cookie that a response sets. */
function callerOf(headers: Record<string, unknown>): { cookie: string } {
  return { cookie: String([headers['set-cookie']].flat()[0]).split(';')[0]! }
}

async function anAccount(email = newEmail()): Promise<string> {
  await visitor.ok(authApi.signUp, { body: { name: 'Ada', email, password }, ...from() })
  const { token } = await linkIn(email)
  await visitor.ok(authApi.verifyEmail, { body: { token }, ...from() })
  return email
}

function signIn(email: string, entered = password, extras: Extras = from()) {
  return visitor.call(authApi.signIn, { body: { email, password: entered }, ...extras })
}

describe('creating an account', () => {
  test('signs in with the link in the mail', async () => {
    const email = newEmail()
    const body = { name: 'Ada Lovelace', email: email.toUpperCase(), password }
    expect(await visitor.ok(authApi.signUp, { body, ...from() })).toEqual({ isVerificationSent: true })
    expect((await signIn(email)).problem?.code).toBe('email_not_verified')
    const { path, token } = await linkIn(email)
    expect(path).toBe('/verify-email')
    const { body: answer, headers } = await visitor.call(authApi.verifyEmail, { body: { token }, ...from() })
    expect(answer.session).toMatchObject({ name: 'Ada Lovelace', email, isSysAdmin: false })
    const own = visitor.as(callerOf(headers))
    expect((await own.ok(authApi.session)).session).toMatchObject({ email })
    expect((await signIn(email)).status).toBe(200)
  })

  test('a link confirms once; the user who used it may open it again', async () => {
    const email = newEmail()
    await visitor.ok(authApi.signUp, { body: { name: 'Ada', email, password }, ...from() })
    const { token } = await linkIn(email)
    const { headers } = await visitor.call(authApi.verifyEmail, { body: { token }, ...from() })
    expect((await visitor.refused(authApi.verifyEmail, { body: { token }, ...from() })).code).toBe(
      'link_expired',
    )
    const own = visitor.as(callerOf(headers))
    expect((await own.ok(authApi.verifyEmail, { body: { token }, ...from() })).session?.email).toBe(email)
  })

  test.each(['', 'x', 'a.b.c', `x.${Buffer.from('{"email":"a@example.org"}').toString('base64url')}.x`])(
    'rejects the token %j',
    async (token) => {
      const { problem } = await visitor.call(authApi.verifyEmail, { body: { token }, ...from() })
      expect(problem?.code).toBe(token ? 'link_expired' : 'validation_failed')
    },
  )

  test('responds the same for a known address, and mails its owner', async () => {
    const email = await anAccount()
    const answer = await visitor.call(authApi.signUp, {
      body: { name: 'Eve', email, password: 'another one' },
      ...from(),
    })
    expect(answer).toMatchObject({ status: 200, body: { isVerificationSent: true } })
    expect((await mailTo(email)).subject).toBe('You already have an account')
    expect((await signIn(email, 'another one')).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
  })

  test('sends the mail again to an unconfirmed address', async () => {
    const email = newEmail()
    await visitor.ok(authApi.signUp, { body: { name: 'Ada', email, password }, ...from() })
    await visitor.ok(authApi.resendVerification, { body: { email, language: 'fr' }, ...from() })
    const mail = await mailTo(email)
    expect(mail.subject).toBe('Confirmez votre adresse e-mail')
    expect(mail.html).toContain('lang="fr"')
    expect(await mailsTo(email)).toBe(2)
  })

  test.each([
    [{ password: 'seven77' }, 'password', 'too_short'],
    [{ name: ' ' }, 'name', 'required'],
    [{ email: 'nobody' }, 'email', 'not_an_email'],
    [{ isSysAdmin: true }, 'isSysAdmin', 'unknown_field'],
  ])('rejects %j', async (part, path, code) => {
    const body = { name: 'Ada', email: newEmail(), password, ...part }
    const problem = await visitor.refused(authApi.signUp, { body, ...from() })
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path, code }] })
  })

  test('limits the mails to one address', async () => {
    const email = newEmail()
    for (let i = 0; i < 8; i++) {
      await visitor.ok(authApi.signUp, { body: { name: 'Ada', email, password }, ...from() })
    }
    expect(await mailsTo(email)).toBe(5)
  })
})

describe('signing in', () => {
  test('sets a cookie that is hidden from scripts and other sites', async () => {
    const { headers } = await signIn(await anAccount())
    expect([headers['set-cookie']].flat()[0]).toMatch(
      /^muster_session=[\w-]+\.[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('lets every promise of the process carry one storage, which all variables share', async () => {
    await signIn(await anAccount())
    const storages = Object.getOwnPropertySymbols(Promise.resolve()).filter(
      ({ description }) => description === 'kResourceStore',
    )
    // From Node 24 on, promises carry none.
    expect(storages.length).toBeLessThanOrEqual(1)
  })

  test('without "remember me" the cookie ends with the browser and the session after a day', async () => {
    const email = await anAccount()
    const body = { email, password, rememberMe: false }
    const { headers } = await visitor.call(authApi.signIn, { body, ...from() })
    expect([headers['set-cookie']].flat()[0]).not.toContain('Max-Age')
    const { items } = await visitor.as(callerOf(headers)).ok(authApi.sessions)
    const current = items.find((item) => item.isCurrent)!
    expect(Date.parse(current.expiresAt) - Date.now()).toBeLessThan(86_400_001)
  })

  test('over https the cookie is secure and bound to this host', async () => {
    const secure = { ...deps, config: { ...deps.config, publicUrl: 'https://muster.example' } }
    expect(sessionCookieName(secure.config)).toBe('__Host-muster_session')
    const other = await testApp(secure, (bindTo) =>
      bindTo(authApi, { ...authRoutes(secure), ...invitationsRoutes(secure) }),
    )
    const email = await anAccount()
    const { headers } = await clientOf(other).call(authApi.signIn, { body: { email, password }, ...from() })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-muster_session=.*; Secure/),
      expect.stringMatching(/^__Host-muster_device=.*; Secure/),
    ])
    await other.close()
  })

  test('gives the same response to a wrong password and an unknown address', async () => {
    const email = await anAccount()
    const wrong = await signIn(email, 'wrong password')
    const unknown = await signIn(newEmail(), 'wrong password')
    const strip = ({ problem }: typeof wrong) => ({ ...problem, requestId: '' })
    expect(strip(wrong)).toEqual(strip(unknown))
    expect(wrong).toMatchObject({ status: 401, problem: { code: 'sign_in_failed' } })
  })

  test('ten wrong passwords block their address, but not the owner elsewhere', async () => {
    const email = await anAccount()
    const thief = from()
    const visitOfThief = { address: thief.remoteAddress, device: null }
    for (let i = 0; i < 10; i++) await attempt(deps.pool, signInLimits(email, visitOfThief))
    expect(await signIn(email, password, thief)).toMatchObject({
      status: 429,
      problem: { code: 'rate_limited' },
    })
    expect((await signIn(email)).status).toBe(200)
  })

  test('limits attempts on one account from many addresses', async () => {
    const email = await anAccount()
    await run(
      deps.pool,
      sql`insert into muster.attempt (key, count) values (${`signIn account ${email}`}, 50)
          on conflict (key) do update set count = 50`,
    )
    expect((await signIn(email)).status).toBe(429)
    await run(deps.pool, sql`update muster.attempt set since = now() - interval '16 minutes'`)
    expect((await signIn(email)).status).toBe(200)
  })

  test('wrong passwords from everywhere do not keep out a device that has signed in before', async () => {
    const email = await anAccount()
    const own = await signIn(email)
    const device = String([own.headers['set-cookie']].flat()[1]).split(';')[0]!
    expect(device).toMatch(/^muster_device=/)
    await run(
      deps.pool,
      sql`insert into muster.attempt (key, count) values (${`signIn account ${email}`}, 50)
          on conflict (key) do update set count = 50`,
    )
    const onDevice = (word = password, cookie = device) =>
      signIn(email, word, { ...from(), headers: { cookie } })
    expect((await onDevice()).status).toBe(200)
    // The cookie of another account's device, and one that was not signed by us, are of no use.
    const other = await signIn(await anAccount())
    const othersDevice = String([other.headers['set-cookie']].flat()[1]).split(';')[0]!
    expect((await onDevice(password, othersDevice)).status).toBe(429)
    expect((await onDevice(password, device.slice(0, -1))).status).toBe(429)
    // Guessing on the device itself is as slow as before.
    for (let i = 0; i < 10; i++) expect((await onDevice('wrong')).status).toBe(401)
    expect((await onDevice()).status).toBe(429)
  })

  test('limits attempts per minute from one address', async () => {
    const extras = from()
    const limit = authApi.signIn.rateLimit!
    const statuses = []
    for (let i = 0; i < limit + 2; i++) {
      statuses.push((await visitor.call(authApi.signIn, { body: {} as never, ...extras })).status)
    }
    expect(new Set(statuses.slice(0, limit))).toEqual(new Set([400]))
    expect(statuses.slice(limit)).toEqual([429, 429])
    expect((await visitor.call(authApi.signIn, { body: {} as never, ...from() })).status).toBe(400)
  })

  test('a visitor has no session, and the host determines the brand', async () => {
    expect(await visitor.ok(authApi.session)).toEqual({
      session: null,
      enumAppBrandId: 1,
      minPasswordLength: 8,
      oidcLabels: null,
    })
    const { enumAppBrandId } = await visitor.ok(authApi.session, {
      headers: { host: 'grove.localhost:3000' },
    })
    expect(enumAppBrandId).toBe(3)
  })
})

describe('passwords', () => {
  test('the link in the mail resets a forgotten password once, and ends every session', async () => {
    const email = await anAccount()
    const { headers } = await signIn(email)
    await visitor.ok(authApi.forgotPassword, { body: { email, language: 'es' }, ...from() })
    expect((await mailTo(email)).subject).toBe('Establezca una contraseña nueva')
    const { path, token } = await linkIn(email)
    expect(path).toBe('/reset-password')
    const body = { token, password: 'battery staple' }
    const link = { query: { token }, ...from() }
    // Looking at the page does not use the link up.
    expect(await visitor.ok(authApi.resetLink, link)).toEqual({ isValid: true })
    expect(await visitor.ok(authApi.resetLink, link)).toEqual({ isValid: true })
    await visitor.ok(authApi.resetPassword, { body, ...from() })
    expect((await visitor.refused(authApi.resetLink, link)).code).toBe('link_expired')
    expect((await visitor.refused(authApi.resetPassword, { body, ...from() })).code).toBe('link_expired')
    expect((await visitor.as(callerOf(headers)).ok(authApi.session)).session).toBeNull()
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'battery staple')).status).toBe(200)
  })

  test('stores no token of a mail in the database', async () => {
    const email = await anAccount()
    await visitor.ok(authApi.forgotPassword, { body: { email }, ...from() })
    const { token } = await linkIn(email)
    const found = await one(
      deps.pool,
      sql`select from muster.auth_verification where identifier like ${`%${token}%`} or value like ${`%${token}%`}`,
    )
    expect(found).toBeUndefined()
  })

  test('responds the same for an unknown address, and sends no mail', async () => {
    const email = newEmail()
    expect(await visitor.ok(authApi.forgotPassword, { body: { email }, ...from() })).toEqual({ isSent: true })
    expect(await mailsTo(email)).toBe(0)
  })

  test('changing one’s own needs the current one, and ends the other sessions', async () => {
    const email = await anAccount()
    const [here, there] = [await signIn(email), await signIn(email)]
    const own = visitor.as(callerOf(here.headers))
    const body = { currentPassword: 'not this', newPassword: 'battery staple' }
    expect((await own.refused(authApi.changePassword, { body, ...from() })).code).toBe('sign_in_failed')
    await own.ok(authApi.changePassword, { body: { ...body, currentPassword: password }, ...from() })
    expect((await own.ok(authApi.session)).session?.email).toBe(email)
    expect((await visitor.as(callerOf(there.headers)).ok(authApi.session)).session).toBeNull()
    expect((await signIn(email, 'battery staple')).status).toBe(200)
  })
})

describe('sessions', () => {
  test('lists them, and lets only their owner end one', async () => {
    const email = await anAccount()
    const [here, there] = [await signIn(email), await signIn(email)]
    const own = visitor.as(callerOf(here.headers))
    const { items } = await own.ok(authApi.sessions)
    expect(items.filter((item) => item.isCurrent)).toHaveLength(1)
    const other = await visitor.as(callerOf(there.headers)).ok(authApi.sessions)
    const sessionId = other.items.find((item) => item.isCurrent)!.id
    const stranger = visitor.as(callerOf((await signIn(await anAccount())).headers))
    expect((await stranger.refused(authApi.revokeSession, { params: { sessionId } })).code).toBe('not_found')
    await own.ok(authApi.revokeSession, { params: { sessionId } })
    expect((await visitor.as(callerOf(there.headers)).call(authApi.sessions)).status).toBe(401)
  })

  test('signing out ends the session and clears the cookie, and can be repeated', async () => {
    const own = visitor.as(callerOf((await signIn(await anAccount())).headers))
    const { headers } = await own.call(authApi.signOut)
    expect(headers['set-cookie']).toMatch(/^muster_session=; .*Expires=Thu, 01 Jan 1970/)
    expect((await own.ok(authApi.session)).session).toBeNull()
    expect((await own.call(authApi.signOut)).status).toBe(200)
  })

  test('extends a remembered one once a day while it is used', async () => {
    const { headers } = await signIn(await anAccount())
    const own = visitor.as(callerOf(headers))
    expect((await own.call(authApi.session)).headers['set-cookie']).toBeUndefined()
    await run(
      deps.pool,
      sql`update muster.auth_session set updated_at = now() - interval '2 days', expires_at = now() + interval '9 days'`,
    )
    const { headers: later } = await own.call(authApi.session)
    expect(callerOf(later)).toEqual(callerOf(headers))
    const { items } = await own.ok(authApi.sessions)
    expect(Date.parse(items.find((item) => item.isCurrent)!.expiresAt)).toBeGreaterThan(
      Date.now() + 29 * 86_400_000,
    )
  })
})

describe('invitations', () => {
  const person = { firstName: 'Grace', lastName: 'Hopper' }

  async function invite(email: string) {
    const team = await aTeam(deps, { name: 'Navy' })
    const admin = visitor.as(team.admin)
    const params = { teamId: team.teamId }
    const invited = await admin.ok(usersApi.invite, { params, body: { ...person, email, language: 'fr' } })
    const { path, token } = await linkIn(email)
    return { team, admin, invited, token, userId: path.split('/')[2]! }
  }

  test('a new user sets a password and joins', async () => {
    const email = newEmail()
    const { team, invited, token, userId } = await invite(email)
    expect(invited).toMatchObject({ ...person, email, status: 'invited', invitedBy: 'Ada Admin' })
    expect((await mailTo(email)).subject).toBe('Ada Admin vous invite à rejoindre Navy')
    const params = { userId }
    const shown = await visitor.ok(authApi.invitation, { params, query: { token }, ...from() })
    expect(shown).toMatchObject({ teamName: 'Navy', email, password: 'new', invitedBy: 'Ada Admin' })
    const without = await visitor.refused(authApi.acceptInvitation, { params, body: { token }, ...from() })
    expect(without.errors).toEqual([{ path: 'password', code: 'required' }])
    const accepted = await visitor.call(authApi.acceptInvitation, {
      params,
      body: { token, password },
      ...from(),
    })
    expect(accepted.body).toMatchObject({ teamId: team.teamId, session: { email, name: 'Grace Hopper' } })
    expect((await signIn(email)).status).toBe(200)
    const again = await visitor.refused(authApi.acceptInvitation, {
      params,
      body: { token, password },
      ...from(),
    })
    expect(again.code).toBe('link_expired')
  })

  test('a user with an account accepts with its password, which does not change', async () => {
    const email = await anAccount()
    const { team, token, userId } = await invite(email)
    const params = { userId }
    expect(await visitor.ok(authApi.invitation, { params, query: { token }, ...from() })).toMatchObject({
      password: 'current',
    })
    const accept = (more: object) =>
      visitor.call(authApi.acceptInvitation, { params, body: { token, ...more }, ...from() })
    // The link alone, from a forwarded mail or a lost phone, is not enough.
    for (const [more, status] of [
      [{}, 400],
      [{ password: 'set by a thief' }, 400],
      [{ currentPassword: 'guessed by a thief' }, 401],
    ] as const) {
      const refused = await accept(more)
      expect(refused.status).toBe(status)
      expect(refused.headers['set-cookie']).toBeUndefined()
    }
    expect((await signIn(email, 'set by a thief')).status).toBe(401)
    const accepted = await accept({ currentPassword: password, password: 'set by a thief' })
    expect(accepted.body).toMatchObject({ teamId: team.teamId, session: { email } })
    expect((await signIn(email, 'set by a thief')).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
  })

  test('guessing the password is limited as at sign-in', async () => {
    const email = await anAccount()
    const { token, userId } = await invite(email)
    const origin = from()
    const guess = () =>
      visitor.call(authApi.acceptInvitation, {
        params: { userId },
        body: { token, currentPassword: 'guessed by a thief' },
        ...origin,
      })
    const statuses = new Set<number>()
    for (let n = 0; n < 12; n++) statuses.add((await guess()).status)
    expect([...statuses]).toEqual([401, 429])
  })

  test('a signed-in user accepts without a password', async () => {
    const email = await anAccount()
    const { team, invited, token, userId } = await invite(email)
    const own = visitor.as(callerOf((await signIn(email)).headers))
    const params = { userId }
    expect(await own.ok(authApi.invitation, { params, query: { token }, ...from() })).toMatchObject({
      password: 'none',
    })
    const accepted = await own.ok(authApi.acceptInvitation, { params, body: { token }, ...from() })
    expect(accepted).toMatchObject({ teamId: team.teamId, session: { email } })
    const logged = await one(
      deps.pool,
      sql`select user_id, team_user_id, subject, subject_id from muster.audit_event
          where team_id = ${team.teamId} and action = 'accepted'`,
    )
    expect(logged).toEqual({
      user_id: userId,
      team_user_id: invited.id,
      subject: 'invitation',
      subject_id: String(invited.id),
    })
  })

  test('a user signed in with another account needs the password', async () => {
    const email = await anAccount()
    const { token, userId } = await invite(email)
    const another = visitor.as(callerOf((await signIn(await anAccount())).headers))
    const call = { params: { userId }, body: { token }, ...from() }
    expect((await another.refused(authApi.acceptInvitation, call)).errors).toEqual([
      { path: 'currentPassword', code: 'required' },
    ])
  })

  test('replaces a stranger’s password on an unconfirmed address', async () => {
    const email = newEmail()
    await visitor.ok(authApi.signUp, { body: { name: 'Eve', email, password: 'set by a thief' }, ...from() })
    await deps.runJobs(authTasks(deps))
    const { token, userId } = await invite(email)
    const body = { token, password }
    await visitor.ok(authApi.acceptInvitation, { params: { userId }, body, ...from() })
    expect((await signIn(email, 'set by a thief')).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
  })

  test('rejects a cancelled, replaced or foreign link', async () => {
    const email = newEmail()
    const { team, admin, invited, token, userId } = await invite(email)
    const params = { teamId: team.teamId, teamUserId: invited.id }
    const works = async (token: string, id = userId) =>
      (await visitor.call(authApi.invitation, { params: { userId: id }, query: { token: token }, ...from() }))
        .status
    expect(await works(token, 'somebody')).toBe(410)
    await admin.ok(usersApi.resendInvitation, { params })
    const second = (await linkIn(email)).token
    expect([await works(token), await works(second)]).toEqual([410, 200])
    await admin.ok(usersApi.cancelInvitation, { params })
    expect(await works(second)).toBe(410)
  })
})
