/** Common to all requests: origin check, limits, request ids, idempotency keys, problem documents. */

import { endpoint } from '@muster/contract/endpoint'
import { problemSchema } from '@muster/contract/errors'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { teamsRoutes } from '../src/features/teams/teams.routes.ts'
import { usersRoutes } from '../src/features/users/users.routes.ts'
import { aTeam, type TestTeam } from './a-team.ts'
import { type Client, clientOf } from './client.ts'
import { type TestDeps, testApp, testDeps } from './test-deps.ts'

/** Endpoints of these tests. */
const ownApi = {
  wrong: endpoint({
    method: 'POST',
    changes: [],
    path: '/test/wrong',
    access: 'signedIn',
    summary: 'Returns a response that differs from its declaration',
    response: z.object({ number: z.number().int() }),
  }),
}

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
let client: Client
let counter = 0

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    const teams = teamsRoutes(deps)
    const people = async () => {
      throw new Error('connection to 10.1.2.3 with the password hunter2 failed')
    }
    bindTo(teamsApi, { ...teams, people })
    bindTo(usersApi, usersRoutes(deps))
    bindTo(ownApi, {
      wrong: async () => ({ number: 'one' }) as never,
    })
  })
  team = await aTeam(deps)
  client = clientOf(app)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const params = () => ({ teamId: team.teamId })

