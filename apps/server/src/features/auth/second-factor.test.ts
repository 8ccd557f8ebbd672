/** The second factor, from switching it on to signing in, over HTTP. */

import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { authApi } from '@muster/contract/auth/auth.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aPerson, aTeam } from '../../../test/a-team.ts'
import { type Answer, type Client, clientOf } from '../../../test/client.ts'
import { TestProvider } from '../../../test/oidc-provider.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { sysAdminRoutes } from '../sysAdmin/sysAdmin.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { hashOf } from './accounts.ts'
import { authTasks } from './auth.jobs.ts'
import { setPassword } from './auth.repo.ts'
import { authRoutes } from './auth.routes.ts'
import { sendPasswordSetup } from './auth.service.ts'

let deps: TestDeps
let app: FastifyInstance
let visitor: Client
let boss: Client
let counter = 0

const password = 'correct horse'

beforeAll(async () => {
  // No period ends between reading a code and entering it.
  vi.useFakeTimers({ toFake: ['Date'] })
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
    bindTo(sysAdminApi, sysAdminRoutes(deps))
  })
  visitor = clientOf(app)
  boss = visitor.as(await (await aTeam(deps)).sysAdmin())
})
beforeEach(() => boss.ok(sysAdminApi.updateSettings, { body: { isSecondFactorPossible: true } }))
afterAll(async () => {
  await app.close()
  await deps.close()
  vi.useRealTimers()
})

/** A new address for each caller, because limits count by address. */
const from = () => ({ remoteAddress: `10.2.${Math.floor(++counter / 250)}.${(counter % 250) + 1}` })

const cookieNamed = (name: string, { headers }: { headers: Answer<never>['headers'] }): string =>
  [headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0]!)
    .find((cookie) => cookie.startsWith(`muster_${name}=`)) ?? ''

async function aPersonWithPassword() {
  const person = await aPerson(deps)
  await setPassword(deps.pool, person.userId, await hashOf(password))
  return person
}

/** What the app shows, `steps` periods from now. */
const shown = (secret: string, steps = 0): Promise<string> =>
  createOTP(new TextDecoder().decode(base32.decode(secret))).hotp(Math.floor(Date.now() / 30_000) + steps)

/** Somebody who has switched it on. The code of the period before was used for that. */
async function withSecondFactor() {
  const person = await aPersonWithPassword()
  const own = visitor.as(person)
  const { secret } = await own.ok(authApi.startSecondFactor, { body: { password }, ...from() })
  const body = { code: await shown(secret, -1) }
  const { recoveryCodes } = await own.ok(authApi.confirmSecondFactor, { body, ...from() })
  return { ...person, own, secret, recoveryCodes }
}

const signIn = (email: string, rememberMe = true) =>
  visitor.call(authApi.signIn, { body: { email, password, rememberMe }, ...from() })

async function enter(code: string, cookie: string) {
  return visitor.call(authApi.enterCode, { body: { code }, headers: { cookie }, ...from() })
}

const sessionsOf = (userId: string) =>
  rows<{ token: string }>(deps.pool, sql`select token from muster.auth_session where user_id = ${userId}`)

