/** `Idempotency-Key` of callers without a session, where an endpoint takes one from anyone. */

import { endpoint } from '@muster/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { deleteExpired } from '../src/features/auth/auth.repo.ts'
import { aTeam, type TestTeam } from './a-team.ts'
import { type Client, clientOf } from './client.ts'
import { type TestDeps, testApp, testDeps } from './test-deps.ts'

const api = {
  order: endpoint({
    method: 'POST',
    changes: [],
    path: '/test/orders',
    access: 'public',
    summary: 'Done once for each key, by anyone',
    body: z.strictObject({ item: z.string() }),
    response: z.object({ number: z.number().int() }),
    idempotency: 'anyone',
    rateLimit: 1000,
  }),
  count: endpoint({
    method: 'POST',
    changes: [],
    path: '/test/counts',
    access: 'public',
    summary: 'Done each time for those without a session',
    response: z.object({ number: z.number().int() }),
    rateLimit: 1000,
  }),
}
const orders: string[] = []
let counts = 0

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
let client: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(api, {
      order: async ({ body }) => ({ number: orders.push(body.item) }),
      count: async () => ({ number: ++counts }),
    })
  })
  team = await aTeam(deps)
  client = clientOf(app)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const order = (key: string, item: string, as = client) =>
  as.call(api.order, { body: { item }, headers: { 'idempotency-key': key } })
const newKey = () => crypto.randomUUID()

test('gives the first answer again, and nothing is done twice', async () => {
  const key = newKey()
  const first = await order(key, 'bread')
  expect(first.status).toBe(200)
  expect(await order(key, 'bread')).toMatchObject({ status: 200, body: first.body })
  expect(orders.filter((item) => item === 'bread')).toHaveLength(1)
})

test('is not for another request: the key alone reveals nothing', async () => {
  const key = newKey()
  await order(key, 'milk')
  expect(await order(key, 'cheese')).toMatchObject({ problem: { code: 'idempotency_key_reused' } })
  expect(orders).not.toContain('cheese')
})

test('of two requests at once runs one', async () => {
  const key = newKey()
  const statuses = (await Promise.all([order(key, 'wine'), order(key, 'wine')])).map(({ status }) => status)
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(statuses.sort())
  expect(orders.filter((item) => item === 'wine')).toHaveLength(1)
})

test('is another one than that of a user', async () => {
  const key = newKey()
  const answers = [await order(key, 'salt'), await order(key, 'salt', client.as(team.member))]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(orders.filter((item) => item === 'salt')).toHaveLength(2)
})

test('must be hard to guess', async () => {
  expect(await order('short', 'oil')).toMatchObject({
    status: 400,
    problem: {
      code: 'validation_failed',
      errors: [{ path: 'headers.idempotency-key', code: 'too_short' }],
    },
  })
  expect((await order('short', 'oil', client.as(team.member))).status).toBe(200)
})

test('counts only where the endpoint says so', async () => {
  const headers = { 'idempotency-key': newKey() }
  const numbers = [await client.ok(api.count, { headers }), await client.ok(api.count, { headers })]
  expect(numbers[1]!.number).toBe(numbers[0]!.number + 1)
})

test('is forgotten after a day, as all are', async () => {
  const keys = [newKey(), newKey()]
  for (const key of keys) await order(key, 'rice')
  await deps.pool.query(
    `update muster.idempotency_key set created_at = now() - interval '25 hours' where key = $1`,
    [keys[0]],
  )
  await deleteExpired(deps.pool)
  const { rows } = await deps.pool.query('select key from muster.idempotency_key where key = any($1)', [keys])
  expect(rows).toEqual([{ key: keys[1] }])
})
