/** Reads of one team do not block other teams or writes. */
import { EventEmitter } from 'node:events'
import { endpoint } from '@muster/contract/endpoint'
import { teamParams } from '@muster/contract/paging'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { rows, type Sql, sql } from '../src/platform/db.ts'
import { ReadLimits } from '../src/platform/http/read-limits.ts'
import { aTeam, type TestTeam } from './a-team.ts'
import { type Client, clientOf } from './client.ts'
import { type TestDeps, testApp, testDeps } from './test-deps.ts'

const response = z.object({ isDone: z.boolean() })
const read = { access: 'teamUser', params: teamParams, response, reads: [], method: 'GET' } as const
const api = {
  heavy: endpoint({ ...read, path: '/teams/:teamId/test/heavy', summary: 'A heavy read', isHeavy: true }),
  light: endpoint({ ...read, path: '/teams/:teamId/test/light', summary: 'A light read' }),
  slow: endpoint({ ...read, path: '/teams/:teamId/test/slow', summary: 'A read that times out' }),
  write: endpoint({
    access: 'teamUser',
    params: teamParams,
    response,
    changes: [],
    method: 'POST',
    path: '/teams/:teamId/test/write',
    summary: 'Writes',
  }),
}

let deps: TestDeps
let app: FastifyInstance
let hostile: TestTeam
let neighbour: TestTeam
/** Functions that end the running reads. */
let ends: (() => void)[] = []

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(api, {
      heavy: async () => {
        await new Promise<void>((resolve) => ends.push(resolve))
        return { isDone: true }
      },
      light: async () => ({ isDone: true }),
      slow: async () => {
        const client = await deps.pool.connect()
        try {
          await client.query('set statement_timeout = 20')
          await client.query('select pg_sleep(60)')
        } finally {
          client.release(true)
        }
        return { isDone: true }
      },
      write: async () => ({ isDone: true }),
    })
  })
  hostile = await aTeam(deps)
  neighbour = await aTeam(deps)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const of = (team: TestTeam): Client => clientOf(app, team.admin)

test('forty heavy reads of one team run four at a time and do not delay other requests', async () => {
  const params = { teamId: hostile.teamId }
  const all = Array.from({ length: 40 }, () => of(hostile).call(api.heavy, { params }))
  await expect.poll(() => ends.length).toBe(4)
  expect((await of(hostile).call(api.light, { params })).status).toBe(200)
  expect((await of(hostile).call(api.write, { params })).status).toBe(200)
  const others = { params: { teamId: neighbour.teamId } }
  expect((await of(neighbour).call(api.light, others)).status).toBe(200)
  expect((await of(neighbour).call(api.write, others)).status).toBe(200)
  const heavyOfNeighbour = of(neighbour).call(api.heavy, others)
  await expect.poll(() => ends.length).toBe(5)
  ends.pop()?.()
  expect((await heavyOfNeighbour).status).toBe(200)
  let answered = 0
  const count = async (answer: (typeof all)[number]) => {
    expect((await answer).status).toBe(200)
    answered++
  }
  const answers = Promise.all(all.map(count))
  while (answered < 40) {
    const running = ends
    ends = []
    expect(running.length).toBeLessThanOrEqual(4)
    for (const end of running) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await answers
})

test('a heavy read is cancelled after its time limit, and its connection serves the next one', async () => {
  const limits = new ReadLimits(50)
  const reply = { raw: new EventEmitter() } as never
  const { teamId } = hostile
  const read = (statement: Sql) =>
    limits.run({ endpoint: api.heavy, teamId, reply }, () => rows(deps.pool, statement))
  for (let n = 0; n < 5; n++) {
    await expect(read(sql`select pg_sleep(60)`)).rejects.toMatchObject({ code: 'read_too_slow' })
    expect(await read(sql`select ${n}::int as n`)).toEqual([{ n }])
  }
  const { rows: left } = await deps.pool.query(
    `select from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`,
  )
  expect(left).toEqual([])
})

test('the error of a read that times out suggests adding a condition', async () => {
  const { status, problem } = await of(hostile).call(api.slow, {
    params: { teamId: hostile.teamId },
    headers: { 'accept-language': 'fr' },
  })
  expect([status, problem?.code]).toEqual([503, 'read_too_slow'])
  expect(problem?.title).toContain('Ajoutez une condition')
})
