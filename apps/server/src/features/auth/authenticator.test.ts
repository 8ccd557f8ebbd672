import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aPerson, aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { run, sql } from '../../platform/db.ts'
import { authenticatorOf } from './authenticator.ts'
import { sessionCookieName } from './session-cookie.ts'

let deps: TestDeps
let team: TestTeam
beforeAll(async () => {
  deps = await testDeps()
  team = await aTeam(deps)
})
afterAll(() => deps.close())

/** The queries about sessions and users; other parts may run queries at the same time. */
function authQueries(query: { mock: { calls: unknown[][] } }): string[] {
  return query.mock.calls
    .map(([call]) => (call as { text?: string }).text ?? String(call))
    .filter((text) => /auth_session|team_user/.test(text))
}

/** A request with only what the authenticator reads. */
function requestWith(cookie: string): never {
  const [name, value] = cookie.split('=') as [string, string]
  return { headers: {}, cookies: { [name]: value } } as never
}

test('finds a session by its cookie, the second time without a query', async () => {
  const authenticator = authenticatorOf(deps)
  const { userId, cookie, name, email } = team.member
  const expected = { userId, name, email, isSysAdmin: false }
  expect(await authenticator.user(requestWith(cookie))).toMatchObject(expected)
  await authenticator.teamUser(userId, team.teamId)
  const query = vi.spyOn(deps.pool, 'query')
  expect(await authenticator.user(requestWith(cookie))).toMatchObject(expected)
  expect(await authenticator.teamUser(userId, team.teamId)).toEqual(team.member.teamUser)
  expect(authQueries(query)).toEqual([])
  query.mockRestore()
})

test('runs no query for a cookie that we did not sign', async () => {
  const query = vi.spyOn(deps.pool, 'query')
  const name = sessionCookieName(deps.config)
  for (const value of ['x', 'x.', '.x', `abc.${'x'.repeat(43)}`, `${team.member.cookie.split('=')[1]}x`]) {
    expect(await authenticatorOf(deps).user(requestWith(`${name}=${value}`))).toBeNull()
  }
  expect(authQueries(query)).toEqual([])
  query.mockRestore()
})

test('rejects a cached session once it has expired', async () => {
  const authenticator = authenticatorOf(deps)
  const person = await aPerson(deps)
  await run(
    deps.pool,
    sql`update muster.auth_session set expires_at = now() + interval '20 seconds' where user_id = ${person.userId}`,
  )
  expect(await authenticator.user(requestWith(person.cookie))).not.toBeNull()
  vi.useFakeTimers({ now: Date.now() + 20_001, toFake: ['Date'] })
  const later = await authenticator.user(requestWith(person.cookie))
  vi.useRealTimers()
  expect(later).toBeNull()
})

test('rejects a revoked session at once', async () => {
  const authenticator = authenticatorOf(deps)
  const person = await aPerson(deps)
  const user = await authenticator.user(requestWith(person.cookie))
  await run(deps.pool, sql`delete from muster.auth_session where user_id = ${person.userId}`)
  expect(await authenticator.user(requestWith(person.cookie))).not.toBeNull()
  await deps.live.invalidate({ session: user!.sessionId })
  expect(await authenticator.user(requestWith(person.cookie))).toBeNull()
})

test('finds no team user for a deactivated user, a stranger or an unknown team', async () => {
  const authenticator = authenticatorOf(deps)
  const [deactivated, stranger] = [await team.deactivated(), await team.stranger()]
  expect(await authenticator.teamUser(deactivated.userId, team.teamId)).toBeNull()
  expect(await authenticator.teamUser(stranger.userId, team.teamId)).toBeNull()
  expect(await authenticator.teamUser(team.admin.userId, 999_999)).toBeNull()
})

test('includes only active roles', async () => {
  const authenticator = authenticatorOf(deps)
  const holder = await team.holderOf('team_admin_users')
  expect(await authenticator.teamUser(holder.userId, team.teamId)).toEqual(holder.teamUser)
  await run(
    deps.pool,
    sql`update muster.user_role set is_active = false where team_id = ${team.teamId} and not is_member`,
  )
  await deps.models.changed(team.teamId)
  expect(await authenticator.teamUser(holder.userId, team.teamId)).toMatchObject({
    userRoleIds: [team.memberRoleId],
    featurePermissions: [],
  })
})