describe('a write with a cookie', () => {
  const put = (headers: Record<string, string>) =>
    client.as(team.member).call(teamsApi.preferences, {
      params: params(),
      body: {},
      headers: { host: 'app.example:3000', ...headers },
    })

  test.each([
    ['https://evil.example'],
    ['http://localhost:3001'],
    ['http://app.example.evil.example'],
    ['null'],
    ['not a url'],
  ])('is rejected from %s', async (origin) => {
    expect(await put({ origin })).toMatchObject({ status: 403, problem: { code: 'origin_not_allowed' } })
  })

  test.each([
    ['the public URL', { origin: 'http://localhost:3000' }],
    ['the requested host', { origin: 'https://app.example:3000' }],
    ['a client that sends no origin', {}],
  ])('is accepted from %s', async (_where, headers) => {
    expect((await put(headers as Record<string, string>)).status).toBe(200)
  })

  test('is checked, unlike a read, whose response the browser keeps from the other origin', async () => {
    const headers = { origin: 'https://evil.example' }
    const answer = await client.as(team.member).call(teamsApi.get, { params: params(), headers })
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('an idempotency key', () => {
  const invite = (key: string, email: string, by = team.admin) =>
    client.as(by).call(usersApi.invite, {
      params: params(),
      body: { firstName: 'Ada', lastName: 'L', email },
      headers: { 'idempotency-key': key },
    })
  const newEmail = () => `idempotent${++counter}@example.org`

  test('returns the first response again without repeating the work', async () => {
    const email = newEmail()
    const first = await invite('one', email)
    const mails = deps.added.length
    const second = await invite('one', email)
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(deps.added).toHaveLength(mails)
  })

  test('cannot be used for a different request', async () => {
    await invite('two', newEmail())
    expect(await invite('two', newEmail())).toMatchObject({
      status: 409,
      problem: { code: 'idempotency_key_reused' },
    })
  })

  test('is separate for each user', async () => {
    const other = await team.user({ isTeamAdmin: true })
    const answers = [await invite('three', newEmail()), await invite('three', newEmail(), other)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('can be used again after an error', async () => {
    expect((await invite('four', team.member.email)).status).toBe(409)
    expect((await invite('four', newEmail())).status).toBe(200)
  })

  test('of two concurrent requests runs only one', async () => {
    const email = newEmail()
    const answers = await Promise.all([invite('five', email), invite('five', email)])
    const statuses = answers.map(({ status }) => status).sort()
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses)
    expect(deps.added.filter((job) => (job.payload as { to: string }).to === email)).toHaveLength(1)
  })

  test('of more than 200 characters is rejected', async () => {
    expect((await invite('x'.repeat(201), newEmail())).status).toBe(400)
  })

  test('does not hide a response that violates the contract', async () => {
    const headers = { 'idempotency-key': 'six' }
    const answer = await client.as(team.member).call(ownApi.wrong, { headers })
    expect(answer).toMatchObject({ status: 500, problem: { code: 'internal' } })
  })
})

describe('an error', () => {
  test('is a problem document in the visitor’s language', async () => {
    const answer = await client.inject({
      url: '/api/teamUsers',
      headers: { 'accept-language': 'de, fr;q=0.8, en;q=0.5' },
    })
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    const problem = problemSchema.parse(answer.json())
    expect(problem).toMatchObject({
      status: 401,
      code: 'not_signed_in',
      type: 'urn:muster:error:not_signed_in',
    })
    expect(problem.title).toMatch(/^Connectez-vous/)
  })

  test('of validation has the path of each invalid value', async () => {
    const body = { firstName: '', email: 'nobody', surprise: 1 }
    const problem = await client
      .as(team.admin)
      .refused(usersApi.invite, { params: params(), body: body as never })
    expect(problemSchema.parse(problem)).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(problem.errors!.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'email not_an_email',
      'firstName required',
      'lastName required',
      'surprise unknown_field',
    ])
  })

  test('that is unexpected reveals no internals', async () => {
    const answer = await client.as(team.member).call(teamsApi.people, { params: params() })
    expect(problemSchema.parse(answer.problem)).toMatchObject({ status: 500, code: 'internal' })
    expect(answer.raw.body).not.toMatch(/hunter2|10\.1\.2\.3|stack|Error/)
  })

  test.each([
    ['an unknown path', 'GET', '/api/nothing/here', undefined, 404, 'not_found'],
    ['an unknown method', 'POST', '/api/teamUsers', undefined, 404, 'not_found'],
    ['invalid JSON', 'PUT', 'preferences', '{"a":', 400, 'bad_json'],
    ['an array instead of an object', 'PUT', 'preferences', '[1]', 400, 'validation_failed'],
    ['prototype pollution', 'PUT', 'preferences', '{"__proto__": {"isTeamAdmin": true}}', 400, 'bad_json'],
  ])('is a problem document for %s', async (_what, method, url, payload, status, code) => {
    const answer = await client.as(team.member).inject({
      method: method as 'GET',
      url: url === 'preferences' ? `/api/teams/${team.teamId}/user/preferences` : url,
      ...(payload ? { payload, headers: { 'content-type': 'application/json' } } : {}),
    })
    expect(problemSchema.parse(answer.json())).toMatchObject({ status, code })
    expect(answer.statusCode).toBe(status)
  })

  test('is returned for a body with another content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await client.as(team.member).inject({
        method: 'PUT',
        url: `/api/teams/${team.teamId}/user/preferences`,
        payload: '{"InterfaceLanguage":"fr"}',
        headers: { 'content-type': type },
      })
      expect(answer.statusCode).toBe(400)
    }
  })
})

describe('a request id', () => {
  const idOf = async (given: string) => {
    const headers = given ? { 'x-request-id': given } : {}
    const answer = await client.inject({ url: '/api/teamUsers', headers })
    expect(answer.json().requestId).toBe(answer.headers['x-request-id'])
    return answer.headers['x-request-id']
  }

  test('of the client is returned, or a new one is generated', async () => {
    expect(await idOf('trace-42.a:b')).toBe('trace-42.a:b')
    expect(await idOf('')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['x'.repeat(101), 'two words', '<b>', '{"a":1}'])(
    '%j is invalid, so a new one is generated',
    async (given) => {
      expect(await idOf(given)).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

test('a response outside the API has the security headers of a page', async () => {
  const { headers } = await client.inject({ url: '/api/no-such-thing' })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('a response of the API cannot run scripts or be embedded in a frame', async () => {
  const { headers } = await client.inject({ url: '/api/teamUsers' })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
})
