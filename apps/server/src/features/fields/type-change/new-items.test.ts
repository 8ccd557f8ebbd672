/** Texts that become items of a list when a field's type becomes a choice from it, and go again with its undo. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import { type ChangeType, mostNewItems } from '@muster/contract/fields/fields.schema'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../../test/a-world.ts'
import { type Client, clientOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { undoRegistry } from '../../../undo.ts'
import { collectionsRoutes } from '../../collections/collections.routes.ts'
import { operationsRoutes } from '../../operations/operations.routes.ts'
import { recordsRoutes } from '../../records/records.routes.ts'
import { fieldsRoutes } from '../fields.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let fieldId: number
let column: string

beforeEach(async () => {
  deps ??= await testDeps()
  app ??= await testApp(deps, (bindTo) => {
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })
  world = await aWorld(deps, false)
  admin = clientOf(app, world.team.admin)
  const body = { title: 'Colour', dataType: 'plain_text' as const }
  const made = await admin.ok(collectionsApi.createField, { params: at(world.people), body })
  fieldId = made.id
  column = made.columnName
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const at = (dataCollectionId: number) => ({ teamId: world.team.teamId, dataCollectionId })
const inField = () => ({ ...at(world.people), dataFieldId: fieldId })
const body = (more: Partial<ChangeType> = {}): ChangeType => ({
  dataType: 'single_selection_from_list',
  settings: { listId: world.parties },
  makesItems: true,
  ...more,
})
const preview = (given: ChangeType, client = admin) =>
  client.ok(collectionsApi.previewFieldType, { params: inField(), body: given })
const change = (given: ChangeType) =>
  admin.ok(collectionsApi.changeFieldType, { params: inField(), body: given })
const undo = (operationId: number) =>
  admin.ok(operationsApi.undo, { params: { teamId: world.team.teamId, operationId } })

async function write(...texts: string[]): Promise<void> {
  const create = texts.map((text, n) => ({ values: { name: `P${n}`, [column]: text } }))
  await admin.ok(recordsApi.bulk, { params: at(world.people), body: { create } })
}

async function query(dataCollectionId: number) {
  const found = await admin.ok(recordsApi.query, { params: at(dataCollectionId), body: { limit: 200 } })
  return [...found.items].sort((a, b) => a.id - b.id)
}
const namesIn = async (id: number) => (await query(id)).map(({ name }) => name).sort()
const valuesNow = async () => (await query(world.people)).map(({ values }) => values[column] ?? null)

/** What the records choose, by the items' names. */
async function chosen(listId: number): Promise<string[]> {
  const names = new Map((await query(listId)).map(({ id, name }) => [id, name]))
  const ids = (await valuesNow()) as (number | number[] | null)[]
  return ids.map((value) =>
    [value ?? []]
      .flat()
      .map((id) => names.get(id))
      .join('+'),
  )
}

it('says which texts are no item, makes each once, and the undo takes them back', async () => {
  const before = await namesIn(world.parties)
  const [known] = before as [string]
  await write(known, 'Purple', ' purple ', 'PÚRPLE', 'Light  blue', 'light blue')
  const texts = await valuesNow()
  const newItems = { count: 2, isMore: false, names: ['Purple', 'Light blue'], mayCreate: true }
  expect(await preview(body({ makesItems: false }))).toMatchObject({ converted: 1, lost: 5, newItems })
  const told = await preview(body())
  expect(told).toMatchObject({ filled: 6, converted: 6, lost: 0, newItems })
  expect(told.samples.map(({ text }) => text)).toContain('Light blue')
  expect(await namesIn(world.parties)).toEqual(before)

  const { operation } = await change(body())
  expect(operation.recordCount).toBe(6)
  expect(await namesIn(world.parties)).toEqual([...before, 'Light blue', 'Purple'].sort())
  const after = [known, 'Purple', 'Purple', 'Purple', 'Light blue', 'Light blue']
  expect(await chosen(world.parties)).toEqual(after)

  const undone = await undo(operation.id)
  expect(await namesIn(world.parties)).toEqual(before)
  expect(await valuesNow()).toEqual(texts)

  const redone = await undo(undone.operation.id)
  expect(await chosen(world.parties)).toEqual(after)
  await undo(redone.operation.id)
  expect(await namesIn(world.parties)).toEqual(before)
  expect(await valuesNow()).toEqual(texts)
})

