import { collectionsApi } from '@muster/contract/collections/collections.api'
import en from '@muster/contract/locales/en/errors.json' with { type: 'json' }
import es from '@muster/contract/locales/es/errors.json' with { type: 'json' }
import fr from '@muster/contract/locales/fr/errors.json' with { type: 'json' }
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { updateViewBody } from '@muster/contract/views/views.schema'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Client } from '../../../test/client.ts'
import { admin, deps, member, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { at, bodyOf, type Create, create, shown, withApp } from './views.test-support.ts'

withApp()

type Update = z.input<typeof updateViewBody>
const update = (id: number, body: Update, as = admin) => as.ok(viewsApi.update, { params: at(id), body })
const get = (id: number, as = admin) => as.ok(viewsApi.get, { params: at(id) })
const refused = async (body: Create, as = admin) => {
  const { code, errors = [] } = await as.refused(viewsApi.create, { params: team(), body: bodyOf(body) })
  return { code, errors: errors.map(({ path, code }) => `${path} ${code}`) }
}
const refusedUpdate = async (id: number, body: Update, as = admin) => {
  const { code, errors = [] } = await as.refused(viewsApi.update, { params: at(id), body })
  return { code, errors: errors.map(({ path, code }) => `${path} ${code}`) }
}
const idsOf = (entries: readonly { dataFieldId: number }[]) => entries.map(({ dataFieldId }) => dataFieldId)

describe('a view', () => {
  withWorld()

  test('can be created, read, updated, reordered and deleted', async () => {
    const made = await create({
      type: 'calendar',
      displayedFields: [{ dataFieldId: people.born!, dateTimeDisplayFormat: 'month_day' }, ...shown('email')],
      filterFields: [{ dataFieldId: people.party!, filterLabel: 'Which party' }],
      filter: { field: 'score', op: 'gt', value: 3 },
      sort: [{ field: 'born', direction: 'desc' }],
      eventStartDataFieldId: people.born!,
      displayOptions: { isYearly: true, colorDataFieldId: people.party! },
      calendarDateInfo: [{ dataCollectionId: world.people, dateDataFieldId: people.born! }],
    })
    expect(made).toMatchObject({
      type: 'calendar',
      sharing: 'shared',
      canSave: true,
      canDesign: true,
      isBroken: false,
    })
    expect(idsOf(made.displayedFields)).toEqual([people.born, people.email])
    expect(made.displayedFields[0]!.dateTimeDisplayFormat).toBe('month_day')
    expect(await get(made.id)).toEqual(made)
    const other = await create({ displayedFields: shown('email') })
    const changed = await update(made.id, {
      internalName: 'Birthdays',
      displayedFields: shown('email', 'born'),
    })
    expect(idsOf(changed.displayedFields)).toEqual([people.email, people.born])
    expect(changed.filter).toEqual(made.filter)
    const { items } = await admin.ok(viewsApi.reorder, {
      params: team(),
      body: { dataCollectionId: world.people, dataViewIds: [other.id, made.id] },
    })
    expect(items.map(({ id }) => id).slice(0, 2)).toEqual([other.id, made.id])
    expect(await admin.ok(viewsApi.remove, { params: at(other.id) })).toEqual({ id: other.id })
    expect((await admin.refused(viewsApi.get, { params: at(other.id) })).code).toBe('not_found')
    expect((await admin.refused(viewsApi.remove, { params: at(other.id) })).code).toBe('not_found')
  })

  test('has a unique name, ignoring case', async () => {
    await create({ internalName: 'Offices' })
    expect(await refused({ internalName: 'OFFICES' })).toEqual({
      code: 'name_taken',
      errors: ['internalName view_name_taken'],
    })
    const other = await create({})
    expect((await refusedUpdate(other.id, { internalName: 'offices' })).errors).toEqual([
      'internalName view_name_taken',
    ])
    await create({ internalName: 'Offices', sharing: 'personal' }, member)
    expect((await refused({ internalName: 'offices', sharing: 'personal' }, member)).code).toBe('name_taken')
  })

  test('is rejected with an error for each invalid field', async () => {
    expect((await refused({ recordNameDataFieldId: null })).errors).toEqual([
      'recordNameDataFieldId view_name_field_missing',
    ])
    expect((await refused({ displayedFields: [{} as never] })).errors).toEqual([
      'displayedFields.0.dataFieldId view_field_missing',
    ])
    expect((await refused({ filterFields: [{ dataFieldId: 999_999_999 }] })).errors).toEqual([
      'filterFields.0.dataFieldId view_field_gone',
    ])
    expect((await refused({ displayedFields: shown('email', 'email') })).errors).toEqual([
      'displayedFields.1.dataFieldId not_unique',
    ])
    const wrong = await refused({
      eventStartDataFieldId: people.email!,
      allDayDataFieldId: people.born!,
      mapLocationDataFieldId: people.party!,
      itemUrlOverrideDataFieldId: people.score!,
      displayOptions: { imageDataFieldId: people.papers!, colorDataFieldId: people.score! },
    })
    expect(wrong.errors.sort()).toEqual(
      [
        'eventStartDataFieldId',
        'allDayDataFieldId',
        'mapLocationDataFieldId',
        'itemUrlOverrideDataFieldId',
        'displayOptions.imageDataFieldId',
        'displayOptions.colorDataFieldId',
      ]
        .map((path) => `${path} view_field_kind`)
        .sort(),
    )
    expect((await refused({ filter: { field: 'nowhere', op: 'isEmpty' } })).code).toBe('filter_invalid')
    expect((await refused({ sort: [{ field: 'nowhere', direction: 'asc' }] })).code).toBe('filter_invalid')
    expect((await refused({ dataCollectionId: 999_999_999 })).errors).toEqual([
      'dataCollectionId unknown_collection',
    ])
  })

  test('needs a collection with fields', async () => {
    const empty = await admin.ok(collectionsApi.create, {
      params: team(),
      body: { name: 'Bare', pluralName: 'Bares' },
    })
    const { items } = await admin.ok(collectionsApi.listFields, {
      params: { ...team(), dataCollectionId: empty.id },
      query: {},
    })
    await deps.pool.query('update muster.data_collection set name_field_id = null where id = $1', [empty.id])
    await deps.models.changed(world.team.teamId)
    for (const { id } of items) {
      const params = { ...team(), dataCollectionId: empty.id, dataFieldId: id }
      await admin.ok(collectionsApi.removeField, { params })
    }
    expect((await refused({ dataCollectionId: empty.id })).errors).toEqual([
      'dataCollectionId view_without_fields',
    ])
  })
})

test('error messages match the specification, in three languages', () => {
  const codes = [
    'view_name_taken',
    'view_name_field_missing',
    'view_without_fields',
    'view_field_missing',
    'view_field_gone',
  ] as const
  expect(codes.map((code) => en.field[code])).toEqual([
    'Internal Name already exists.',
    'Please select a field for calculating record names.',
    'No Fields found for this collection. Please add fields first.',
    'Field is required',
    'Selected field not found',
  ])
  for (const code of codes) {
    expect(new Set([en, es, fr].map(({ field }) => field[code])).size, code).toBe(3)
  }
})

describe('permissions', () => {
  withWorld()

  test('only its owner sees and changes a personal view', async () => {
    const own = await create({ sharing: 'personal', displayedFields: shown('email') }, member)
    expect(own).toMatchObject({ ownedBy: world.team.member.teamUserId, canSave: true, canDesign: true })
    expect((await admin.refused(viewsApi.get, { params: at(own.id) })).code).toBe('not_found')
    const { items } = await admin.ok(viewsApi.list, { params: team(), query: {} })
    expect(items.map(({ id }) => id)).not.toContain(own.id)
    expect((await update(own.id, { internalCss: 'p { color: red }' }, member)).internalCss).toContain('red')
    expect((await refusedUpdate(own.id, { sharing: 'shared' }, member)).code).toBe('access_denied')
    expect((await refusedUpdate(own.id, { isVisibleExternally: true }, member)).code).toBe('access_denied')
    expect((await refused({ sharing: 'shared' }, member)).code).toBe('access_denied')
    expect((await refused({ sharing: 'personal', isVisibleExternally: true }, member)).code).toBe(
      'access_denied',
    )
  })

  test('everyone may change the appearance of a shared view, only designers the rest', async () => {
    const view = await create({ displayedFields: shown('email', 'born') })
    const seen = await get(view.id, member)
    expect(seen).toMatchObject({ canSave: true, canDesign: false })
    const saved = await update(
      view.id,
      {
        filter: { field: 'score', op: 'lt', value: 5 },
        sort: [{ field: 'email', direction: 'asc' }],
        displayedFields: shown('born'),
        displayOptions: { ...seen.displayOptions, layout: 'gallery' },
      },
      member,
    )
    expect(saved).toMatchObject({ displayOptions: { layout: 'gallery' }, sort: [{ field: 'email' }] })
    // Unchanged properties may be sent too.
    const {
      id,
      publicKey,
      dataCollectionId,
      ownedBy,
      rank,
      canSave,
      canDesign,
      isBroken,
      scopedInternalCss,
      updatedAt,
      ...whole
    } = saved
    await update(view.id, whole, member)
    for (const body of [
      { internalName: 'Mine now' },
      { internalCss: 'p { color: red }' },
      { itemUrl: 'https://example.org' },
      { displayOptions: { ...seen.displayOptions, pageSize: 7 } },
    ]) {
      expect((await refusedUpdate(view.id, body, member)).code).toBe('access_denied')
    }
    expect((await member.refused(viewsApi.remove, { params: at(view.id) })).code).toBe('access_denied')
    await update(view.id, { sharing: 'locked' })
    expect(await get(view.id, member)).toMatchObject({ canSave: false })
    expect((await refusedUpdate(view.id, { sort: [] }, member)).code).toBe('access_denied')
    await update(view.id, { sharing: 'shared', isVisibleExternally: true })
    expect((await refusedUpdate(view.id, { displayedFields: shown('notes') }, member)).code).toBe(
      'access_denied',
    )
  })

  test('unreadable fields are omitted for the reader, and kept when they save', async () => {
    const { fields } = await world.access(world.team.admin.teamUser)
    await world.team.setMemberGrants([])
    const clerk = await world.team.user({
      grants: [...fields.values()]
        .filter(({ field }) => !['notes', 'score'].includes(field.columnName))
        .map(({ field }) => ({ permission: 'read_data_field_data' as const, dataFieldId: field.id })),
    })
    const as = visitor.as(clerk)
    const view = await create({
      displayedFields: shown('email', 'notes', 'born'),
      filterFields: shown('score', 'party'),
      eventStartDataFieldId: people.seen_at!,
    })
    const seen = await get(view.id, as)
    expect(idsOf(seen.displayedFields)).toEqual([people.email, people.born])
    expect(idsOf(seen.filterFields)).toEqual([people.party])
    await update(view.id, { displayedFields: shown('born') }, as)
    expect(idsOf((await get(view.id)).displayedFields)).toEqual([people.born, people.notes])
    const filtered = await create({
      filter: {
        and: [
          { field: 'score', op: 'gt', value: 1 },
          { field: 'email', op: 'isNotEmpty' },
        ],
      },
      sort: [{ field: 'score', direction: 'asc' }],
    })
    const cut = await get(filtered.id, as)
    expect(cut).toMatchObject({ canSave: false, sort: [] })
    expect(cut.filter).toEqual({ and: [{ or: [] }, { field: 'email', op: 'isNotEmpty' }] })
    expect(JSON.stringify(cut)).not.toContain('score')
    expect((await refused({ sharing: 'personal', displayedFields: shown('notes') }, as)).errors).toEqual([
      'displayedFields.0.dataFieldId view_field_gone',
    ])
  })
})

describe('marks on calendar days', () => {
  withWorld()

  test('come from records that the reader sees', async () => {
    const made = await admin.ok(recordsApi.create, {
      params: { ...team(), dataCollectionId: world.people },
      body: {
        values: {
          name: 'Founding day',
          born: '2024-05-04',
          term: { start: '2024-05-02', end: '2024-05-03' },
        },
      },
    })
    const info = (column: string) => ({ dataCollectionId: world.people, dateDataFieldId: people[column]! })
    const view = await create({
      type: 'calendar',
      eventStartDataFieldId: people.seen_at!,
      calendarDateInfo: [info('born'), info('term')],
    })
    const days = async (as: Client) =>
      (
        await as.ok(viewsApi.dateInfo, {
          params: at(view.id),
          query: { from: '2024-05-03', to: '2024-06-01' },
        })
      ).days
    const mark = { recordId: made.record.id, name: 'Founding day', imageUrl: null }
    expect(await days(member)).toEqual([
      { date: '2024-05-03', ...mark },
      { date: '2024-05-04', ...mark },
    ])
    await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: people.term! }])
    expect(await days(member)).toEqual([{ date: '2024-05-03', ...mark, name: '' }])
  })

  test('can be requested by whether they update automatically', async () => {
    const term = { start: '2025-05-02', end: '2025-05-03' }
    await admin.ok(recordsApi.create, {
      params: { ...team(), dataCollectionId: world.people },
      body: { values: { name: 'Anniversary', born: '2025-05-04', term } },
    })
    const view = await create({
      type: 'calendar',
      eventStartDataFieldId: people.seen_at!,
      calendarDateInfo: [
        { dataCollectionId: world.people, dateDataFieldId: people.born!, autoUpdate: false },
        { dataCollectionId: world.people, dateDataFieldId: people.term! },
      ],
    })
    const daysOf = async (query: { autoUpdate?: '0' | '1' }) => {
      const body = await admin.ok(viewsApi.dateInfo, {
        params: at(view.id),
        query: { from: '2025-05-03', to: '2025-06-01', ...query },
      })
      return body.days.map(({ date }) => date)
    }
    expect(await daysOf({})).toEqual(['2025-05-03', '2025-05-04'])
    expect(await daysOf({ autoUpdate: '0' })).toEqual(['2025-05-04'])
    expect(await daysOf({ autoUpdate: '1' })).toEqual(['2025-05-03'])
  })
})

