/** Writes with an idempotency key whose answer is lost after the commit: the same request again gives that answer. */
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { expect, test, vi } from 'vitest'
import { admin, deps, inAnApp, team, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, one, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from './records.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
})
withWorld()

const inPeople = () => ({ ...team(), dataCollectionId: world.people })
const of = (dataRecordId: number) => ({ ...team(), dataRecordId })
const create = () =>
  admin.ok(recordsApi.create, { params: inPeople(), body: { values: { name: 'Ada', score: 1 } } })
const aRecord = async () => (await create()).record.id
const bulk = (body: object, headers: Record<string, string>) =>
  admin.call(recordsApi.bulk, { params: inPeople(), body: body as never, headers })

type Headers = Record<string, string>
type Write = (headers: Headers) => Promise<{ status: number; body: unknown }>

/** Each prepares what it needs and gives the write itself. */
const writes: Record<string, () => Promise<Write>> = {
  create: async () => (headers) =>
    admin.call(recordsApi.create, { params: inPeople(), body: { values: { name: 'Grace' } }, headers }),
  'create with links': async () => (headers) =>
    admin.call(recordsApi.create, {
      params: inPeople(),
      body: { values: { name: 'Grace', party: world.partyIds[0] } },
      headers,
    }),
  update: async () => {
    const id = await aRecord()
    return (headers) =>
      admin.call(recordsApi.update, { params: of(id), body: { values: { score: 2 }, version: 1 }, headers })
  },
  remove: async () => {
    const id = await aRecord()
    return (headers) => admin.call(recordsApi.remove, { params: of(id), headers })
  },
  restore: async () => {
    const id = await aRecord()
    await admin.ok(recordsApi.remove, { params: of(id) })
    return (headers) => admin.call(recordsApi.restore, { params: of(id), headers })
  },
  'set collections': async () => {
    const id = await aRecord()
    const body = { dataCollectionIds: [world.staff] }
    return (headers) => admin.call(recordsApi.setCollections, { params: of(id), body, headers })
  },
  paste: async () => {
    const id = await aRecord()
    const body = { create: [{ values: { name: 'New' } }], update: [{ id, values: { score: 3 } }] }
    return (headers) => bulk(body, headers)
  },
  'a change of many': async () => {
    const ids = [await aRecord(), await aRecord()]
    return (headers) => bulk({ set: { score: 4 }, target: { ids } }, headers)
  },
  undo: async () => {
    const { operation } = await create()
    const params = { ...team(), operationId: operation!.id }
    return (headers) => admin.call(operationsApi.undo, { params, headers })
  },
}

const countOperations = async () =>
  (await one<{ n: number }>(
    deps.pool,
    sql`select count(*) as n from ${ident(world.team.schema, 'operation')}`,
  ))!.n

test.each(Object.keys(writes))('%s', async (name) => {
  const send = await writes[name]!()
  const before = await countOperations()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  // The first thing that happens after the commit.
  vi.spyOn(deps.live, 'recordsChanged').mockImplementationOnce(() => {
    throw new Error('The server crashes here')
  })
  expect((await send(headers)).status).toBe(500)
  expect(await countOperations()).toBe(before + 1)
  const again = await send(headers)
  expect(again.status).toBe(200)
  expect(await send(headers)).toMatchObject({ status: 200, body: again.body })
  expect(await countOperations()).toBe(before + 1)
})

test('a repeated key gives the same answer as the first time, letter for letter', async () => {
  for (const prepare of Object.values(writes)) {
    const send = await prepare()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await send(headers)
    expect(first.status).toBe(200)
    expect((await send(headers)).body).toEqual(first.body)
  }
})

test('a refused write leaves its key free', async () => {
  const id = await aRecord()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await admin.ok(recordsApi.update, { params: of(id), body: { values: { score: 5 } } })
  const stale = { params: of(id), body: { values: { score: 6 }, version: 1 }, headers }
  for (let n = 0; n < 2; n++) {
    expect(await admin.call(recordsApi.update, stale)).toMatchObject({
      problem: { code: 'version_conflict' },
    })
  }
  expect(await admin.call(recordsApi.remove, { params: of(999_999), headers })).toMatchObject({ status: 404 })
})
