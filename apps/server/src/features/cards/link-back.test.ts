import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { changeTypeBody, type createFieldBody, type UpdateField } from '@muster/contract/fields/fields.schema'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { admin, deps, member, team, withWorld, world } from '../../../test/in-a-world.ts'
import { group, ids, link, linked, make, names, page, withApp } from './cards.test-support.ts'

withApp()

type NewField = Partial<z.input<typeof createFieldBody>>

const aCollection = async (name: string, pluralName: string, more: object = {}) =>
  (await admin.ok(collectionsApi.create, { params: team(), body: { name, pluralName, ...more } })).id
const addField = (dataCollectionId: number, title: string, more: NewField) =>
  admin.ok(collectionsApi.createField, {
    params: { ...team(), dataCollectionId },
    body: { title, dataType: 'single_data_record', ...more },
  })
const addLink = (from: number, title: string, to: number, more: NewField = {}) =>
  addField(from, title, { settings: { dataCollectionId: to }, ...more })
const change = (field: { id: number; dataCollectionId: number }, body: UpdateField) =>
  admin.ok(collectionsApi.updateField, {
    params: { ...team(), dataCollectionId: field.dataCollectionId, dataFieldId: field.id },
    body,
  })
const titles = async (recordId: number, as = admin) =>
  (await page(as, recordId)).linkBacks.map(({ title }) => title)

