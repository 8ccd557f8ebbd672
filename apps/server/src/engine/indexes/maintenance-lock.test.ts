/** Two who care for the tables of one team: one after the other. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { aloneWithTables } from './table-care.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps()
})
afterAll(() => deps.close())

it('waits outside any statement, so that building an index need not wait for it', async () => {
  const { pool } = deps
  await pool.query('create table cared (id int); insert into cared select generate_series(1, 1000)')
  const done: string[] = []
  const care = (name: string, statement: string) =>
    aloneWithTables(pool, 7, async (client) => {
      await client.query(statement)
      done.push(name)
    })
  await Promise.all([
    care('index', 'create index concurrently cared_id on cared (id)'),
    care('statistics', 'analyze cared'),
    care('cleaning', 'vacuum cared'),
  ])
  expect(done.sort()).toEqual(['cleaning', 'index', 'statistics'])
})

it('lets another team go on', async () => {
  let begun = () => {}
  let end = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const hasEnded = new Promise<void>((resolve) => {
    end = resolve
  })
  const first = aloneWithTables(deps.pool, 7, () => {
    begun()
    return hasEnded
  })
  await hasBegun
  expect(await aloneWithTables(deps.pool, 8, async () => 'done')).toBe('done')
  end()
  await first
})