describe('changes of the model', () => {
  withWorld()

  test('a view survives deleting and restoring a field', async () => {
    const view = await create({
      type: 'calendar',
      eventStartDataFieldId: people.born!,
      displayedFields: shown('email', 'born'),
    })
    const params = { ...team(), dataCollectionId: world.people, dataFieldId: people.born! }
    await admin.ok(collectionsApi.removeField, { params })
    const without = await get(view.id)
    expect(without).toMatchObject({ isBroken: true, eventStartDataFieldId: null })
    expect(idsOf(without.displayedFields)).toEqual([people.email])
    await admin.ok(collectionsApi.restoreField, { params })
    expect(await get(view.id)).toEqual({ ...view, updatedAt: expect.any(String) })
  })

  test('a view survives deleting and restoring its collection', async () => {
    const view = await create({ dataCollectionId: world.staff })
    const params = { ...team(), dataCollectionId: world.staff }
    await admin.ok(collectionsApi.remove, { params })
    expect((await admin.refused(viewsApi.get, { params: at(view.id) })).code).toBe('not_found')
    await admin.ok(collectionsApi.restore, { params })
    expect(await get(view.id)).toEqual(view)
  })

  test('fields list the views that show them', async () => {
    const view = await create({ internalName: 'Phone book', displayedFields: shown('phone') })
    const params = { ...team(), dataCollectionId: world.people }
    const displayed = async (as: Client) => {
      const { items } = await as.ok(collectionsApi.listFields, { params, query: {} })
      return items.find(({ columnName }) => columnName === 'phone')!.displayedInViews
    }
    expect(await displayed(admin)).toEqual(['Phone book'])
    expect(await displayed(member)).toEqual(['Phone book'])
    await update(view.id, { sharing: 'personal' })
    expect(await displayed(member)).toEqual([])
  })
})