describe('a new link field', () => {
  withWorld()
  let artists: number
  let works: number
  beforeAll(async () => {
    artists = await aCollection('Artist', 'Artists')
    works = await aCollection('Work', 'Works', { pluralNameTranslations: { es: 'Obras', fr: 'Œuvres' } })
  })

  test('shows its records at once on the pages of the records they link to', async () => {
    const year = await addField(works, 'Year', { dataType: 'number' })
    const text = await addField(works, 'Story', { dataType: 'formatted_text' })
    const field = await addLink(works, 'Artist', artists)
    const ada = await make(artists, { name: 'Ada' })
    const bob = await make(artists, { name: 'Bob' })
    const first = await make(works, { name: 'First', [field.columnName]: ada.id, [year.columnName]: 1999 })
    await make(works, { name: 'Other', [field.columnName]: bob.id })

    const seen = await page(admin, ada.id)
    expect(seen.dataCardGroups).toEqual([])
    const [card] = seen.linkBacks
    expect(card).toMatchObject({
      id: field.linkBack?.dataCardId,
      dataCollectionId: artists,
      title: 'Works',
      titleTranslations: { es: 'Obras', fr: 'Œuvres' },
      cardType: 'table',
      isReverse: true,
      source: { dataCollectionId: works, columnName: field.columnName, isMulti: true, canUpdate: true },
    })
    // Short fields only, without the name and the link itself.
    expect(ids(card!.fieldsShownAsColumns)).toEqual([year.id])
    expect(ids(card!.fieldsShownAsColumns)).not.toContain(text.id)
    expect(seen.linkedRecords[card!.id]!.items).toMatchObject([
      { id: first.id, values: { [year.columnName]: 1999 } },
    ])

    const second = await make(works, { name: 'Second' })
    await link(admin, card!.id, { dataRecordId: ada.id, add: [second.id], remove: [first.id] })
    expect(names(await linked(admin, card!.id, ada.id))).toEqual(['Second'])
  })

  test('adds its title where the name of its collection alone would be ambiguous', async () => {
    const field = await addLink(works, 'Editor', artists, { titleTranslations: { es: 'Editora' } })
    expect(field.linkBack).toMatchObject({
      title: 'Works (Editor)',
      titleTranslations: { es: 'Obras (Editora)', fr: 'Œuvres (Editor)' },
    })
    const own = await addLink(artists, 'Teacher', artists, { dataType: 'multi_data_record' })
    expect(own.linkBack?.title).toBe('Artists (Teacher)')
    const teacher = await make(artists, { name: 'Teacher' })
    const pupil = await make(artists, { name: 'Pupil', [own.columnName]: [teacher.id] })
    const seen = await page(admin, teacher.id)
    expect(names(seen.linkedRecords[own.linkBack!.dataCardId]!)).toEqual([pupil.name])
  })

  test('can be named, or left out, at once', async () => {
    const named = await addLink(works, 'Painter', artists, {
      linkBack: { title: 'Paintings', titleTranslations: { es: 'Cuadros' } },
    })
    expect(named.linkBack).toMatchObject({ title: 'Paintings', titleTranslations: { es: 'Cuadros' } })
    const none = await addLink(works, 'Critic', artists, { linkBack: null })
    expect(none.linkBack).toBeNull()
    const record = await make(artists, { name: 'Someone' })
    expect(await titles(record.id)).toContain('Paintings')
    expect((await titles(record.id)).join()).not.toContain('Critic')
  })

  test('can be renamed, removed and restored', async () => {
    const field = await addLink(works, 'Owner', artists)
    const record = await make(artists, { name: 'Owner' })
    const renamed = await change(field, { linkBack: { title: 'Possessions' } })
    expect(renamed.linkBack).toEqual({
      ...field.linkBack,
      title: 'Possessions',
    })
    expect(await titles(record.id)).toContain('Possessions')
    // Other changes leave it alone.
    expect((await change(field, { title: 'Holder' })).linkBack?.title).toBe('Possessions')

    await addLink(works, 'Seller', artists, { linkBack: { title: 'Sales' } })
    expect((await change(field, { linkBack: null })).linkBack).toBeNull()
    expect(await titles(record.id)).not.toContain('Possessions')
    // Those of other fields stay.
    expect(await titles(record.id)).toContain('Sales')
    const restored = await change(field, { linkBack: {} })
    expect(restored.linkBack?.title).toBe('Works (Holder)')
    expect(await titles(record.id)).toContain('Works (Holder)')
    // Deleting the card itself says the same.
    await admin.ok(cardsApi.remove, { params: { ...team(), dataCardId: restored.linkBack!.dataCardId } })
    const { items } = await admin.ok(collectionsApi.listFields, {
      params: { ...team(), dataCollectionId: works },
      query: {},
    })
    expect(items.find(({ id }) => id === field.id)?.linkBack).toBeNull()
  })

  test('is hidden while it is in the trash', async () => {
    const field = await addLink(works, 'Lender', artists, { linkBack: { title: 'Loans' } })
    const record = await make(artists, { name: 'Lender' })
    const at = { params: { ...team(), dataCollectionId: works, dataFieldId: field.id } }
    await admin.ok(collectionsApi.removeField, at)
    expect(await titles(record.id)).not.toContain('Loans')
    await admin.ok(collectionsApi.restoreField, at)
    expect(await titles(record.id)).toContain('Loans')
  })

  test('is listed on the first tab of the records’ pages, if they have tabs', async () => {
    const places = await aCollection('Museum', 'Museums')
    const main = await group('Main', [], places)
    await group('More', [], places)
    const field = await addLink(works, 'Museum', places)
    const record = await make(places, { name: 'Louvre' })
    const seen = await page(admin, record.id)
    expect(seen.dataCardGroups.map(({ name, dataCards }) => [name, dataCards.map(({ id }) => id)])).toEqual([
      ['Main', [field.linkBack!.dataCardId]],
      ['More', []],
    ])
    expect(seen.dataCardGroupId).toBe(main.id)
    expect(seen.linkedRecords[field.linkBack!.dataCardId]?.items).toEqual([])
  })

  test('that leads to a child shows on the pages of its records', async () => {
    const child = await aCollection('Painter', 'Painters', { idParentDataCollection: artists })
    const field = await addLink(works, 'By', child)
    const cards = (await page(admin, (await make(child, { name: 'Frida' })).id)).linkBacks
    expect(cards.find(({ id }) => id === field.linkBack?.dataCardId)?.dataCollectionId).toBe(child)
  })

  test('must be a link to have one', async () => {
    const params = { ...team(), dataCollectionId: works }
    const errors = [{ path: 'linkBack', code: 'invalid' }]
    const refused = await admin.refused(collectionsApi.createField, {
      params,
      body: { title: 'Note', dataType: 'plain_text', linkBack: {} },
    })
    expect(refused).toMatchObject({ code: 'validation_failed', errors })
    const text = await addField(works, 'Note', { dataType: 'plain_text' })
    expect(text).not.toHaveProperty('linkBack')
    const atText = { ...params, dataFieldId: text.id }
    expect(
      await admin.refused(collectionsApi.updateField, { params: atText, body: { linkBack: {} } }),
    ).toMatchObject({ code: 'validation_failed', errors })
  })

  test('comes of a change of type as well', async () => {
    const text = await addField(works, 'Printer', { dataType: 'plain_text' })
    const ada = await make(artists, { name: 'Printer Ann' })
    const work = await make(works, { name: 'Print', [text.columnName]: 'Printer Ann' })
    const { field } = await admin.ok(collectionsApi.changeFieldType, {
      params: { ...team(), dataCollectionId: works, dataFieldId: text.id },
      body: changeTypeBody.parse({ dataType: 'single_data_record', settings: { dataCollectionId: artists } }),
    })
    expect(field.linkBack?.title).toBe('Works (Printer)')
    const seen = await page(admin, ada.id)
    expect(names(seen.linkedRecords[field.linkBack!.dataCardId]!)).toEqual([work.name])
    // A link that still leads there keeps its card.
    const { field: several } = await admin.ok(collectionsApi.changeFieldType, {
      params: { ...team(), dataCollectionId: works, dataFieldId: text.id },
      body: changeTypeBody.parse({ dataType: 'multi_data_record', settings: { dataCollectionId: artists } }),
    })
    expect(several.linkBack?.dataCardId).toBe(field.linkBack?.dataCardId)
  })
})

