import { cardsApi } from '@muster/contract/cards/cards.api'
import type { createCardBody } from '@muster/contract/cards/cards.schema'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { cardsRoutes } from './cards.routes.ts'

let deps: TestDeps
let visitor: Client
let world: TestWorld
let admin: Client
let member: Client
/** Ids of fields by column, of people and of places. */
let people: Record<string, number>
let places: Record<string, number>

beforeAll(async () => {
  deps = await testDeps()
  const app = await testApp(deps, (bindTo) => {
    bindTo(cardsApi, cardsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(collectionsApi, collectionsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps))
  })
  visitor = clientOf(app)
})
afterAll(() => deps.close())

function withWorld() {
  beforeAll(async () => {
    world = await aWorld(deps)
    admin = visitor.as(world.team.admin)
    member = visitor.as(world.team.member)
    people = await fieldIds(world.people)
    places = await fieldIds(world.places)
  })
}

async function fieldIds(dataCollectionId: number): Promise<Record<string, number>> {
  const { fields } = (await world.model()).collections.get(dataCollectionId)!
  return Object.fromEntries(fields.map(({ columnName, id }) => [columnName, id]))
}

type Body = Partial<z.input<typeof createCardBody>>
const team = () => ({ teamId: world.team.teamId })
const shown = (...ids: (number | undefined)[]) => ids.map((dataFieldId) => ({ dataFieldId: dataFieldId! }))
const ids = (cards: readonly { dataFieldId: number }[]) => cards.map(({ dataFieldId }) => dataFieldId)

const create = (body: Body) =>
  admin.ok(cardsApi.create, {
    params: team(),
    body: { dataCollectionId: world.people, title: 'A card', ...body },
  })
const refusal = async (body: Body) => {
  const { code, errors } = await admin.refused(cardsApi.create, {
    params: team(),
    body: { dataCollectionId: world.people, title: 'A card', ...body },
  })
  return { code, errors: (errors ?? []).map(({ path, code }) => `${path} ${code}`) }
}
const group = (name: string, dataCardIds: number[], dataCollectionId = world.people) =>
  admin.ok(cardsApi.createGroup, { params: team(), body: { dataCollectionId, name, dataCardIds } })

const make = async (dataCollectionId: number, values: Record<string, unknown>) =>
  (await admin.ok(recordsApi.create, { params: { ...team(), dataCollectionId }, body: { values } })).record

const page = (as: Client, dataRecordId: number, dataCardGroupId?: number) =>
  as.ok(cardsApi.page, { params: { ...team(), dataRecordId }, query: { dataCardGroupId } })

const linked = (as: Client, dataCardId: number, dataRecordId: number, more: object = {}) =>
  as.ok(cardsApi.linkedRecords, { params: { ...team(), dataCardId }, body: { dataRecordId, ...more } })

const link = (
  as: Client,
  dataCardId: number,
  body: { dataRecordId: number; add?: number[]; remove?: number[] },
) => as.ok(cardsApi.link, { params: { ...team(), dataCardId }, body })

const names = ({ items }: { items: readonly { name: string }[] }) => items.map(({ name }) => name)

