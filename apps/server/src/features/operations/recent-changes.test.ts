/** Recent changes: pages of records, each once, with the last change that the reader may see. */

import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { undoRegistry } from '../../undo.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { operationsRoutes } from './operations.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })

async function page(
  client: Client,
  query: { limit?: number; cursor?: string; type?: 'deleted' | 'updated' },
) {
  return client.ok(operationsApi.recentChanges, { params: { teamId: world.team.teamId }, query })
}

async function readAll(client: Client, limit: number, type?: 'deleted' | 'updated') {
  const items: { name: string; type: string; kind: string }[] = []
  let cursor: string | null = ''
  for (let steps = 0; cursor !== null && steps < 100; steps++) {
    const answer = await page(client, { limit, ...(cursor ? { cursor } : {}), ...(type ? { type } : {}) })
    items.push(...answer.items)
    cursor = answer.nextCursor
  }
  return items.map(({ name, type: what, kind }) => `${name} ${what} ${kind}`)
}

it('pages through every record, each at its last change', async () => {
  const { created } = await admin.ok(recordsApi.bulk, {
    params: inPeople(),
    body: { create: Array.from({ length: 25 }, (_, n) => ({ values: { name: `P${n}` } })) },
  })
  const target = { ids: created.slice(3, 6) }
  await admin.ok(recordsApi.bulk, { params: inPeople(), body: { set: { weight: 5 }, target } })
  const { operation } = await admin.ok(recordsApi.bulk, {
    params: inPeople(),
    body: { delete: { ids: created.slice(4, 5) } },
  })
  const params = { teamId: world.team.teamId, operationId: operation?.id as number }
  const all = await readAll(admin, 200)
  expect(all.slice(0, 3)).toEqual([
    'P4 deleted delete_records',
    'P5 updated update_records',
    'P3 updated update_records',
  ])
  expect(new Set(all).size).toBe(all.length)
  expect(all).toHaveLength(25 + world.partyIds.length + world.placeIds.length)
  for (const limit of [1, 4, 7]) expect(await readAll(admin, limit)).toEqual(all)
  expect(await readAll(admin, 3, 'deleted')).toEqual(['P4 deleted delete_records'])
  expect(await readAll(admin, 1, 'updated')).toEqual(all.slice(1, 3))
  await admin.ok(operationsApi.undo, { params })
  expect((await readAll(admin, 4))[0]).toBe('P4 restored undo')
  const refused = await admin.refused(operationsApi.recentChanges, {
    params: { teamId: world.team.teamId },
    query: { cursor: 'x' },
  })
  expect(refused.code).toBe('cursor_invalid')
})

it('shows records at the last change visible to the reader, and omits hidden records', async () => {
  const { fields } = await world.access(world.team.admin.teamUser)
  const id = (name: string) => fields.get(name)?.field.id as number
  await world.team.setMemberGrants([])
  const clerk = await world.team.user({
    grants: [
      {
        permission: 'read_data_field_data',
        dataFieldId: id('name'),
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
    ],
  })
  const create = async (values: Record<string, unknown>) =>
    (await admin.ok(recordsApi.create, { params: inPeople(), body: { values } })).record.id
  const first = await create({ name: 'First', score: 1 })
  await create({ name: 'Second', score: 2 })
  await create({ name: 'Hidden', score: 99 })
  const params = { teamId: world.team.teamId, dataRecordId: first }
  await admin.ok(recordsApi.update, { params, body: { values: { weight: 80 } } })
  const client = clientOf(app, clerk)
  const { items } = await page(client, { limit: 2 })
  expect(items.map(({ name, type, by }) => [name, type, by])).toEqual([
    ['Second', 'created', null],
    ['First', 'created', null],
  ])
  const seen = await readAll(client, 5)
  expect(seen.join()).not.toMatch(/Hidden|Greens|Paris/)
  expect(seen.filter((line) => line.startsWith('First'))).toEqual(['First created create_records'])
  expect(await readAll(clientOf(app, world.team.member), 5)).toEqual([])
})
