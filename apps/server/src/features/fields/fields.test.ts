import { collectionsApi } from '@muster/contract/collections/collections.api'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { type DataType, dataTypes } from '@muster/contract/fields/families'
import { createFieldBody } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, sql } from '../../platform/db.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { createCollection } from '../collections/collections.service.ts'
import { fieldsRoutes } from './fields.routes.ts'
import { createField } from './fields.service.ts'

let deps: TestDeps
let team: TestTeam
let admin: Client
let peopleId: number
let listId: number

beforeAll(async () => {
  deps = await testDeps()
  team = await aTeam(deps)
  const app = await testApp(deps, (bindTo) =>
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) }),
  )
  admin = clientOf(app, team.admin)
  peopleId = await aCollection('Person', 'People')
  listId = await aCollection('Party', 'Parties', { IsUsedAsCustomList: true })
})
afterAll(() => deps.close())

async function aCollection(
  name: string,
  pluralName: string,
  more: Partial<typeof createCollectionBody._input> = {},
): Promise<number> {
  const input = createCollectionBody.parse({ name, pluralName, ...more })
  return (await createCollection(deps, team.admin.teamUser, input)).id
}

const params = (dataFieldId?: number, dataCollectionId = peopleId) => ({
  teamId: team.teamId,
  dataCollectionId,
  dataFieldId: dataFieldId ?? 0,
})

function settingsFor(dataType: DataType): Record<string, unknown> {
  const type = fieldType(dataType)
  if (type.refersTo?.(type.settings.parse({})).to !== 'record') return {}
  return type.family === 'choice' ? { listId } : { dataCollectionId: peopleId }
}

