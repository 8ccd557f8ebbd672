/** Texts that become list items when a field's type changes to a choice, and are removed on undo. */

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
const preview = (request: ChangeType, client = admin) =>
  client.ok(collectionsApi.previewFieldType, { params: inField(), body: request })
const change = (request: ChangeType) =>
  admin.ok(collectionsApi.changeFieldType, { params: inField(), body: request })
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

/** The records' choices, as item names. */
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

it('previews new items, creates each once, and removes them on undo', async () => {
  const before = await namesIn(world.parties)
  const [known] = before as [string]
  await write(known, 'Purple', ' purple ', 'PÚRPLE', 'Light  blue', 'light blue')
  const texts = await valuesNow()
  const newItems = { count: 2, isMore: false, names: ['Purple', 'Light blue'], mayCreate: true }
  expect(await preview(body({ makesItems: false }))).toMatchObject({ converted: 1, lost: 5, newItems })
  const previewed = await preview(body())
  expect(previewed).toMatchObject({ filled: 6, converted: 6, lost: 0, newItems })
  expect(previewed.samples.map(({ text }) => text)).toContain('Light blue')
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

it('creates no items without makesItems: unknown texts are lost', async () => {
  const before = await namesIn(world.parties)
  await write('Purple')
  await change(body({ makesItems: false }))
  expect(await valuesNow()).toEqual([null])
  expect(await namesIn(world.parties)).toEqual(before)
})

it('keeps items that another field uses on undo', async () => {
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
])('splits texts for a multiple choice by %s', async (_, text) => {
  await write(text)
  const request = body({ dataType: 'multi_selection_from_list' })
  expect(await preview(request)).toMatchObject({
    converted: 1,
    newItems: { count: 2, names: ['Purple', 'Orange'] },
  })
  await change(request)
  expect(await chosen(world.parties)).toEqual(['Purple+Orange'])
})

it('creates no items from a text with more labels than the field allows', async () => {
  await write('A1; A2; A3')
  const settings = { listId: world.parties, maxCount: 2 }
  const previewed = await preview(body({ dataType: 'multi_selection_from_list', settings }))
  expect(previewed).toMatchObject({ lost: 1, newItems: null })
})

it('creates a list named after the field if none is chosen, and removes it on undo', async () => {
  await write('Purple', 'Orange')
  const request = body({ settings: {} })
  expect(await preview(request)).toMatchObject({ converted: 2, lost: 0, newItems: { count: 2 } })
  const { field, operation } = await change(request)
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

it('requires a list without makesItems', async () => {
  const request = { params: inField(), body: body({ settings: {}, makesItems: false }) }
  const { errors } = await admin.refused(collectionsApi.changeFieldType, request)
  expect(errors).toMatchObject([{ path: 'settings.listId', code: 'required' }])
})

it('rejects too many new items, and changes nothing', async () => {
  const before = await namesIn(world.parties)
  await write(...Array.from({ length: mostNewItems + 1 }, (_, n) => `Text ${n}`))
  const previewed = await preview(body())
  expect(previewed).toMatchObject({ lost: mostNewItems + 1, newItems: { count: mostNewItems, isMore: true } })
  const { errors } = await admin.refused(collectionsApi.changeFieldType, { params: inField(), body: body() })
  expect(errors).toMatchObject([
    { path: 'makesItems', code: 'too_many_new_items', params: { max: mostNewItems } },
  ])
  expect(await namesIn(world.parties)).toEqual(before)
})

it('creates items only for users who may create records of the list', async () => {
  await write('Purple')
  await world.team.setMemberGrants([{ permission: 'read_data_field_data' }])
  const client = admin.as(await world.team.holderOf('team_admin_data_collections'))
  expect(await preview(body(), client)).toMatchObject({ lost: 1, newItems: { count: 1, mayCreate: false } })
  const { errors } = await client.refused(collectionsApi.changeFieldType, { params: inField(), body: body() })
  expect(errors).toMatchObject([{ path: 'makesItems', code: 'read_only' }])
})
