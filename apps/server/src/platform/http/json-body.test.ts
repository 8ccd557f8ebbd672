import { endpoint } from '@muster/contract/endpoint'
import { problemSchema } from '@muster/contract/errors'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../../../test/bare-server.ts'

const api = {
  echo: endpoint({
    method: 'POST',
    changes: [],
    path: '/test/echo/:name',
    access: 'public',
    summary: 'Returns the body',
    params: z.object({ name: z.string() }),
    query: z.object({ word: z.string().optional() }),
    body: z.unknown(),
    response: z.unknown(),
    checksOwnText: ['cells'],
    rateLimit: 1000,
  }),
}

let app: FastifyInstance
beforeAll(async () => {
  app = await bareServer(api, { echo: async ({ body }) => body ?? null })
})
afterAll(() => app.close())

describe('text that PostgreSQL cannot store', () => {
  const echo = (payload: string, url = '/api/test/echo/a') =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
  const errorsOf = async (answer: ReturnType<typeof echo>) =>
    problemSchema.parse((await answer).json()).errors?.map(({ path, code }) => `${path} ${code}`)

  test.each([
    ['{"a":"x\\u0000"}', 'a'],
    ['{"a":["b",{"c":"\\ud800"}]}', 'a.1.c'],
    ['{"a":"\\uDC00\\uD800"}', 'a'],
    ['{"a":{"b\\u0000":1}}', 'a.b\ufffd'],
    [`${'['.repeat(10_000)}"\\u0000"${']'.repeat(10_000)}`, `${'0.'.repeat(250)}`],
  ])('is rejected in a body with its path', async (body, path) => {
    expect(await errorsOf(echo(body))).toEqual([`${path} not_text`])
  })

  test('is rejected in the path and in the query', async () => {
    expect(await errorsOf(echo('1', '/api/test/echo/a%00'))).toEqual(['params.name not_text'])
    expect(await errorsOf(echo('1', '/api/test/echo/a?word=%00'))).toEqual(['query.word not_text'])
  })

  test('is accepted only in the keys that the handler checks itself', async () => {
    expect((await echo('{"cells":[{"a":"\\u0000"}]}')).statusCode).toBe(200)
    expect(await errorsOf(echo('{"cells":[],"more":{"cells":"\\u0000"}}'))).toEqual(['more.cells not_text'])
  })

  test('does not include text that only looks similar', async () => {
    for (const value of ['a\\u0000', '😀', '\u0001', '\\ud800', 'é\ufffd']) {
      const text = JSON.stringify({ value }).replace('😀', '\\ud83d\\ude00')
      const answer = await echo(text)
      expect([answer.statusCode, answer.json()]).toEqual([200, { value }])
    }
  })
})