describe('switching it on', () => {
  test('needs the system to allow it, the password, and a right code; other sessions end', async () => {
    const person = await aPersonWithPassword()
    const own = visitor.as(person)
    await signIn(person.email)
    const off = { isPossible: true, isOn: false, recoveryCodesLeft: 0, hasPassword: true }
    expect(await own.ok(authApi.secondFactor)).toEqual(off)
    const start = (entered: string) =>
      own.call(authApi.startSecondFactor, { body: { password: entered }, ...from() })
    expect((await start('wrong')).problem?.code).toBe('sign_in_failed')
    const { uri, secret } = (await start(password)).body
    expect(uri).toContain(`otpauth://totp/Muster:${encodeURIComponent(person.email)}?secret=${secret}&`)
    const confirm = (code: string) => own.call(authApi.confirmSecondFactor, { body: { code }, ...from() })
    expect((await confirm(await shown(secret, 5))).problem?.code).toBe('code_wrong')
    expect(await own.ok(authApi.secondFactor)).toEqual(off)
    // Until it is confirmed, nothing is asked for.
    expect((await signIn(person.email)).body.session).toMatchObject({ email: person.email })
    const { recoveryCodes } = (await confirm(await shown(secret))).body
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await own.ok(authApi.secondFactor)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect(await sessionsOf(person.userId)).toHaveLength(1)
    expect((await start(password)).problem?.code).toBe('already_done')
    const stored = JSON.stringify(await rows(deps.pool, sql`select * from muster.second_factor`))
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
  })

  test('is not possible while the system does not allow it', async () => {
    await boss.ok(sysAdminApi.updateSettings, { body: { isSecondFactorPossible: false } })
    const own = visitor.as(await aPersonWithPassword())
    expect((await own.ok(authApi.secondFactor)).isPossible).toBe(false)
    const problem = await own.refused(authApi.startSecondFactor, { body: { password }, ...from() })
    expect(problem.code).toBe('not_found')
  })
})

describe('signing in', () => {
  test('asks for a code, which works once; the session is as long as it was asked to be', async () => {
    const { email, userId, secret } = await withSecondFactor()
    const begun = await signIn(email, false)
    expect(begun.body).toEqual({ session: null })
    expect(cookieNamed('session', begun)).toBe('')
    expect(await sessionsOf(userId)).toHaveLength(1)
    const cookie = cookieNamed('code', begun)
    expect((await enter('000 00', cookie)).problem?.code).toBe('code_wrong')
    const code = await shown(secret)
    const done = await enter(`${code.slice(0, 3)} ${code.slice(3)}`, cookie)
    expect(done.body.session).toMatchObject({ email })
    expect(String(done.headers['set-cookie'])).not.toMatch(/muster_session=[^,]*Max-Age/)
    const own = visitor.as({ cookie: cookieNamed('session', done) })
    expect((await own.ok(authApi.session)).session).toMatchObject({ email })
    expect((await enter(code, cookieNamed('code', await signIn(email)))).problem?.code).toBe('code_wrong')
    // The code before the last one that was used ends with it.
    expect((await enter(await shown(secret, -1), cookie)).problem?.code).toBe('code_wrong')
    expect((await enter(await shown(secret, 1), cookie)).status).toBe(200)
  })

  test('a recovery code works instead, once; new ones replace them', async () => {
    const { email, own, recoveryCodes } = await withSecondFactor()
    const cookie = cookieNamed('code', await signIn(email))
    const [first = '', second = ''] = recoveryCodes
    expect((await enter(first.toUpperCase().replaceAll('-', ' '), cookie)).status).toBe(200)
    expect((await enter(first, cookie)).problem?.code).toBe('code_wrong')
    expect((await own.ok(authApi.secondFactor)).recoveryCodesLeft).toBe(9)
    const renewed = await own.ok(authApi.renewRecoveryCodes, { body: { password }, ...from() })
    expect((await enter(second, cookie)).problem?.code).toBe('code_wrong')
    expect((await enter(renewed.recoveryCodes[0]!, cookie)).status).toBe(200)
  })

  test('needs what only this server gives to who knows the password', async () => {
    const { email, secret } = await withSecondFactor()
    const cookie = cookieNamed('code', await signIn(email))
    const code = await shown(secret)
    for (const other of ['', cookie.slice(0, -1), cookie.replace('muster_code', 'muster_session')]) {
      expect((await enter(code, other)).problem?.code).toBe('sign_in_expired')
    }
    expect((await enter(code, cookie)).status).toBe(200)
  })

  test('ten wrong codes are enough for a while, and a locked user is refused', async () => {
    const { email, userId, secret, recoveryCodes } = await withSecondFactor()
    const cookie = cookieNamed('code', await signIn(email))
    for (let i = 0; i < 10; i++) expect((await enter('123', cookie)).problem?.code).toBe('code_wrong')
    expect((await enter(await shown(secret), cookie)).problem?.code).toBe('rate_limited')
    await run(deps.pool, sql`update muster.attempt set since = now() - interval '16 minutes'`)
    await boss.ok(sysAdminApi.lockUser, { params: { userId } })
    expect((await enter(recoveryCodes[0]!, cookie)).problem?.code).toBe('account_locked')
  })

  test('a link to set a password, and a provider, do not lead around it', async () => {
    const { email, userId, secret } = await withSecondFactor()
    await sendPasswordSetup(deps, { userId, email }, 'en')
    await deps.runJobs(authTasks(deps))
    const link = new URL(/http:\S+/.exec(deps.mails.findLast(({ to }) => to === email)!.text)![0])
    const body = { token: link.searchParams.get('token')!, password: 'battery staple' }
    const opened = { params: { userId }, query: { token: body.token }, ...from() }
    expect(await visitor.ok(authApi.setupLink, opened)).toEqual({ isValid: true })
    const set = await visitor.call(authApi.setupPassword, { params: { userId }, body, ...from() })
    expect(set.body).toEqual({ session: null })
    expect(cookieNamed('session', set)).toBe('')
    expect((await visitor.refused(authApi.setupLink, opened)).code).toBe('link_expired')

    const provider = new TestProvider()
    await provider.start()
    const settings = { isOidcOn: true, oidcIssuer: provider.issuer, oidcClientId: 'muster' }
    await boss.ok(sysAdminApi.updateSettings, { body: settings })
    provider.claims = { sub: 'somebody', email, email_verified: true }
    const started = await visitor.call(authApi.startOidc, { body: { redirect: '/x' }, ...from() })
    const back = (await provider.authorize(started.body.url)) as { state: string }
    const headers = { cookie: cookieNamed('oidc', started) }
    const finished = await visitor.call(authApi.finishOidc, { body: back, headers, ...from() })
    await boss.ok(sysAdminApi.updateSettings, { body: { isOidcOn: false } })
    await provider.stop()
    expect(finished.body).toEqual({ session: null, redirect: '/x' })
    expect((await enter(await shown(secret), cookieNamed('code', finished))).status).toBe(200)
  })
})