it('keeps what the change did without being asked: such texts are lost and no item is made', async () => {
  const before = await namesIn(world.parties)
  await write('Purple')
  await change(body({ makesItems: false }))
  expect(await valuesNow()).toEqual([null])
  expect(await namesIn(world.parties)).toEqual(before)
})

it('leaves an item that a record uses elsewhere when the change is undone', async () => {
  const before = await namesIn(world.parties)
  await write('Purple', 'Orange')
  const { operation } = await change(body())
  const purple = (await query(world.parties)).find(({ name }) => name === 'Purple')!
  const values = { name: 'User', party: purple.id }
  await admin.ok(recordsApi.create, { params: at(world.people), body: { values } })
  await undo(operation.id)
  expect(await namesIn(world.parties)).toEqual([...before, 'Purple'].sort())
})

it.each([
  [';', 'Purple; Orange;purple'],
  [',', 'Purple, Orange,purple'],
  ['line end', 'Purple\nOrange\npurple'],
])('parts texts for a choice of several by %s', async (_, text) => {
  await write(text)
  const given = body({ dataType: 'multi_selection_from_list' })
  expect(await preview(given)).toMatchObject({
    converted: 1,
    newItems: { count: 2, names: ['Purple', 'Orange'] },
  })
  await change(given)
  expect(await chosen(world.parties)).toEqual(['Purple+Orange'])
})

it('makes no items of a text that has more labels than the field takes', async () => {
  await write('A1; A2; A3')
  const settings = { listId: world.parties, maxCount: 2 }
  const told = await preview(body({ dataType: 'multi_selection_from_list', settings }))
  expect(told).toMatchObject({ lost: 1, newItems: null })
})

it('makes a list named after the field where none is chosen, and the undo takes it back', async () => {
  await write('Purple', 'Orange')
  const given = body({ settings: {} })
  expect(await preview(given)).toMatchObject({ converted: 2, lost: 0, newItems: { count: 2 } })
  const { field, operation } = await change(given)
  const listId = field.settings.listId as number
  const lists = async () => {
    const query = { TeamId: world.team.teamId }
    const { dataCollection } = await admin.ok(collectionsApi.listByTeam, { query })
    return dataCollection.map(({ pluralName }) => pluralName)
  }
  expect(await lists()).toContain('Colour')
  expect(await chosen(listId)).toEqual(['Purple', 'Orange'])
  const undone = await undo(operation.id)
  expect(await lists()).not.toContain('Colour')
  expect(await valuesNow()).toEqual(['Purple', 'Orange'])
  await undo(undone.operation.id)
  expect(await lists()).toContain('Colour')
  expect(await chosen(listId)).toEqual(['Purple', 'Orange'])
})

it('still asks for a list where no items are to be made', async () => {
  const asked = { params: inField(), body: body({ settings: {}, makesItems: false }) }
  const { errors } = await admin.refused(collectionsApi.changeFieldType, asked)
  expect(errors).toMatchObject([{ path: 'settings.listId', code: 'required' }])
})

it('refuses more than it makes at once, and changes nothing', async () => {
  const before = await namesIn(world.parties)
  await write(...Array.from({ length: mostNewItems + 1 }, (_, n) => `Text ${n}`))
  const told = await preview(body())
  expect(told).toMatchObject({ lost: mostNewItems + 1, newItems: { count: mostNewItems, isMore: true } })
  const { errors } = await admin.refused(collectionsApi.changeFieldType, { params: inField(), body: body() })
  expect(errors).toMatchObject([
    { path: 'makesItems', code: 'too_many_new_items', params: { max: mostNewItems } },
  ])
  expect(await namesIn(world.parties)).toEqual(before)
})

it('lets nobody make items who may not create records of the list', async () => {
  await write('Purple')
  await world.team.setMemberGrants([{ permission: 'read_data_field_data' }])
  const client = admin.as(await world.team.holderOf('team_admin_data_collections'))
  expect(await preview(body(), client)).toMatchObject({ lost: 1, newItems: { count: 1, mayCreate: false } })
  const { errors } = await client.refused(collectionsApi.changeFieldType, { params: inField(), body: body() })
  expect(errors).toMatchObject([{ path: 'makesItems', code: 'read_only' }])
})
