/** `Idempotency-Key`: of callers without a session, and what a repeated key answers after something went wrong. */

import { endpoint } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { deleteExpired } from '../src/features/auth/auth.repo.ts'
import { one, sql, transaction, withFirstCommit } from '../src/platform/db.ts'
import { keepAnswer } from '../src/platform/kept-answer.ts'
import { ProcessLocks } from '../src/platform/process-locks.ts'
import { aTeam, type TestTeam } from './a-team.ts'
import { type Client, clientOf } from './client.ts'
import { testDatabase } from './template-db.ts'
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
  book: endpoint({
    method: 'POST',
    changes: [],
    path: '/test/bookings',
    access: 'signedIn',
    summary: 'Adds one to a counter in a transaction, and may fail in many ways',
    body: z.strictObject({
      item: z.string(),
      fails: z.enum(['before', 'within', 'after', 'refused']).optional(),
    }),
    response: z.object({ count: z.number().int() }),
  }),
  bookKeepingAnswer: endpoint({
    method: 'POST',
    changes: [],
    path: '/test/kept-bookings',
    access: 'signedIn',
    summary: 'Knows its answer inside the transaction',
    body: z.strictObject({ item: z.string(), fails: z.enum(['after']).optional() }),
    response: z.object({ count: z.number().int() }),
  }),
}
const orders: string[] = []
let counts = 0
/** Failures come once: the second attempt finds everything well. */
const failed = new Set<string>()
const crash = new Error('The server crashes here')

async function book(item: string, fails: string | undefined, keeps: boolean): Promise<{ count: number }> {
  const isHere = (place: string) => fails === place && !failed.has(item) && failed.add(item)
  if (isHere('before')) throw crash
  const answer = await transaction(deps.pool, async (client) => {
    const row = await one<{ count: number }>(
      client,
      sql`insert into muster.attempt (key, count) values (${`test ${item}`}, 1)
          on conflict (key) do update set count = muster.attempt.count + 1 returning count`,
    )
    if (isHere('within')) throw crash
    if (keeps) keepAnswer(JSON.stringify({ count: row!.count }))
    return { count: row!.count }
  })
  if (isHere('after')) throw crash
  if (isHere('refused')) throw new AppError('in_use')
  return answer
}

let deps: TestDeps
let databaseUrl: string
let app: FastifyInstance
let team: TestTeam
let client: Client

beforeAll(async () => {
  const db = await testDatabase()
  databaseUrl = db.url
  deps = await testDeps({ db })
  app = await testApp(deps, (bindTo) => {
    bindTo(api, {
      order: async ({ body }) => ({ number: orders.push(body.item) }),
      count: async () => ({ number: ++counts }),
      book: ({ body }) => book(body.item, body.fails, false),
      bookKeepingAnswer: ({ body }) => book(body.item, body.fails, true),
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

describe('after a failure', () => {
  type Failure = 'before' | 'within' | 'after' | 'refused'
  const attempt = (key: string, item: string, fails?: Failure) =>
    client.as(team.member).call(api.book, { body: { item, fails }, headers: { 'idempotency-key': key } })

  test.each(['before', 'within'] as const)(
    '%s the commit nothing is done, and the key is free',
    async (fails) => {
      const key = newKey()
      expect((await attempt(key, key, fails)).status).toBe(500)
      expect(await attempt(key, key, fails)).toMatchObject({ status: 200, body: { count: 1 } })
      expect(await attempt(key, key, fails)).toMatchObject({ status: 200, body: { count: 1 } })
    },
  )

  test('after the commit the key says that it is done', async () => {
    const key = newKey()
    expect((await attempt(key, key, 'after')).status).toBe(500)
    for (let n = 0; n < 2; n++) {
      expect(await attempt(key, key, 'after')).toMatchObject({
        status: 409,
        problem: { code: 'already_done' },
      })
    }
    expect(await attempt(newKey(), key)).toMatchObject({ body: { count: 2 } })
  })

  test('after the commit the answer is given where it was known by then', async () => {
    const key = newKey()
    const send = () =>
      client.as(team.member).call(api.bookKeepingAnswer, {
        body: { item: key, fails: 'after' },
        headers: { 'idempotency-key': key },
      })
    expect((await send()).status).toBe(500)
    for (let n = 0; n < 2; n++) expect(await send()).toMatchObject({ status: 200, body: { count: 1 } })
  })

  test('a transaction that the work leaves running does not store the key', async () => {
    const step = vi.fn()
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const later = await withFirstCommit(step, async () => {
      const running = gate.then(() => transaction(deps.pool, async () => {}))
      return { running }
    })
    go()
    await later.running
    expect(step).not.toHaveBeenCalled()
  })

  test('a refusal leaves the key free', async () => {
    const key = newKey()
    expect(await attempt(key, key, 'refused')).toMatchObject({ problem: { code: 'in_use' } })
    expect((await attempt(key, key, 'refused')).status).toBe(200)
  })

  test('while another process serves the request, it says so; once that has ended, the key is free', async () => {
    const key = newKey()
    const other = new ProcessLocks(databaseUrl)
    await other.tryLock(`idempotency ${team.member.userId} ${key}`)
    expect(await attempt(key, key)).toMatchObject({ status: 409, problem: { code: 'request_running' } })
    await other.close()
    await vi.waitFor(async () => expect((await attempt(key, key)).status).toBe(200))
    expect(await attempt(newKey(), key)).toMatchObject({ body: { count: 2 } })
  })

  test('a lock that is lost with its connection lets nothing happen twice', async () => {
    const key = newKey()
    await deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'muster locks' and datname = current_database()`,
    )
    const answers = await vi.waitFor(async () => {
      const got = await Promise.all([1, 2, 3].map(() => attempt(key, key)))
      expect(got.map(({ status }) => status)).toEqual([200, 200, 200])
      return got
    })
    for (const { body } of answers) expect(body).toEqual({ count: 1 })
  })
})