describe('rights', () => {
  withWorld()

  test('hide the list with the link, its collection or its records', async () => {
    const tasks = await aCollection('Secret', 'Secrets')
    const level = await addField(tasks, 'Level', { dataType: 'number' })
    const field = await addLink(tasks, 'Place', world.places, { dataType: 'multi_data_record' })
    const { nameFieldId } = (await deps.models.get(world.team.teamId)).collections.get(tasks)!
    const [paris] = world.placeIds as [number]
    const values = (n: number) => ({ [field.columnName]: [paris], [level.columnName]: n })
    await make(tasks, { name: 'Open', ...values(1) })
    await make(tasks, { name: 'Closed', ...values(9) })
    const read = 'read_data_field_data' as const
    const ofPlaces = { permission: read, dataCollectionId: world.places }
    const ofTasks = { permission: read, dataCollectionId: tasks }

    await world.team.setMemberGrants([ofPlaces, ofTasks])
    expect(await titles(paris, member)).toEqual(['Secrets'])
    const [card] = (await page(member, paris)).linkBacks
    expect(card?.source?.canUpdate).toBe(false)
    // How it is set up is for those who design collections.
    const { items } = await member.ok(collectionsApi.listFields, {
      params: { ...team(), dataCollectionId: tasks },
      query: {},
    })
    expect(items.map(({ title }) => title)).toContain('Place')
    expect(JSON.stringify(items)).not.toContain('linkBack')

    const hidden = async () => {
      const text = JSON.stringify(await page(member, paris))
      const { status } = await member.call(cardsApi.linkedRecords, {
        params: { ...team(), dataCardId: card!.id },
        body: { dataRecordId: paris },
      })
      return !text.includes('Secrets') && !text.includes('Open') && status === 404
    }
    await world.team.setMemberGrants([ofPlaces])
    expect(await hidden()).toBe(true)
    await world.team.setMemberGrants([
      ofPlaces,
      { permission: read, dataFieldId: nameFieldId! },
      { permission: read, dataFieldId: level.id },
    ])
    expect(await hidden()).toBe(true)
    await world.team.setMemberGrants([
      ofPlaces,
      { ...ofTasks, rowFilter: { field: level.columnName, op: 'lt', value: 5 } },
    ])
    const seen = await page(member, paris)
    expect(names(seen.linkedRecords[card!.id]!)).toEqual(['Open'])
    expect(seen.linkedRecords[card!.id]!.total).toBe(1)
    expect(JSON.stringify(seen)).not.toContain('Closed')
  })
})
