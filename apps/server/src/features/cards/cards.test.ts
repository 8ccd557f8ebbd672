import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, member, people, places, team, withWorld, world } from '../../../test/in-a-world.ts'
import {
  type Body,
  create,
  group,
  ids,
  link,
  linked,
  make,
  names,
  page,
  refusal,
  shown,
  withApp,
} from './cards.test-support.ts'

withApp()

describe('designing', () => {
  withWorld()

  test('a card stores its settings and fields in the given order', async () => {
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

  test('a table needs something to list: a link, a reverse link, or files', async () => {
    const table = { cardType: 'table' } as const
    expect((await refusal(table)).errors).toEqual(['sourceDataFieldId required'])
    expect((await refusal({ ...table, sourceDataFieldId: people.score! })).errors).toEqual([
      'sourceDataFieldId unknown_field',
    ])
    // A field of places that does not link to people.
    expect((await refusal({ ...table, sourceDataFieldId: places.name!, isReverse: true })).errors).toEqual([
      'sourceDataFieldId unknown_field',
    ])
    // It links to places, not to people.
    expect((await refusal({ ...table, sourceDataFieldId: people.visited!, isReverse: true })).errors).toEqual(
      ['sourceDataFieldId unknown_field'],
    )
    // Columns must be fields of the listed records.
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

  test('groups have cards and an order', async () => {
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
    // A new card is appended, and returns its groups.
    const d = await create({ title: 'd', fieldsShown: shown(people.email), dataCardGroupIds: [first.id] })
    expect(d.dataCardGroupIds).toEqual([first.id])
    const listed = await admin.ok(cardsApi.listGroups, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(listed.items[1]!.dataCardIds).toEqual([a!.id, b!.id, c!.id, d.id])
    await admin.ok(cardsApi.remove, { params: { ...team(), dataCardId: b!.id } })
    expect((await put({})).dataCardIds).toEqual([a!.id, c!.id, d.id])
    // Deleting a group keeps its cards.
    await admin.ok(cardsApi.removeGroup, { params })
    const { items: cards } = await admin.ok(cardsApi.list, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(cards.map(({ id }) => id)).toEqual(expect.arrayContaining([a!.id, c!.id, d.id]))
  })

  test('a group of a child may only have cards of the child and its ancestors', async () => {
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

  test('a preview shows an unsaved card, or returns its errors', async () => {
    const oslo = await make(world.people, { name: 'Nils', visited: [world.placeIds[2]] })
    const preview = (dataCard: Body) =>
      admin.call(cardsApi.preview, {
        params: team(),
        body: {
          dataCard: { dataCollectionId: world.people, title: 'New', ...dataCard },
          dataRecordId: oslo.id,
        },
      })
    const { body } = await preview({ cardType: 'table', sourceDataFieldId: people.visited! })
    expect(body.linkedRecords).toMatchObject({ total: 1, items: [{ name: 'Oslo' }] })
    expect((await preview({ cardType: 'table' })).problem?.errors).toEqual([
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

  test('comes in one response: record, groups with cards, linked records', async () => {
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

  test('reverse links are listed by name, paginated and searchable', async () => {
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
    // Only the card's columns.
    expect(first.items[0]!.values).toEqual({ score: 7 })
  })

  test('links are added and removed from either end, each in one operation', async () => {
    const oslo = world.placeIds[2]!
    const [x, y] = [await make(world.people, { name: 'Xan' }), await make(world.people, { name: 'Yve' })]
    const { operation } = await link(member, lives, { dataRecordId: oslo, add: [x.id, y.id] })
    expect(operation).toMatchObject({ kind: 'update_records', recordCount: 2 })
    expect(names(await linked(member, lives, oslo))).toEqual(['Xan', 'Yve'])
    const removal = await link(member, lives, { dataRecordId: oslo, remove: [x.id] })
    expect(names(await linked(member, lives, oslo))).toEqual(['Yve'])
    // A change without effect is no operation.
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

  test('concurrent links from the same record do not overwrite each other', async () => {
    const zoe = await make(world.people, { name: 'Zoe' })
    await Promise.all(world.placeIds.map((id) => link(admin, visited, { dataRecordId: zoe.id, add: [id] })))
    expect(names(await linked(member, visited, zoe.id)).sort()).toEqual(['Lima', 'Oslo', 'Paris', 'Rome'])
  })

  test('a field in the trash is missing from its cards until it is restored', async () => {
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

  test('is not found for unknown ids', async () => {
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
