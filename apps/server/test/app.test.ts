/** The complete server as main.ts builds it: below /api it serves only endpoints of the contract. */
import diagnostics from 'node:diagnostics_channel'
import { api } from '@muster/contract/api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { exportsRoutes } from '../src/features/exports/exports.routes.ts'
import { bind, bindRest } from '../src/platform/http/bind.ts'
import { aTeam, type TestTeam } from './a-team.ts'
import { clientOf } from './client.ts'
import { type TestDeps, testDeps } from './test-deps.ts'

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam

/** The URLs of all routes. */
const served = new Set<string>()

beforeAll(async () => {
  deps = await testDeps()
  diagnostics.subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url }) => void served.add(url))
  })
  app = await buildApp(deps)
  await app.ready()
  team = await aTeam(deps)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const endpoints = Object.values(api).flatMap((feature) => Object.values(feature))

test('every endpoint of the contract is served', () => {
  const missing = endpoints.filter(({ method, path }) => !app.hasRoute({ method, url: `/api${path}` }))
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('nothing else is served below /api except the documentation', () => {
  const known = new Set<string>(endpoints.map(({ path }) => `/api${path}`))
  const others = [...served].filter((url) => url.startsWith('/api') && !known.has(url))
  expect(others.sort()).toEqual(['/api/docs', '/api/openapi.json'])
  expect([...served].filter((url) => known.has(url))).toHaveLength(known.size)
})

test('the response to an unsupported method lists the supported ones', async () => {
  const answer = await app.inject({ method: 'DELETE', url: `/api/teams/${team.teamId}/exports` })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD, POST')
  expect(answer.json()).toMatchObject({ code: 'method_not_allowed' })
  expect((await app.inject({ method: 'POST', url: '/api/nowhere' })).statusCode).toBe(404)
})

test('a request through an untrusted proxy raises a warning', async () => {
  await app.inject({ url: '/healthz' })
  expect(deps.warnings.list()).toEqual([])
  await app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(deps.warnings.list()).toEqual(['proxy_not_trusted'])
})

test('a server without a handler for an endpoint does not start', async () => {
  const bare = Fastify()
  const { list: _list, ...rest } = exportsRoutes(deps)
  const binding = {} as Parameters<typeof bind>[1]
  expect(() => bind(bare, binding, api.exports, rest as never)).toThrow(
    'GET /teams/:teamId/exports has no handler',
  )
  bindRest(bare, api)
  await expect(bare.ready()).rejects.toThrow('is served by no feature')
})

test('filters have a named schema in the OpenAPI document', async () => {
  const { components } = (await app.inject({ url: '/api/openapi.json' })).json<{
    components: { schemas: Record<string, unknown> }
  }>()
  expect(components.schemas).toHaveProperty('Filter')
  expect(Object.keys(components.schemas).filter((name) => name.startsWith('Nested'))).toEqual([])
})

test('endpoints with the team in the query deny access to people outside the team', async () => {
  const [stranger, deactivated] = [await team.stranger(), await team.deactivated()]
  for (const caller of [stranger, deactivated, await team.sysAdmin()]) {
    const client = clientOf(app, caller)
    const collections = await client.call(collectionsApi.listByTeam, { query: { TeamId: team.teamId } })
    const menu = await client.call(teamsApi.headerBarMenu, { query: { idTeam: team.teamId } })
    expect([collections.status, menu.status]).toEqual([404, 404])
  }
  const own = await clientOf(app, team.member).call(collectionsApi.listByTeam, {
    query: { TeamId: team.teamId },
  })
  expect(own.status).toBe(200)
})
