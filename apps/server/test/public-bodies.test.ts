/** Sends 15 MB of JSON to every public endpoint, without a session. */

import { api } from '@muster/contract/api'
import { defaultBodyLimit } from '@muster/contract/body-limits'
import type { Api } from '@muster/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { urlOf } from './client.ts'
import { connectTo } from './raw-http.ts'
import { type TestDeps, testDeps } from './test-deps.ts'

const publicEndpoints = Object.values(api as Record<string, Api>)
  .flatMap((feature) => Object.values(feature))
  // Files are streams, which the handler limits.
  .filter(({ access, kind }) => access === 'public' && kind !== 'upload')
  .map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))

const bytes = 15 * 1024 * 1024
const body = `{"text":"${'a'.repeat(bytes - 11)}"}`

let deps: TestDeps
let app: FastifyInstance
/** The number of requests whose body has been parsed, or that have none. */
let parsed = 0

beforeAll(async () => {
  deps = await testDeps()
  app = await buildApp(deps)
  app.addHook('preValidation', async () => void parsed++)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const pathOf = (endpoint: (typeof publicEndpoints)[number]['endpoint']) =>
  urlOf(endpoint, Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, 1])))

/** Notices of other services may hold the mail that came back. */
const hookLimit = 256 * 1024

test('no public endpoint accepts more than the default, and callbacks no more than theirs', () => {
  expect(publicEndpoints.length).toBeGreaterThan(20)
  const limitOf = ({ kind }: { kind: string }) => (kind === 'hook' ? hookLimit : defaultBodyLimit)
  const larger = publicEndpoints.filter(({ endpoint }) => endpoint.bodyLimit > limitOf(endpoint))
  expect(larger.map(({ name }) => name)).toEqual([])
})

test.each(publicEndpoints)('$name rejects the body before it is sent', async ({ endpoint }) => {
  const connection = await connectTo(app)
  connection.head(endpoint.method, pathOf(endpoint), {
    'content-type': 'application/json',
    'content-length': bytes,
  })
  const answer = await connection.answer()
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'payload_too_large'])
  await connection.write(body)
  connection.head('GET', '/api/auth/session')
  expect((await connection.answer()).status).toBe(200)
  connection.close()
})

test.each(publicEndpoints.filter(({ endpoint }) => endpoint.body))(
  '$name stops reading a chunked body at the limit',
  async ({ endpoint }) => {
    const parse = vi.spyOn(JSON, 'parse')
    const before = parsed
    const connection = await connectTo(app)
    connection.head(endpoint.method, pathOf(endpoint), {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    })
    await connection.write(`${bytes.toString(16)}\r\n`)
    await connection.write(`${body}\r\n0\r\n\r\n`)
    const { status } = await connection.answer()
    const calls = parse.mock.calls.length
    parse.mockRestore()
    expect([status, calls, parsed - before]).toEqual([413, 0, 0])
    connection.close()
  },
)
