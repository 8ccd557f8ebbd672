/** Custom lists: uses of items, merging items, and protection of used items. */

import { givenColors, palette } from '@muster/contract/lists/colors'
import { listsApi } from '@muster/contract/lists/lists.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Values } from '@muster/contract/records/records.schema'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { run, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { listsTasks } from './lists.jobs.ts'
import { listsRoutes } from './lists.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let greens: number
let blues: number
let eco: number

beforeEach(async () => {
  deps ??= await testDeps()
  app ??= await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
    bindTo(listsApi, listsRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  ;[greens, blues, eco] = world.partyIds as [number, number, number]
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const inList = () => ({ teamId: world.team.teamId, dataCollectionId: world.parties })
const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const of = (dataRecordId: number) => ({ teamId: world.team.teamId, dataRecordId })

async function create(values: Record<string, unknown>): Promise<number> {
  return (await admin.ok(recordsApi.create, { params: inPeople(), body: { values } })).record.id
}
const valuesOf = async (id: number) => {
  const { values } = await admin.ok(recordsApi.get, { params: of(id) })
  return { party: values.party, parties: values.parties }
}
const usesOf = async (client: Client) =>
  Object.fromEntries(
    (await client.ok(listsApi.uses, { params: inList() })).items.map(({ itemId, count }) => [itemId, count]),
  )

describe('uses', () => {
  it('are counted in total and by field', async () => {
    await create({ name: 'A', party: greens, parties: [greens, eco] })
    await create({ name: 'B', party: greens })
    const gone = await create({ name: 'C', party: blues })
    await admin.ok(recordsApi.remove, { params: of(gone) })
    const { fields } = await world.access(world.team.admin.teamUser)
    const id = (name: string) => fields.get(name)?.field.id as number
    const { items } = await admin.ok(listsApi.uses, { params: inList() })
    expect(items).toEqual([
      {
        itemId: greens,
        count: 3,
        fields: [
          { dataFieldId: id('party'), count: 2 },
          { dataFieldId: id('parties'), count: 1 },
        ],
      },
      { itemId: eco, count: 1, fields: [{ dataFieldId: id('parties'), count: 1 }] },
    ])
  })

  it('include only those that the caller may read', async () => {
    await create({ name: 'A', score: 1, party: greens, parties: [greens] })
    await create({ name: 'B', score: 99, party: greens, parties: [blues] })
    const { fields } = await world.access(world.team.admin.teamUser)
    await world.team.setMemberGrants([])
    const onList = { permission: 'read_data_field_data' as const, dataCollectionId: world.parties }
    const clerk = await world.team.user({
      grants: [
        onList,
        {
          permission: 'read_data_field_data',
          dataFieldId: fields.get('party')?.field.id as number,
          rowFilter: { field: 'score', op: 'lt', value: 50 },
        },
      ],
    })
    expect(await usesOf(clientOf(app, clerk))).toEqual({ [greens]: 1 })
    const reader = await world.team.user({ grants: [onList] })
    expect(await usesOf(clientOf(app, reader))).toEqual({})
    const nobody = clientOf(app, world.team.member)
    expect((await nobody.refused(listsApi.uses, { params: inList() })).code).toBe('not_found')
    expect((await admin.refused(listsApi.uses, { params: inPeople() })).code).toBe('not_found')
  })
})

describe('colours of new items', () => {
  const colorsOf = async (...ids: number[]) =>
    Promise.all(ids.map(async (id) => (await admin.ok(recordsApi.get, { params: of(id) })).values.color))
  const add = async (values: object) =>
    (await admin.ok(recordsApi.create, { params: inList(), body: { values: values as Values } })).record

  it('are given to each for which none was chosen, the next unused one', async () => {
    await admin.ok(recordsApi.bulk, {
      params: inList(),
      body: {
        update: [greens, blues, eco].map((id, at) => ({
          id,
          values: { color: [palette.orange, null, palette.red][at], rank: at + 1 },
        })),
      },
    })
    const one = await add({ name: 'One', rank: 4 })
    expect(one.values.color).toBe(palette.yellow)
    expect((await add({ name: 'Chosen', color: '#123456', rank: 5 })).values.color).toBe('#123456')
    const { created } = await admin.ok(recordsApi.bulk, {
      params: inList(),
      body: { create: ['Two', 'Three', 'Four'].map((name) => ({ values: { name } })) },
    })
    expect(await colorsOf(...created)).toEqual([palette.green, palette.teal, palette.blue])
    // Items that had none, or get none later, stay as they are.
    expect(await colorsOf(blues)).toEqual([null])
  })

  it('differ between neighbours in a list with more items than colours', async () => {
    const { created } = await admin.ok(recordsApi.bulk, {
      params: inList(),
      body: {
        create: Array.from({ length: 25 }, (_, n) => ({ values: { name: `Item ${n}`, rank: n + 1 } })),
      },
    })
    const colors = await colorsOf(...created)
    expect(new Set(colors.slice(0, 9)).size).toBe(9)
    for (const [at, color] of colors.entries()) {
      expect(givenColors).toContain(color)
      if (at > 0) expect(color).not.toBe(colors[at - 1])
    }
    const { values } = await add({ name: 'Last', rank: 99 })
    expect(values.color).not.toBe(colors.at(-1))
  })

  it('are given to items only', async () => {
    const id = await create({ name: 'A' })
    expect(Object.keys((await admin.ok(recordsApi.get, { params: of(id) })).values)).not.toContain('color')
  })
})

describe('merging', () => {
  it('moves every use in one operation, which one undo reverts', async () => {
    const a = await create({ name: 'A', party: greens, parties: [eco, greens, blues] })
    const b = await create({ name: 'B', party: eco })
    const c = await create({ name: 'C', party: blues, parties: [greens, blues] })
    const before = await Promise.all([a, b, c].map(valuesOf))
    await admin.ok(recordsApi.update, { params: of(blues), body: { values: { color: '#e5484d', rank: 7 } } })
    await admin.ok(recordsApi.update, { params: of(greens), body: { values: { color: '#30a46c', rank: 1 } } })
    const { operation, isRunning } = await admin.ok(listsApi.merge, {
      params: inList(),
      body: { survivorId: blues, itemIds: [greens, eco] },
    })
    expect(isRunning).toBe(false)
    expect(await Promise.all([a, b, c].map(valuesOf))).toEqual([
      { party: blues, parties: [blues] },
      { party: blues, parties: null },
      { party: blues, parties: [blues] },
    ])
    // The survivor keeps its name, colour and rank.
    expect((await admin.ok(recordsApi.get, { params: of(blues) })).values).toMatchObject({
      name: 'Blues',
      color: '#e5484d',
      rank: 7,
    })
    const list = await admin.ok(recordsApi.query, { params: inList(), body: {} })
    expect(list.items.map(({ id }) => id)).toEqual([blues])
    await admin.ok(operationsApi.undo, { params: { teamId: world.team.teamId, operationId: operation.id } })
    expect(await Promise.all([a, b, c].map(valuesOf))).toEqual(before)
    expect(await usesOf(admin)).toEqual({ [greens]: 3, [blues]: 3, [eco]: 2 })
  })

  it('continues in the background with many uses', async () => {
    const { created } = await admin.ok(recordsApi.bulk, {
      params: inPeople(),
      body: {
        create: Array.from({ length: 5001 }, (_, n) => ({ values: { name: `P${n}`, party: greens } })),
      },
    })
    const { operation, isRunning } = await admin.ok(listsApi.merge, {
      params: inList(),
      body: { survivorId: blues, itemIds: [greens] },
    })
    expect(isRunning).toBe(true)
    const ofOperation = { params: { teamId: world.team.teamId, operationId: operation.id } }
    expect((await admin.ok(operationsApi.get, ofOperation)).run).toEqual({
      state: 'running',
      seen: 0,
      total: 5001,
    })
    expect(await usesOf(admin)).toEqual({ [greens]: 5001 })
    await deps.runJobs(listsTasks(deps))
    const done = await admin.ok(operationsApi.get, ofOperation)
    expect(done.run?.state).toBe('done')
    expect(done.operation.recordCount).toBe(5002)
    expect(await usesOf(admin)).toEqual({ [blues]: 5001 })
    expect((await valuesOf(created[9] as number)).party).toBe(blues)
    await admin.ok(operationsApi.undo, ofOperation)
    expect(await usesOf(admin)).toEqual({ [greens]: 5001 })
  })

  it('requires permission to delete items, and items of the same list', async () => {
    const body = { survivorId: blues, itemIds: [greens] }
    const member = clientOf(app, world.team.member)
    expect((await member.refused(listsApi.merge, { params: inList(), body })).code).toBe('access_denied')
    const person = await create({ name: 'A' })
    const strange = { survivorId: blues, itemIds: [person] }
    expect((await admin.refused(listsApi.merge, { params: inList(), body: strange })).code).toBe('not_found')
    const itself = { survivorId: blues, itemIds: [blues] }
    expect((await admin.refused(listsApi.merge, { params: inList(), body: itself })).code).toBe(
      'validation_failed',
    )
  })
})

describe('an item in use', () => {
  it('cannot be deleted, alone or with others; unused ones can', async () => {
    await create({ name: 'A', parties: [greens] })
    const refused = await admin.refused(recordsApi.remove, { params: of(greens) })
    expect(refused).toMatchObject({ code: 'in_use', params: { as: 'item', count: 1 } })
    const body = { delete: { ids: [blues, greens] } }
    expect((await admin.refused(recordsApi.bulk, { params: inList(), body })).code).toBe('in_use')
    await admin.ok(recordsApi.remove, { params: of(blues) })
    const list = await admin.ok(recordsApi.query, { params: inList(), body: {} })
    expect(list.items.map(({ id }) => id)).toEqual([greens, eco])
  })
})

describe('items', () => {
  it('get missing fields, and are shown with icon and names to readers of their uses', async () => {
    await run(
      deps.pool,
      sql`update muster.team set available_data_languages = '{en,es,fr}' where id = ${world.team.teamId}`,
    )
    const columns = async () =>
      (await admin.ok(listsApi.complete, { params: inList() })).DataFields.map(({ columnName }) => columnName)
    const complete = ['name', 'color', 'rank', 'icon', 'name_es', 'name_fr']
    expect(await columns()).toEqual(complete)
    expect(await columns()).toEqual(complete)
    await admin.ok(recordsApi.update, {
      params: of(greens),
      body: { values: { icon: 'fas fa-leaf', name_es: 'Verdes' } },
    })
    const a = await create({ name: 'A', party: greens, parties: [blues] })
    const { linked } = await admin.ok(recordsApi.get, { params: of(a) })
    expect(linked).toEqual({
      [greens]: expect.objectContaining({ name: 'Greens', icon: 'fas fa-leaf', names: { es: 'Verdes' } }),
      [blues]: expect.objectContaining({ name: 'Blues', icon: null, names: {} }),
    })
    const member = clientOf(app, world.team.member)
    expect((await member.refused(listsApi.complete, { params: inList() })).code).toBe('access_denied')
    expect((await admin.refused(listsApi.complete, { params: inPeople() })).code).toBe('not_found')
  })
})
