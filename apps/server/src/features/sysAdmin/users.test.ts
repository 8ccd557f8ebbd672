/** Editing and locking users, and ending their sessions. */
import { authApi } from '@muster/contract/auth/auth.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTeam, type TestPerson, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, run, sql, transaction } from '../../platform/db.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { hashOf, proveAccount } from '../auth/public.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { sysAdminRoutes } from './sysAdmin.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let sysAdmin: TestPerson
let boss: Client
let team: TestTeam
let params: { userId: string }

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
    bindTo(sysAdminApi, sysAdminRoutes(deps))
  })
  client = clientOf(app)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})
beforeEach(async () => {
  await run(deps.pool, sql`update muster.app_user set is_sys_admin = false where is_sys_admin`)
  team = await aTeam(deps)
  params = { userId: team.member.userId }
  sysAdmin = await team.sysAdmin()
  boss = client.as(sysAdmin)
})

const isSignedIn = async (person: TestPerson) =>
  (await client.as(person).ok(authApi.session)).session !== null

const lastEvent = async () =>
  (
    await rows<{ subject: string; action: string; subjectId: string; before: unknown; after: unknown }>(
      deps.pool,
      sql`select subject, action, subject_id as "subjectId", before, after from muster.audit_event
          where team_id is null order by id desc limit 1`,
    )
  )[0]

test('a user is renamed and becomes a system administrator', async () => {
  const body = { name: 'Max Planck', isSysAdmin: true }
  expect(await boss.ok(sysAdminApi.updateUser, { params, body })).toMatchObject(body)
  expect((await client.as(team.member).call(sysAdminApi.warnings)).status).toBe(200)
  expect(await lastEvent()).toMatchObject({
    subject: 'app_user',
    subjectId: params.userId,
    action: 'updated',
    after: body,
  })
})

test('nobody removes their own rights, and the last system administrator stays', async () => {
  const own = { userId: sysAdmin.userId }
  const demoted = { name: 'Sys Admin', isSysAdmin: false }
  expect((await boss.refused(sysAdminApi.updateUser, { params: own, body: demoted })).code).toBe(
    'own_account',
  )
  expect((await boss.refused(sysAdminApi.lockUser, { params: own })).code).toBe('own_account')
  // Another administrator whose session is older than the loss of their rights.
  await boss.ok(sysAdminApi.updateUser, { params, body: { name: 'Max', isSysAdmin: true } })
  const other = client.as(team.member)
  expect((await other.call(sysAdminApi.warnings)).status).toBe(200)
  await run(deps.pool, sql`update muster.app_user set is_sys_admin = false where id = ${params.userId}`)
  expect((await other.refused(sysAdminApi.updateUser, { params: own, body: demoted })).code).toBe(
    'last_sys_admin',
  )
  expect((await other.refused(sysAdminApi.lockUser, { params: own })).code).toBe('last_sys_admin')
})

test('a locked user is signed out and cannot sign in until they are unlocked', async () => {
  const password = 'correct horse battery'
  const hash = await hashOf(password)
  await transaction(deps.pool, (connection) =>
    proveAccount(connection, params.userId, { name: null, passwordHash: hash }),
  )
  const body = { email: team.member.email, password }
  expect(await isSignedIn(team.member)).toBe(true)
  expect((await boss.ok(sysAdminApi.lockUser, { params })).status).toBe('locked')
  expect(await isSignedIn(team.member)).toBe(false)
  expect((await client.refused(authApi.signIn, { body })).code).toBe('account_locked')
  expect((await boss.ok(sysAdminApi.sessions, { params })).items).toEqual([])
  // Only those who know the password learn that the account is locked.
  const wrong = { ...body, password: 'something else' }
  expect((await client.refused(authApi.signIn, { body: wrong })).code).toBe('sign_in_failed')
  await boss.ok(sysAdminApi.unlockUser, { params })
  expect((await client.ok(authApi.signIn, { body })).session?.userId).toBe(params.userId)
  expect(await lastEvent()).toMatchObject({ action: 'resumed', before: { status: 'locked' } })
})

test('the sessions of a user are listed and ended, one or all', async () => {
  const { items } = await boss.ok(sysAdminApi.sessions, { params })
  expect(items).toHaveLength(1)
  const end = (sessionId: string | null) => boss.ok(sysAdminApi.endSessions, { params, body: { sessionId } })
  const other = await team.stranger()
  const foreign = { params: { userId: other.userId }, body: { sessionId: items[0]!.id } }
  expect((await boss.refused(sysAdminApi.endSessions, foreign)).code).toBe('not_found')
  expect(await isSignedIn(team.member)).toBe(true)
  expect(await end(items[0]!.id)).toEqual({ count: 1 })
  expect(await isSignedIn(team.member)).toBe(false)
  expect(await lastEvent()).toMatchObject({ subject: 'session', subjectId: items[0]!.id, action: 'ended' })
  expect(await end(null)).toEqual({ count: 0 })
  expect(await isSignedIn(other)).toBe(true)
  await boss.ok(sysAdminApi.endSessions, { params: { userId: other.userId }, body: { sessionId: null } })
  expect(await isSignedIn(other)).toBe(false)
  const own = { params: { userId: sysAdmin.userId }, body: { sessionId: null } }
  expect((await boss.refused(sysAdminApi.endSessions, own)).code).toBe('own_account')
})

test('a user gets a mail to choose a password, a few times an hour', async () => {
  await boss.ok(sysAdminApi.sendPasswordMail, { params })
  expect(deps.added.at(-1)).toMatchObject({ payload: { to: team.member.email } })
  for (let sent = 1; sent < 5; sent++) await boss.ok(sysAdminApi.sendPasswordMail, { params })
  expect((await boss.refused(sysAdminApi.sendPasswordMail, { params })).code).toBe('rate_limited')
})
