/** The event stream over a real connection: who is told what, and how it ends. */
import type { AddressInfo } from 'node:net'
import { eventsApi } from '@muster/contract/events/events.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestPerson } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { eventsRoutes } from './events.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(eventsApi, eventsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  world = await aWorld(deps)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

async function listen(person: TestPerson) {
  const { port } = app.server.address() as AddressInfo
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/teams/${world.team.teamId}/events`, {
    headers: { cookie: person.cookie },
    signal: stop.signal,
  })
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
  })().catch(() => {})
  return { response, text: () => text, ended, close: () => stop.abort() }
}

const within = async (isSo: () => boolean) => {
  for (let tries = 0; !isSo() && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 50))
  return isSo()
}

it('tells ids of changed records to those who may see their collection', async () => {
  const admin = await listen(world.team.admin)
  expect(admin.response.headers.get('content-type')).toContain('text/event-stream')
  expect(admin.response.headers.get('x-content-type-options')).toBe('nosniff')
  await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataCollectionId: world.places }])
  const member = await listen(world.team.member)
  const client = clientOf(app, world.team.admin)
  const create = (dataCollectionId: number, name: string) =>
    client.ok(recordsApi.create, {
      params: { teamId: world.team.teamId, dataCollectionId },
      body: { values: { name } },
    })
  const { record } = await create(world.people, 'Secret')
  const { record: place } = await create(world.places, 'Bonn')
  expect(
    await within(() => admin.text().includes(String(place.id)) && member.text().includes(String(place.id))),
  ).toBe(true)
  expect(admin.text()).toContain(
    JSON.stringify({ kind: 'records', dataCollectionId: world.people, recordIds: [record.id] }),
  )
  expect(admin.text()).not.toContain('Secret')
  expect(member.text()).not.toContain(`"dataCollectionId":${world.people},`)
  admin.close()
  member.close()
})

it('ends when the person’s rights change, and refuses strangers', async () => {
  const member = await listen(world.team.member)
  await deps.live.invalidate({ user: world.team.member.userId })
  await member.ended
  const stranger = await listen(await world.team.stranger())
  expect(stranger.response.status).toBe(404)
})

it('lets the server stop', { timeout: 10_000 }, async () => {
  const admin = await listen(world.team.admin)
  const start = performance.now()
  await app.close()
  await admin.ended
  expect(performance.now() - start).toBeLessThan(5_000)
})