describe('designing', () => {
  withWorld()

  test('a card keeps what it was given, in the order given', async () => {
    const card = await create({
      title: ' Contact ',
      titleTranslations: { es: 'Contacto' },
      subtitle: 'How to reach them',
      displayWidth: 'half',
      fieldsShown: [{ dataFieldId: people.phone!, displayWidth: 'third' }, { dataFieldId: people.email! }],
    })
    expect(card).toMatchObject({
      title: 'Contact',
      titleTranslations: { es: 'Contacto' },
      subtitle: 'How to reach them',
      cardType: 'form',
      displayWidth: 'half',
      fieldsShown: [
        { dataFieldId: people.phone, displayWidth: 'third' },
        { dataFieldId: people.email, displayWidth: null },
      ],
      sourceDataFieldId: null,
      isBroken: false,
    })
    const changed = await admin.ok(cardsApi.update, {
      params: { ...team(), dataCardId: card.id },
      body: { fieldsShown: shown(people.email), title: 'Reach' },
    })
    expect(changed).toMatchObject({ title: 'Reach', subtitle: 'How to reach them' })
    expect(ids(changed.fieldsShown)).toEqual([people.email])
  })

  test('a form shows fields of its own tree, each once, and lists nothing', async () => {
    expect(await refusal({})).toEqual({ code: 'validation_failed', errors: ['fieldsShown required'] })
    expect((await refusal({ fieldsShown: shown(places.name) })).errors).toEqual([
      'fieldsShown.0.dataFieldId unknown_field',
    ])
    expect((await refusal({ fieldsShown: shown(people.email, people.email) })).errors).toEqual([
      'fieldsShown.1.dataFieldId not_unique',
    ])
    expect(
      (await refusal({ fieldsShown: shown(people.email), sourceDataFieldId: people.home! })).errors,
    ).toEqual(['sourceDataFieldId invalid'])
    expect((await refusal({ title: ' ', fieldsShown: shown(people.email) })).errors).toEqual([
      'title required',
    ])
  })

  test('a table needs something to list: a link, a link of others, or files', async () => {
    const table = { cardType: 'table' } as const
    expect((await refusal(table)).errors).toEqual(['sourceDataFieldId required'])
    expect((await refusal({ ...table, sourceDataFieldId: people.score! })).errors).toEqual([
      'sourceDataFieldId unknown_field',
    ])
    // A field of places does not link to people.
    expect((await refusal({ ...table, sourceDataFieldId: places.name!, isReverse: true })).errors).toEqual([
      'sourceDataFieldId unknown_field',
    ])
    // Links to places, so it is no link to people.
    expect((await refusal({ ...table, sourceDataFieldId: people.visited!, isReverse: true })).errors).toEqual(
      ['sourceDataFieldId unknown_field'],
    )
    // Columns are those of the records listed.
    const visited = { ...table, sourceDataFieldId: people.visited! }
    expect((await refusal({ ...visited, fieldsShownAsColumns: shown(people.email) })).errors).toEqual([
      'fieldsShownAsColumns.0.dataFieldId unknown_field',
    ])
    expect((await refusal({ ...visited, fieldsShown: shown(places.name) })).errors).toEqual([
      'fieldsShown invalid',
    ])
    expect((await refusal({ ...table, sourceDataFieldId: 2 ** 40 })).errors).toEqual([
      'sourceDataFieldId unknown_field',
    ])
    await create({ ...visited, fieldsShownAsColumns: shown(places.name) })
    await create({ ...table, cardType: 'thumbnails', sourceDataFieldId: people.papers! })
    await create({
      ...table,
      dataCollectionId: world.places,
      sourceDataFieldId: people.home!,
      isReverse: true,
      fieldsShownAsColumns: shown(people.email),
    })
  })

  test('groups keep their cards and their own order', async () => {
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map((title) => create({ title, fieldsShown: shown(people.email) })),
    )
    const first = await group('First', [c!.id, a!.id])
    const second = await group('Second', [])
    expect(first.dataCardIds).toEqual([c!.id, a!.id])
    const params = { ...team(), dataCardGroupId: first.id }
    const put = (body: object) => admin.ok(cardsApi.updateGroup, { params, body })
    expect((await put({ dataCardIds: [a!.id, b!.id, c!.id] })).dataCardIds).toEqual([a!.id, b!.id, c!.id])
    expect(await put({ name: 'Erste', icon: 'fas fa-user' })).toMatchObject({
      name: 'Erste',
      icon: 'fas fa-user',
      dataCardIds: [a!.id, b!.id, c!.id],
    })
    const order = { dataCollectionId: world.people, dataCardGroupIds: [second.id, first.id] }
    const { items } = await admin.ok(cardsApi.reorderGroups, { params: team(), body: order })
    expect(items.map(({ name }) => name)).toEqual(['Second', 'Erste'])
    // A card joins as the last one, and says where it is.
    const d = await create({ title: 'd', fieldsShown: shown(people.email), dataCardGroupIds: [first.id] })
    expect(d.dataCardGroupIds).toEqual([first.id])
    const listed = await admin.ok(cardsApi.listGroups, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(listed.items[1]!.dataCardIds).toEqual([a!.id, b!.id, c!.id, d.id])
    await admin.ok(cardsApi.remove, { params: { ...team(), dataCardId: b!.id } })
    expect((await put({})).dataCardIds).toEqual([a!.id, c!.id, d.id])
    // Deleting a group leaves its cards.
    await admin.ok(cardsApi.removeGroup, { params })
    const { items: cards } = await admin.ok(cardsApi.list, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(cards.map(({ id }) => id)).toEqual(expect.arrayContaining([a!.id, c!.id, d.id]))
  })

  test('a group of a child may have cards of those above it, and no others', async () => {
    const own = await create({ dataCollectionId: world.staff, fieldsShown: shown(people.email) })
    const above = await create({ fieldsShown: shown(people.email) })
    const elsewhere = await create({ dataCollectionId: world.places, fieldsShown: shown(places.name) })
    const staff = await group('Staff', [own.id, above.id], world.staff)
    expect(staff.dataCardIds).toEqual([own.id, above.id])
    const refused = await admin.refused(cardsApi.createGroup, {
      params: team(),
      body: { dataCollectionId: world.people, name: 'No', dataCardIds: [own.id, elsewhere.id] },
    })
    expect(refused.errors?.map(({ path }) => path)).toEqual(['dataCardIds.0', 'dataCardIds.1'])
  })

  test('a preview shows what is not saved, and says what is wrong with it', async () => {
    const oslo = await make(world.people, { name: 'Nils', visited: [world.placeIds[2]] })
    const ask = (dataCard: Body) =>
      admin.call(cardsApi.preview, {
        params: team(),
        body: {
          dataCard: { dataCollectionId: world.people, title: 'New', ...dataCard },
          dataRecordId: oslo.id,
        },
      })
    const { body } = await ask({ cardType: 'table', sourceDataFieldId: people.visited! })
    expect(body.linkedRecords).toMatchObject({ total: 1, items: [{ name: 'Oslo' }] })
    expect((await ask({ cardType: 'table' })).problem?.errors).toEqual([
      { path: 'sourceDataFieldId', code: 'required' },
    ])
  })
})

describe('the page of a record', () => {
  withWorld()
  let visited: number
  let lives: number
  let form: number
  let groupId: number

  beforeAll(async () => {
    form = (await create({ title: 'Who', fieldsShown: shown(people.email, people.weight) })).id
    visited = (
      await create({
        cardType: 'table',
        title: 'Visited',
        sourceDataFieldId: people.visited!,
        fieldsShownAsColumns: shown(places.name),
      })
    ).id
    groupId = (await group('Main', [form, visited])).id
    lives = (
      await create({
        dataCollectionId: world.places,
        cardType: 'table',
        title: 'Who lives here',
        sourceDataFieldId: people.home!,
        isReverse: true,
        fieldsShownAsColumns: shown(people.score),
      })
    ).id
    await group('People', [lives], world.places)
  })

  test('comes in one answer: record, groups with cards, what they list', async () => {
    const [paris, lima] = world.placeIds
    const ada = await make(world.people, { name: 'Ada', email: 'ada@example.org', visited: [lima, paris] })
    const { record, dataCardGroups, linkedRecords, dataCardGroupId } = await page(member, ada.id)
    expect(record).toMatchObject({ id: ada.id, values: { email: 'ada@example.org' } })
    expect(dataCardGroups.map(({ name, dataCards }) => [name, dataCards.map(({ title }) => title)])).toEqual([
      ['Main', ['Who', 'Visited']],
    ])
    expect(dataCardGroupId).toBe(groupId)
    // In the order of the links.
    expect(names(linkedRecords[visited]!)).toEqual(['Lima', 'Paris'])
    expect(linkedRecords[visited]).toMatchObject({ total: 2, totalIsExact: true, nextCursor: null })
    expect(Object.keys(linkedRecords)).toEqual([String(visited)])
  })

  test('links are shown from their other end, by name, paged and searched', async () => {
    const rome = world.placeIds[3]!
    for (const name of ['Cy', 'Bo', 'Al']) await make(world.people, { name, home: rome })
    const { linkedRecords } = await page(member, rome)
    expect(names(linkedRecords[lives]!)).toEqual(['Al', 'Bo', 'Cy'])
    const first = await linked(member, lives, rome, { limit: 2 })
    expect([names(first), first.total]).toEqual([['Al', 'Bo'], 3])
    const second = await linked(member, lives, rome, { limit: 2, cursor: first.nextCursor })
    expect([names(second), second.nextCursor]).toEqual([['Cy'], null])
    expect(names(await linked(member, lives, rome, { search: 'bo' }))).toEqual(['Bo'])
    const sort = [{ field: '@name', direction: 'desc' }]
    expect(names(await linked(member, lives, rome, { sort }))).toEqual(['Cy', 'Bo', 'Al'])
    // Columns of the card, and no others.
    expect(first.items[0]!.values).toEqual({ score: 7 })
  })

  test('links are made and taken away from either end, each as one operation', async () => {
    const oslo = world.placeIds[2]!
    const [x, y] = [await make(world.people, { name: 'Xan' }), await make(world.people, { name: 'Yve' })]
    const { operation } = await link(member, lives, { dataRecordId: oslo, add: [x.id, y.id] })
    expect(operation).toMatchObject({ kind: 'update_records', recordCount: 2 })
    expect(names(await linked(member, lives, oslo))).toEqual(['Xan', 'Yve'])
    const removal = await link(member, lives, { dataRecordId: oslo, remove: [x.id] })
    expect(names(await linked(member, lives, oslo))).toEqual(['Yve'])
    // Nothing to do is no operation.
    expect(await link(member, lives, { dataRecordId: oslo, remove: [x.id] })).toEqual({ operation: null })
    const params = { ...team(), operationId: removal.operation!.id }
    await member.ok(operationsApi.undo, { params })
    expect(names(await linked(member, lives, oslo))).toEqual(['Xan', 'Yve'])

    const [paris, lima] = world.placeIds as [number, number]
    await link(member, visited, { dataRecordId: x.id, add: [lima, paris] })
    await link(member, visited, { dataRecordId: x.id, add: [paris], remove: [lima] })
    expect(names(await linked(member, visited, x.id))).toEqual(['Paris'])
    const wrong = await member.refused(cardsApi.link, {
      params: { ...team(), dataCardId: visited },
      body: { dataRecordId: x.id, add: [y.id] },
    })
    expect(wrong.code).toBe('validation_failed')
  })

  test('people who link to the same record at once do not undo each other', async () => {
    const zoe = await make(world.people, { name: 'Zoe' })
    await Promise.all(world.placeIds.map((id) => link(admin, visited, { dataRecordId: zoe.id, add: [id] })))
    expect(names(await linked(member, visited, zoe.id)).sort()).toEqual(['Lima', 'Oslo', 'Paris', 'Rome'])
  })

  test('a field in the trash is not on its cards, and is back when it is', async () => {
    const record = await make(world.people, { name: 'Tim' })
    const params = { ...team(), dataCollectionId: world.people }
    const cardsOf = async () =>
      (await page(member, record.id)).dataCardGroups[0]?.dataCards.map(({ title, fieldsShown }) => [
        title,
        fieldsShown.length,
      ])
    expect(await cardsOf()).toEqual([
      ['Who', 2],
      ['Visited', 0],
    ])
    for (const dataFieldId of [people.weight!, people.visited!]) {
      await admin.ok(collectionsApi.removeField, { params: { ...params, dataFieldId } })
    }
    expect(await cardsOf()).toEqual([['Who', 1]])
    const { items } = await admin.ok(cardsApi.list, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(items.filter(({ isBroken }) => isBroken).map(({ id }) => id)).toEqual([visited])
    for (const dataFieldId of [people.weight!, people.visited!]) {
      await admin.ok(collectionsApi.restoreField, { params: { ...params, dataFieldId } })
    }
    expect(await cardsOf()).toEqual([
      ['Who', 2],
      ['Visited', 0],
    ])
  })

  test('groups of a child collection come after the root’s', async () => {
    const card = await create({ dataCollectionId: world.staff, fieldsShown: shown(people.email) })
    const staff = await group('Staff', [card.id], world.staff)
    const record = await make(world.staff, { name: 'Sam' })
    const { dataCardGroups, record: seen } = await page(member, record.id, staff.id)
    expect(dataCardGroups.map(({ name }) => name)).toEqual(['Main', 'Staff'])
    expect(seen.dataCollectionIds).toContain(dataCardGroups[1]!.dataCollectionId)
  })

  test('there is none of what is not there', async () => {
    for (const dataRecordId of [999_999, 2 ** 52]) {
      const { status } = await member.call(cardsApi.page, { params: { ...team(), dataRecordId }, query: {} })
      expect(status).toBe(404)
    }
    const record = await make(world.people, { name: 'Gus' })
    const unknown = await page(member, record.id, 999_999)
    expect([unknown.dataCardGroupId, unknown.linkedRecords]).toEqual([null, {}])
    const bad = await member.refused(cardsApi.linkedRecords, {
      params: { ...team(), dataCardId: visited },
      body: { dataRecordId: record.id, sort: [{ field: 'nonsense', direction: 'asc' }] },
    })
    expect(bad.code).toBe('filter_invalid')
  })
})

describe('what is not for the caller', () => {
  withWorld()

  test('cards and groups of another team are not found', async () => {
    const card = await create({ fieldsShown: shown(people.email) })
    const own = await group('Own', [card.id])
    const record = await make(world.people, { name: 'Own' })
    const other = await world.team.stranger()
    const there = visitor.as(other)
    const at = { teamId: other.teamId }
    const statuses = await Promise.all([
      there.call(cardsApi.update, { params: { ...at, dataCardId: card.id }, body: { title: 'x' } }),
      there.call(cardsApi.remove, { params: { ...at, dataCardId: card.id } }),
      there.call(cardsApi.updateGroup, { params: { ...at, dataCardGroupId: own.id }, body: { name: 'x' } }),
      there.call(cardsApi.removeGroup, { params: { ...at, dataCardGroupId: own.id } }),
      there.call(cardsApi.page, { params: { ...at, dataRecordId: record.id }, query: {} }),
      there.call(cardsApi.linkedRecords, {
        params: { ...at, dataCardId: card.id },
        body: { dataRecordId: record.id },
      }),
      there.call(cardsApi.link, {
        params: { ...at, dataCardId: card.id },
        body: { dataRecordId: record.id },
      }),
      there.call(cardsApi.list, { params: at, query: { dataCollectionId: world.people } }),
      there.call(cardsApi.listGroups, { params: at, query: { dataCollectionId: world.people } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404))
    // Nor can they be taken into a team's own.
    const mine = await there.ok(collectionsApi.create, {
      params: at,
      body: { name: 'Mine', pluralName: 'Mine' },
    })
    const refused = await there.refused(cardsApi.createGroup, {
      params: at,
      body: { dataCollectionId: mine.id, name: 'x', dataCardIds: [card.id] },
    })
    expect(refused.code).toBe('validation_failed')
    const foreign = await there.refused(cardsApi.create, {
      params: at,
      body: { dataCollectionId: mine.id, title: 'x', fieldsShown: shown(people.email) },
    })
    expect(foreign.code).toBe('validation_failed')
  })
})

describe('what may not be read', () => {
  withWorld()

  test('columns that may not be read are on no card, and cards of such links are not there', async () => {
    const form = await create({ title: 'Form', fieldsShown: shown(people.email, people.score) })
    const secret = await create({ title: 'Secret', fieldsShown: shown(people.notes) })
    const table = await create({
      title: 'Visited',
      cardType: 'table',
      sourceDataFieldId: people.visited!,
      fieldsShownAsColumns: shown(places.name),
    })
    const hidden = await create({ title: 'Home', cardType: 'table', sourceDataFieldId: people.home! })
    await group('Main', [form.id, secret.id, table.id, hidden.id])
    await group('Only secrets', [secret.id])
    const [paris] = world.placeIds
    const record = await make(world.people, {
      name: 'Ann',
      notes: '<p>Secret</p>',
      visited: [paris],
      home: paris,
    })
    const read = (dataFieldId: number) => ({ permission: 'read_data_field_data' as const, dataFieldId })
    await world.team.setMemberGrants([
      read(people.name!),
      read(people.email!),
      read(people.visited!),
      { permission: 'read_data_field_data', dataCollectionId: world.places },
    ])
    const seen = await page(member, record.id)
    const cards = seen.dataCardGroups.map(({ name, dataCards }) => ({
      name,
      cards: dataCards.map(({ title, fieldsShown }) => [title, ids(fieldsShown)]),
    }))
    expect(cards).toEqual([
      {
        name: 'Main',
        cards: [
          ['Form', [people.email]],
          ['Visited', []],
        ],
      },
    ])
    expect(JSON.stringify(seen)).not.toContain('Secret')
    expect(names(seen.linkedRecords[table.id]!)).toEqual(['Paris'])
    for (const card of [secret, hidden]) {
      const { status } = await member.call(cardsApi.linkedRecords, {
        params: { ...team(), dataCardId: card.id },
        body: { dataRecordId: record.id },
      })
      expect(status).toBe(404)
    }
    // The list of definitions is as silent.
    const { items } = await member.ok(cardsApi.list, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(items.map(({ title, fieldsShown }) => [title, ids(fieldsShown)])).toEqual([
      ['Form', [people.email]],
      ['Visited', []],
    ])
    // Places that may not be seen are listed nowhere.
    await world.team.setMemberGrants([read(people.name!), read(people.visited!)])
    expect((await page(member, record.id)).dataCardGroups).toEqual([])
    expect(
      (
        await member.refused(cardsApi.link, {
          params: { ...team(), dataCardId: table.id },
          body: { dataRecordId: record.id, add: [world.placeIds[1]!] },
        })
      ).code,
    ).toBe('not_found')
  })

  test('a link that may be read on some records only lists nothing for the others', async () => {
    const table = await create({ title: 'Visited', cardType: 'table', sourceDataFieldId: people.visited! })
    const back = await create({
      title: 'Visitors',
      dataCollectionId: world.places,
      cardType: 'table',
      sourceDataFieldId: people.visited!,
      isReverse: true,
    })
    const [paris] = world.placeIds as [number]
    const open = await make(world.people, { name: 'Open', score: 1, visited: [paris] })
    const closed = await make(world.people, { name: 'Closed', score: 99, visited: [paris] })
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', dataFieldId: people.name! },
      {
        permission: 'read_data_field_data',
        dataFieldId: people.visited!,
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
      { permission: 'read_data_field_data', dataCollectionId: world.places },
    ])
    expect(names(await linked(member, table.id, open.id))).toEqual(['Paris'])
    expect(names(await linked(member, table.id, closed.id))).toEqual([])
    const visitors = names(await linked(member, back.id, paris))
    expect(visitors).toContain('Open')
    expect(visitors).not.toContain('Closed')
    // Reading is not changing.
    const refused = await member.refused(cardsApi.link, {
      params: { ...team(), dataCardId: table.id },
      body: { dataRecordId: open.id, remove: [paris] },
    })
    expect(['access_denied', 'validation_failed']).toContain(refused.code)
  })
})

describe('the records beside one in a list', () => {
  withWorld()

  test.each([
    ['by no order', {}],
    ['by a number with empty ones', { sort: [{ field: 'weight', direction: 'asc' }] }],
    ['downwards', { sort: [{ field: 'weight', direction: 'desc' }] }],
    ['by name', { sort: [{ field: '@name', direction: 'asc' }] }],
    [
      'by two keys',
      {
        sort: [
          { field: 'is_member', direction: 'desc' },
          { field: 'weight', direction: 'asc' },
        ],
      },
    ],
    [
      'of a filter',
      { filter: { field: 'weight', op: 'isNotEmpty' }, sort: [{ field: 'weight', direction: 'asc' }] },
    ],
  ])('are its neighbours there: %s', async (_name, asked) => {
    if ((await count()) === 0) {
      const rows = [3, null, 1, 1, null, 2.5, 3].map((weight, n) => ({
        values: { name: `P${n % 4}`, weight, is_member: n % 3 === 0 ? null : n % 2 === 0 },
      }))
      await admin.ok(recordsApi.bulk, {
        params: { ...team(), dataCollectionId: world.people },
        body: { create: rows },
      })
    }
    const params = { ...team(), dataCollectionId: world.people }
    const list = (await member.ok(recordsApi.query, { params, body: asked as object })).items.map(
      ({ id }) => id,
    )
    expect(list.length).toBeGreaterThan(3)
    const found = []
    for (const dataRecordId of list) {
      found.push(
        await member.ok(recordsApi.neighbours, { params, body: { dataRecordId, ...(asked as object) } }),
      )
    }
    expect(found).toEqual(
      list.map((_, at) => ({ previous: list[at - 1] ?? null, next: list[at + 1] ?? null })),
    )
  })

  test('are none for a record that is not in it', async () => {
    const [dataRecordId] = world.placeIds
    const params = { ...team(), dataCollectionId: world.people }
    expect(await member.ok(recordsApi.neighbours, { params, body: { dataRecordId: dataRecordId! } })).toEqual(
      {
        previous: null,
        next: null,
      },
    )
  })

  const count = async () =>
    (
      await member.ok(recordsApi.query, {
        params: { ...team(), dataCollectionId: world.people },
        body: { count: 'exact' },
      })
    ).total
})
