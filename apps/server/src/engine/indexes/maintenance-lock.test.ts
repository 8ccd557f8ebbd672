/** Maintenance of a team's tables runs one task at a time. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { withMaintenanceLock } from './maintenance-lock.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps()
})
afterAll(() => deps.close())

it('waits outside any statement, so that a concurrent index build does not deadlock', async () => {
  const { pool } = deps
  await pool.query('create table cared (id int); insert into cared select generate_series(1, 1000)')
  const done: string[] = []
  const maintain = (name: string, statement: string) =>
    withMaintenanceLock(pool, 7, async (client) => {
      await client.query(statement)
      done.push(name)
    })
  await Promise.all([
    maintain('index', 'create index concurrently cared_id on cared (id)'),
    maintain('statistics', 'analyze cared'),
    maintain('vacuum', 'vacuum cared'),
  ])
  expect(done.sort()).toEqual(['index', 'statistics', 'vacuum'])
})

it('does not block another team', async () => {
  let begun = () => {}
  let end = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const hasEnded = new Promise<void>((resolve) => {
    end = resolve
  })
  const first = withMaintenanceLock(deps.pool, 7, () => {
    begun()
    return hasEnded
  })
  await hasBegun
  expect(await withMaintenanceLock(deps.pool, 8, async () => 'done')).toBe('done')
  end()
  await first
})
