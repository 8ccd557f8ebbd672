/** The event stream over a real connection: who receives which events, and how it ends. */
import type { AddressInfo } from 'node:net'
import { eventsApi, type Place, presenceTimeoutMs } from '@muster/contract/events/events.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestPerson } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { eventsRoutes } from './events.routes.ts'
import { PresenceBoard } from './presence.ts'

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

async function listen(person: TestPerson, query = '') {
  const { port } = app.server.address() as AddressInfo
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/teams/${world.team.teamId}/events${query}`, {
    headers: { cookie: person.cookie },
    signal: stop.signal,
  })
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
  })().catch(() => {})
  return { response, text: () => text, ended, close: () => stop.abort() }
}

const eventually = async (isTrue: () => boolean) => {
  for (let tries = 0; !isTrue() && tries < 400; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return isTrue()
}

it('sends ids of changed records to users who may see their collection', async () => {
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
  const ofPerson = JSON.stringify({
    kind: 'records',
    dataCollectionId: world.people,
    recordIds: [record.id],
  })
  // Possibly together with places from the test setup.
  const ofPlace = new RegExp(`"dataCollectionId":${world.places},"recordIds":\\[(\\d+,)*${place.id}\\]`)
  // In any order: notices sent at different times use different connections.
  expect(
    await eventually(
      () => admin.text().includes(ofPerson) && [admin, member].every(({ text }) => ofPlace.test(text())),
    ),
  ).toBe(true)
  expect(admin.text()).not.toContain('Secret')
  expect(member.text()).not.toContain(`"dataCollectionId":${world.people},`)
  admin.close()
  member.close()
})

it('sends no ids to users who see only some records', async () => {
  await world.team.setMemberGrants([
    {
      permission: 'read_data_field_data',
      dataCollectionId: world.people,
      rowFilter: { field: 'score', op: 'lt', value: 50 },
    },
  ])
  const member = await listen(world.team.member)
  const { record } = await clientOf(app, world.team.admin).ok(recordsApi.create, {
    params: { teamId: world.team.teamId, dataCollectionId: world.people },
    body: { values: { name: 'Hidden', score: 99 } },
  })
  const line = JSON.stringify({ kind: 'records', dataCollectionId: world.people, all: true })
  expect(await eventually(() => member.text().includes(line))).toBe(true)
  expect(member.text()).not.toContain(String(record.id))
  member.close()
})

it('tells users whether a change of permissions concerns them, and nothing about others', async () => {
  const admin = await listen(world.team.admin)
  const member = await listen(world.team.member)
  const { teamId, memberRoleId } = world.team
  const { teamUserId } = world.team.member
  await deps.live.changed(teamId, { kind: 'permissions', of: { teamUserIds: [teamUserId] } })
  await deps.live.changed(teamId, { kind: 'permissions', of: { userRoleId: memberRoleId } })
  await deps.live.changed(teamId, { kind: 'permissions' })
  const received = (text: string) => text.split('\n').filter((line) => line.includes('"kind":"permissions"'))
  const line = (isOwn: boolean) => `data: ${JSON.stringify({ kind: 'permissions', isOwn })}`
  expect(await eventually(() => [admin, member].every(({ text }) => received(text()).length === 3))).toBe(
    true,
  )
  expect(received(admin.text())).toEqual([line(false), line(true), line(true)])
  expect(received(member.text())).toEqual([line(true), line(true), line(true)])
  admin.close()
  member.close()
})

it('sends presence, moves and departures to users who may read the collection', async () => {
  const { teamId } = world.team
  await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataCollectionId: world.places }])
  const admin = await listen(world.team.admin)
  const member = await listen(world.team.member)
  const here = (person: TestPerson, windowId: string, place: Place | null) =>
    clientOf(app, person).call(eventsApi.here, { params: { teamId, windowId }, body: { place } })
  const inPeople = { dataCollectionId: world.people, dataRecordId: null, field: null }
  const inPlaces = { dataCollectionId: world.places, dataRecordId: world.placeIds[0]!, field: 'name' }
  const first = await here(world.team.admin, 'window-of-admin', inPeople)
  expect(first.status).toBe(200)
  expect((await here(world.team.member, 'window-of-member', inPeople)).status).toBe(404)
  const both = await here(world.team.member, 'window-of-member', inPlaces)
  expect(both.body).toMatchObject({ people: [{ windowId: 'window-of-member', field: 'name' }] })
  expect(await eventually(() => admin.text().includes('window-of-member'))).toBe(true)
  expect(member.text()).not.toContain('window-of-admin')
  // Notices from other processes count too; each process expires entries by its own clock.
  await here(world.team.admin, 'window-of-admin', inPlaces)
  expect(await eventually(() => member.text().includes('window-of-admin'))).toBe(true)
  await here(world.team.admin, 'window-of-admin', null)
  expect(await eventually(() => member.text().includes('"hasLeft":true'))).toBe(true)
  admin.close()
  member.close()
})

it('removes a presence after its timeout', async () => {
  const board = new PresenceBoard(deps.live)
  const received: boolean[] = []
  board.subscribe(7, (_presence, hasLeft) => received.push(hasLeft))
  const presence = { dataCollectionId: 1, dataRecordId: null, field: null, teamUserId: 1, windowId: 'w' }
  await board.put(7, presence)
  await board.put(7, presence)
  expect(board.in(7, 1)).toEqual([presence])
  board.sweep(Date.now() + presenceTimeoutMs / 2)
  expect(received).toEqual([false])
  board.sweep(Date.now() + presenceTimeoutMs + 1_000)
  expect(received).toEqual([false, true])
  expect(board.in(7, 1)).toEqual([])
})

it('ends when the user’s rights change, and rejects strangers', async () => {
  const member = await listen(world.team.member)
  await deps.live.invalidate({ user: world.team.member.userId })
  await member.ended
  const stranger = await listen(await world.team.stranger())
  expect(stranger.response.status).toBe(404)
})

it('limits each user to twenty streams', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(world.team.admin)))
  expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200))
  expect((await listen(world.team.admin)).response.status).toBe(429)
  const member = await listen(world.team.member)
  expect(member.response.status).toBe(200)
  streams.pop()?.close()
  // The server notices the closed one a moment later.
  await expect
    .poll(async () => {
      const again = await listen(world.team.admin)
      if (again.response.ok) streams.push(again)
      return again.response.status
    })
    .toBe(200)
  for (const { close } of [...streams, member]) close()
})

it('begins where a page was read: what changed before the stream was open comes first', async () => {
  const params = { teamId: world.team.teamId, dataCollectionId: world.places }
  const admin = clientOf(app, world.team.admin)
  const page = await admin.call(recordsApi.query, { params, body: {} })
  const position = String(page.headers['muster-position'])
  const { record } = await admin.ok(recordsApi.create, { params, body: { values: { name: 'Ulm' } } })
  await expect.poll(() => deps.live.eventsAfter(position, params.teamId)).not.toEqual([])
  const line = new RegExp(`"dataCollectionId":${world.places},"recordIds":\\[(\\d+,)*${record.id}\\]`)
  const late = await listen(world.team.admin, `?since=${position}`)
  expect(await eventually(() => line.test(late.text()))).toBe(true)
  const unknown = await listen(world.team.admin, '?since=another.7')
  expect(await eventually(() => unknown.text().includes('{"kind":"exports"}'))).toBe(true)
  for (const { close } of [late, unknown]) close()
})

it('ends when the server stops', async () => {
  const admin = await listen(world.team.admin)
  await app.close()
  await admin.ended
})
