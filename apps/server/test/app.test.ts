/** The whole server as main.ts builds it: nothing answers below /api that the contract does not know. */
import diagnostics from 'node:diagnostics_channel'
import { api } from '@muster/contract/api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { aTeam, type TestTeam } from './a-team.ts'
import { clientOf } from './client.ts'
import { type TestDeps, testDeps } from './test-deps.ts'

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam

/** Every address that the server was given a handler for. */
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

test('and nothing else below /api, but its description', () => {
  const known = new Set<string>(endpoints.map(({ path }) => `/api${path}`))
  const others = [...served].filter((url) => url.startsWith('/api') && !known.has(url))
  expect(others.sort()).toEqual(['/api/docs', '/api/openapi.json'])
  expect([...served].filter((url) => known.has(url))).toHaveLength(known.size)
})

test('the calls that name a team in the query keep strangers out', async () => {
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
