/** Timelines: records by year, in lanes, and what readers and visitors get of them. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { beforeAll, expect, test } from 'vitest'
import { admin, member, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { create, shown, withApp } from './views.test-support.ts'

withApp()
withWorld()

const filter = { field: 'score', op: 'is', value: 5151 } as const
const inPeople = () => ({ ...team(), dataCollectionId: world.people })
let from: number
let until: number
let ids: Record<string, number>

beforeAll(async () => {
  const field = async (title: string) =>
    (
      await admin.ok(collectionsApi.createField, {
        params: inPeople(),
        body: { title, dataType: 'number' },
      })
    ).id
  from = await field('Began')
  until = await field('Ended')
  const [greens, blues] = world.partyIds
  const given = [
    { name: 'Vincent', began: 1853, ended: 1890, party: blues },
    { name: 'Paul', began: 1848, ended: 1903, party: greens, born: '1848-06-07' },
    { name: 'Hilma', began: 1862, ended: 1861 },
    { name: 'Nobody', began: null, ended: 1900 },
    { name: 'Euclid', began: -300, ended: -270 },
    { name: 'Far', began: 10_000 },
  ]
  const { created } = await admin.ok(recordsApi.bulk, {
    params: inPeople(),
    body: { create: given.map((one) => ({ values: { ...one, score: 5151 } })) },
  })
  ids = Object.fromEntries(given.map(({ name }, n) => [name, created[n]!]))
})

const columns = { start: 'began', end: 'ended', filter }
const asked = { from: '1840-01-01', through: '1909-12-31', unit: 'year' } as const

test('years are whole years; an end before the start, and numbers that are no years, do not count', async () => {
  const { overview } = await admin.ok(viewsApi.timeline, { params: inPeople(), body: columns })
  expect(overview).toEqual({
    first: '1848-01-01',
    last: '1903-12-31',
    count: 3,
    lanes: [],
    isMoreLanes: false,
    linked: {},
  })
  const { records } = await admin.ok(viewsApi.timeline, {
    params: inPeople(),
    body: { ...columns, ...asked },
  })
  const common = { lane: '', color: null, mark: null }
  expect(records).toEqual([
    { id: ids.Paul, name: 'Paul', start: '1848', end: '1903', ...common },
    { id: ids.Vincent, name: 'Vincent', start: '1853', end: '1890', ...common },
    { id: ids.Hilma, name: 'Hilma', start: '1862', end: null, ...common },
  ])
})

test('lanes are in the order of their names, and rules colour records', async () => {
  const marks = [
    { field: 'name', op: 'is' as const, value: 'Paul' },
    { field: 'began', op: 'gt' as const, value: 1850 },
  ]
  const body = { ...columns, lane: 'party', marks }
  const { overview } = await admin.ok(viewsApi.timeline, { params: inPeople(), body })
  const [greens, blues] = world.partyIds
  expect(overview?.lanes).toEqual([
    { key: String(blues), count: 1 },
    { key: String(greens), count: 1 },
    { key: '', count: 1 },
  ])
  expect(overview?.linked).toMatchObject({ [greens!]: { name: 'Greens' }, [blues!]: { name: 'Blues' } })
  const { records } = await admin.ok(viewsApi.timeline, { params: inPeople(), body: { ...body, ...asked } })
  expect(records?.map(({ lane, mark }) => [lane, mark])).toEqual([
    [String(greens), 0],
    [String(blues), 1],
    ['', 1],
  ])
})

test('a start and an end may be of different types', async () => {
  const { records } = await admin.ok(viewsApi.timeline, {
    params: inPeople(),
    body: { ...columns, start: 'born', end: 'ended', ...asked },
  })
  expect(records?.map(({ start, end }) => [start, end])).toEqual([['1848-06-07', '1903']])
})

test.each([
  [{ through: '1900-01-01' }, { path: 'from', code: 'required' }],
  [
    { from: '1900-01-01', through: '1899-01-01', unit: 'day' },
    { path: 'through', code: 'range_reversed' },
  ],
  [
    { from: '0001-01-01', through: '9999-12-31', unit: 'day' },
    { path: 'unit', code: 'too_big' },
  ],
  [{ start: 'name' }, { path: 'start', code: 'view_field_kind' }],
  [{ end: 'unknown' }, { path: 'end', code: 'view_field_gone' }],
  [{ lane: 'score' }, { path: 'lane', code: 'view_field_kind' }],
] as const)('%j is refused', async (wrong, error) => {
  const body = { ...columns, ...wrong } as never
  expect((await admin.refused(viewsApi.timeline, { params: inPeople(), body })).errors).toEqual([error])
})

test('a reader gets nothing by a field that they may not read', async () => {
  const grants = (columnsOfReader: string[]) =>
    world.team.setMemberGrants(
      columnsOfReader.map((column) => ({
        permission: 'read_data_field_data' as const,
        dataFieldId: { ...people, began: from, ended: until }[column]!,
      })),
    )
  await grants(['name', 'score'])
  const body = { ...columns, end: undefined }
  expect((await member.refused(viewsApi.timeline, { params: inPeople(), body })).errors).toEqual([
    { path: 'start', code: 'view_field_gone' },
  ])
  await grants(['name', 'score', 'began'])
  expect((await member.ok(viewsApi.timeline, { params: inPeople(), body })).overview?.count).toBe(3)
})

test('visitors get the records of a public one, and lanes only by a displayed field', async () => {
  const settings = {
    type: 'timeline' as const,
    isVisibleExternally: true,
    eventStartDataFieldId: from,
    eventEndDataFieldId: until,
    filter,
    displayOptions: { groupDataFieldId: people.party!, rowColors: [{ filter, color: '#ff0000' }] },
  }
  const view = await create({ ...settings, displayedFields: shown('party') })
  const params = { ...team(), publicKey: view.publicKey }
  const { overview } = await visitor.ok(viewsApi.publicTimeline, { params, body: {} })
  expect(overview).toMatchObject({ first: '1848-01-01', count: 3 })
  expect(overview?.lanes).toHaveLength(3)
  expect(Object.values(overview!.linked).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Greens', 'Blues']),
  )
  const { records } = await visitor.ok(viewsApi.publicTimeline, { params, body: { ...asked } })
  expect(records?.map(({ name, mark }) => [name, mark])).toEqual([
    ['Paul', null],
    ['Vincent', null],
    ['Hilma', null],
  ])
  const plain = await create(settings)
  const answer = await visitor.ok(viewsApi.publicTimeline, {
    params: { ...team(), publicKey: plain.publicKey },
    body: {},
  })
  expect(answer.overview).toMatchObject({ count: 3, lanes: [], linked: {} })
  const list = await create({ isVisibleExternally: true })
  expect(
    (
      await visitor.refused(viewsApi.publicTimeline, {
        params: { ...team(), publicKey: list.publicKey },
        body: {},
      })
    ).code,
  ).toBe('not_found')
})