async function columnsOf(table: string): Promise<Record<string, string>> {
  const found = await rows<{ name: string; type: string }>(
    deps.pool,
    sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
        join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${team.schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped`,
  )
  return Object.fromEntries(found.map(({ name, type }) => [name, type]))
}

const expectedColumns: Record<DataType, Record<string, string>> = {
  boolean: { f: 'boolean' },
  code: { f: 'text' },
  date: { f: 'date' },
  date_range: { f: 'daterange' },
  date_time: { f: 'timestamp with time zone' },
  decimal: { f: 'numeric' },
  detail_list: { f: 'jsonb' },
  email_address: { f: 'text' },
  financial_line_item: { f: 'jsonb', f__total: 'numeric' },
  financial_line_items: { f: 'jsonb', f__total: 'numeric' },
  formatted_text: { f: 'text' },
  icon: { f: 'text' },
  money: { f: 'numeric', f__currency: 'text' },
  multi_data_collection: { f: 'bigint[]' },
  multi_data_record: {},
  multi_file: { f: 'uuid[]' },
  multi_image: { f: 'uuid[]' },
  multi_selection_from_list: { f: 'bigint[]' },
  number: { f: 'bigint' },
  payment_status: { f: 'text' },
  percentage: { f: 'numeric' },
  phone_number: { f: 'text' },
  physical_address: { f: 'jsonb' },
  plain_text: { f: 'text' },
  rating: { f: 'bigint' },
  single_data_collection: { f: 'bigint' },
  single_data_record: { f: 'bigint' },
  single_file: { f: 'uuid' },
  single_image: { f: 'uuid' },
  single_selection_from_list: { f: 'bigint' },
  url: { f: 'text' },
  video: { f: 'text' },
}

describe('columns of each type', () => {
  it.each(dataTypes)('%s: created with the field, kept in the trash, restored with it', async (dataType) => {
    const columnName = `a_${dataType}`
    const field = await admin.ok(collectionsApi.createField, {
      params: params(),
      body: { title: `A ${dataType}`, columnName, dataType, settings: settingsFor(dataType) },
    })
    const expected = Object.fromEntries(
      Object.entries(expectedColumns[dataType]).map(([name, type]) => [name.replace('f', columnName), type]),
    )
    expect(await columnsOf('people')).toMatchObject(expected)
    const links = await columnsOf(`link_${field.id}`)
    expect(Object.keys(links)).toEqual(
      dataType === 'multi_data_record' ? ['from_id', 'to_id', 'position'] : [],
    )

    await admin.ok(collectionsApi.removeField, { params: params(field.id) })
    expect(await columnsOf('people')).toMatchObject(expected)
    const living = await admin.ok(collectionsApi.listFields, { params: params() })
    expect(living.items.map(({ id }) => id)).not.toContain(field.id)
    const trash = await admin.ok(collectionsApi.listFields, { params: params(), query: { deleted: '1' } })
    expect(trash.items.find(({ id }) => id === field.id)?.deletedAt).toMatch(/Z$/)

    const restored = await admin.ok(collectionsApi.restoreField, { params: params(field.id) })
    expect(restored).toMatchObject({ columnName, dataType, deletedAt: null, canUpdate: true })
  })

  it('has the columns of all fields in one table', async () => {
    const names = Object.keys(await columnsOf('people'))
    expect(names).toEqual(expect.arrayContaining(['record_id', 'deleted_at', 'name', 'a_money__currency']))
  })
})

describe('names', () => {
  it('derives a unique column name from the title, also unique in the trash', async () => {
    const create = (title: string) =>
      createField(
        deps,
        team.admin.teamUser,
        peopleId,
        createFieldBody.parse({ title, dataType: 'plain_text' }),
      )
    const first = await create('Favourite Colour')
    expect(first.columnName).toBe('favourite_colour')
    await admin.ok(collectionsApi.removeField, { params: params(first.id) })
    expect((await create('Favourite colour')).columnName).toBe('favourite_colour_2')
    expect((await create('Record id')).columnName).toBe('record_id_2')
    expect((await create('日本')).columnName).toMatch(/^[a-z][a-z0-9_]*$/)
  })

  it.each(['name', 'record_id', 'deleted_at', 'ctid'])('rejects the column name %s', async (columnName) => {
    const problem = await admin.refused(collectionsApi.createField, {
      params: params(),
      body: { title: 'X', columnName, dataType: 'number' },
    })
    expect(problem).toMatchObject({
      code: 'name_taken',
      errors: [{ path: 'columnName', code: 'not_unique' }],
    })
  })

  it('accepts SQL keywords as names', async () => {
    const field = await admin.ok(collectionsApi.createField, {
      params: params(),
      body: { title: 'Select', columnName: 'select', dataType: 'number' },
    })
    expect(field.columnName).toBe('select')
  })
})

describe('settings', () => {
  const create = (body: Partial<typeof createFieldBody._input>) =>
    admin.refused(collectionsApi.createField, {
      params: params(),
      body: { title: 'X', dataType: 'plain_text', ...body },
    })

  it('rejects settings unknown to the type', async () => {
    const problem = await create({ settings: { colour: 'red' } })
    expect(problem.errors).toEqual([{ path: 'settings.colour', code: 'unknown_field' }])
  })

  it('requires a living custom list for selections and a collection for links', async () => {
    const selection = await create({ dataType: 'single_selection_from_list' })
    expect(selection.errors).toEqual([{ path: 'settings.listId', code: 'required' }])
    const noList = await create({ dataType: 'multi_selection_from_list', settings: { listId: peopleId } })
    expect(noList.errors).toEqual([{ path: 'settings.listId', code: 'unknown_collection' }])
    const link = await create({ dataType: 'multi_data_record', settings: { dataCollectionId: 999_999 } })
    expect(link.errors).toEqual([{ path: 'settings.dataCollectionId', code: 'unknown_collection' }])
  })

  it('validates the default as a value', async () => {
    const problem = await create({ dataType: 'number', defaultValue: 'many' })
    expect(problem.errors).toEqual([{ path: 'defaultValue', code: 'not_a_number' }])
    const unknown = await create({
      dataType: 'single_selection_from_list',
      settings: { listId },
      defaultValue: 4711,
    })
    expect(unknown.errors).toEqual([{ path: 'defaultValue', code: 'unknown_choice' }])
  })

  it('rejects unique for types that cannot be unique', async () => {
    const problem = await create({ dataType: 'boolean', isUnique: true })
    expect(problem.errors).toEqual([{ path: 'isUnique', code: 'invalid' }])
  })

  it('does not let a selection change its list, nor a PUT reset omitted settings', async () => {
    const other = await aCollection('Colour', 'Colours', { IsUsedAsCustomList: true })
    const field = await admin.ok(collectionsApi.createField, {
      params: params(),
      body: {
        title: 'Side',
        dataType: 'single_selection_from_list',
        settings: { listId },
        helpText: 'Which?',
        displayWidth: 'half',
      },
    })
    const problem = await admin.refused(collectionsApi.updateField, {
      params: params(field.id),
      body: { settings: { listId: other } },
    })
    expect(problem.errors).toEqual([{ path: 'settings.listId', code: 'read_only' }])
    const updated = await admin.ok(collectionsApi.updateField, {
      params: params(field.id),
      body: { title: 'Party', titleTranslations: { es: 'Partido', fr: 'Parti' } },
    })
    expect(updated).toMatchObject({
      title: 'Party',
      titleTranslations: { es: 'Partido', fr: 'Parti' },
      helpText: 'Which?',
      displayWidth: 'half',
      settings: { listId },
    })
  })
})

it('stores the given order', async () => {
  const { items } = await admin.ok(collectionsApi.listFields, { params: params() })
  const reversed = items.map(({ id }) => id).reverse()
  const reordered = await admin.ok(collectionsApi.reorderFields, {
    params: params(),
    body: { dataFieldIds: reversed.slice(0, 5) },
  })
  expect(reordered.items.slice(0, 5).map(({ id }) => id)).toEqual(reversed.slice(0, 5))
  const problem = await admin.refused(collectionsApi.reorderFields, {
    params: params(),
    body: { dataFieldIds: [reversed[0]!, 999_999] },
  })
  expect(problem.errors).toEqual([{ path: 'dataFieldIds.1', code: 'unknown_field' }])
})

describe('access', () => {
  it('lets members read fields and only designers change them', async () => {
    const member = admin.as(team.member)
    const designer = admin.as(await team.holderOf('team_admin_data_collections'))
    const body = { title: 'Mine', dataType: 'number' as const }
    expect((await member.refused(collectionsApi.createField, { params: params(), body })).code).toBe(
      'access_denied',
    )
    const trash = { params: params(), query: { deleted: '1' as const } }
    expect((await member.refused(collectionsApi.listFields, trash)).code).toBe('access_denied')
    expect((await member.ok(collectionsApi.listFields, { params: params() })).items.length).toBeGreaterThan(
      30,
    )
    expect((await designer.ok(collectionsApi.createField, { params: params(), body })).title).toBe('Mine')
    expect((await designer.ok(collectionsApi.listFields, trash)).items.length).toBeGreaterThan(0)
  })

  it('hides fields that the user may not read', async () => {
    const [first] = (await admin.ok(collectionsApi.listFields, { params: params() })).items
    const other = await aTeam(deps)
    const id = (
      await createCollection(
        deps,
        other.admin.teamUser,
        createCollectionBody.parse({ name: 'Thing', pluralName: 'Things' }),
      )
    ).id
    const secret = await createField(
      deps,
      other.admin.teamUser,
      id,
      createFieldBody.parse({ title: 'Secret', dataType: 'number' }),
    )
    const open = (
      await admin
        .as(other.admin)
        .ok(collectionsApi.listFields, { params: { teamId: other.teamId, dataCollectionId: id } })
    ).items.find(({ columnName }) => columnName === 'name')
    await other.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: open!.id }])
    const seen = await admin
      .as(other.member)
      .ok(collectionsApi.listFields, { params: { teamId: other.teamId, dataCollectionId: id } })
    expect(seen.items.map(({ columnName, canUpdate }) => [columnName, canUpdate])).toEqual([['name', false]])
    expect(seen.items.map((field) => field.id)).not.toContain(secret.id)

    // Another team's field is not found, whatever the combination of ids.
    for (const call of [
      { teamId: other.teamId, dataCollectionId: id, dataFieldId: first!.id },
      { teamId: other.teamId, dataCollectionId: peopleId, dataFieldId: secret.id },
    ]) {
      const problem = await admin.as(other.admin).refused(collectionsApi.removeField, { params: call })
      expect(problem.code).toBe('not_found')
    }
  })
})
