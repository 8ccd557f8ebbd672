import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { run, sql } from '../../platform/db.ts'
import { attempt, forgive, signInLimits } from './throttle.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await testDeps()
})
afterAll(() => deps.close())

const limit = (key: string, max = 3) => ({ key, max, windowMinutes: 15 })

test('counts concurrent attempts individually', async () => {
  const tries = Array.from({ length: 20 }, () => attempt(deps.pool, [limit('b'), limit('a', 10)]))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3)
})

test('starts a new count after the window', async () => {
  for (let i = 0; i < 4; i++) await attempt(deps.pool, [limit('c')])
  expect(await attempt(deps.pool, [limit('c')])).toBe(false)
  await run(deps.pool, sql`update muster.attempt set since = now() - interval '16 minutes' where key = 'c'`)
  expect(await attempt(deps.pool, [limit('c')])).toBe(true)
})

test('does not count successful attempts', async () => {
  const limits = [limit('own'), limit('shared')]
  for (let i = 0; i < 10; i++) {
    expect(await attempt(deps.pool, limits)).toBe(true)
    await forgive(deps.pool, limits)
  }
})

test.each([
  ['10.0.0.1', '10.0.0.2', false],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['2001:DB8::1', '2001:db8:0:0::2', true],
  ['::1', '::2', true],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.2', false],
])('%s and %s share a limit: %s', (a, b, isOne) => {
  const key = (address: string) => signInLimits('ada@example.org', { address, device: null })[0]!.key
  expect(key(a) === key(b)).toBe(isOne)
})