describe('switching it off', () => {
  test('needs the password', async () => {
    const { email, own } = await withSecondFactor()
    const stop = (entered: string) =>
      own.call(authApi.stopSecondFactor, { body: { password: entered }, ...from() })
    expect((await stop('wrong')).problem?.code).toBe('sign_in_failed')
    expect((await stop(password)).body).toEqual({ isOn: false })
    expect((await stop(password)).problem?.code).toBe('not_found')
    expect((await signIn(email)).body.session).toMatchObject({ email })
  })

  test('system administrators do it for who has lost everything; the audit log tells', async () => {
    const { email, userId } = await withSecondFactor()
    const params = { userId }
    const { items } = await boss.ok(sysAdminApi.users, { query: { search: email } })
    expect(items[0]).toMatchObject({ hasSecondFactor: true })
    expect(await boss.ok(sysAdminApi.removeSecondFactor, { params })).toMatchObject({
      hasSecondFactor: false,
    })
    expect((await boss.refused(sysAdminApi.removeSecondFactor, { params })).code).toBe('not_found')
    expect((await signIn(email)).body.session).toMatchObject({ email })
    const events = await rows(
      deps.pool,
      sql`select before, after from muster.audit_event where subject_id = ${userId} order by id`,
    )
    expect(events).toEqual([
      { before: { hasSecondFactor: false }, after: { hasSecondFactor: true } },
      { before: { hasSecondFactor: true }, after: { hasSecondFactor: false } },
    ])
  })

  test('for the whole system: nobody is asked, until it is possible again', async () => {
    const { email } = await withSecondFactor()
    await boss.ok(sysAdminApi.updateSettings, { body: { isSecondFactorPossible: false } })
    expect((await signIn(email)).body.session).toMatchObject({ email })
    await boss.ok(sysAdminApi.updateSettings, { body: { isSecondFactorPossible: true } })
    expect((await signIn(email)).body.session).toBeNull()
  })
})
