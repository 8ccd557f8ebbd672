/** Colours of rows: rules of a view, evaluated for each reader with what they may read. */
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { admin, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { at, bodyOf, create, withApp } from './views.test-support.ts'

withApp()
withWorld()

const [red, blue] = ['#e5484d', '#2f8be6']
const high = { filter: { field: 'score', op: 'gt', value: 50 }, color: red } as const
const named = { filter: { field: 'name', op: 'startsWith', value: 'A' }, color: blue } as const
const inPeople = () => ({ ...team(), dataCollectionId: world.people })

/** The mark of each record by its name. */
async function marksOf(client: Client, marks: object[], more: object = {}) {
  const { items } = await client.ok(recordsApi.query, {
    params: inPeople(),
    body: { marks, limit: 1000, ...more } as never,
  })
  return Object.fromEntries(items.map(({ name, mark }) => [name, mark]))
}

let reader: Client

beforeAll(async () => {
  const { fields } = await world.access(world.team.admin.teamUser)
  await world.team.setMemberGrants([])
  const clerk = await world.team.user({
    grants: [...fields.values()]
      .filter(({ field }) => field.columnName !== 'score')
      .map(({ field }) => ({ permission: 'read_data_field_data' as const, dataFieldId: field.id })),
  })
  reader = visitor.as(clerk)
  await admin.ok(recordsApi.bulk, {
    params: inPeople(),
    body: {
      create: [
        { values: { name: 'Ada', score: 90 } },
        { values: { name: 'Abe', score: 10 } },
        { values: { name: 'Zoe', score: 70 } },
        { values: { name: 'Zac' } },
      ],
    },
  })
})

it('marks of a calendar are those of a query, also of events by year', async () => {
  const { items } = await admin.ok(recordsApi.query, { params: inPeople(), body: { limit: 1000 } as never })
  const update = items.map(({ id }) => ({ id, values: { born: '1990-04-18' } }))
  await admin.ok(recordsApi.bulk, { params: inPeople(), body: { update } as never })
  const marksIn = async (client: Client, more: object) => {
    const { events } = await client.ok(viewsApi.calendar, {
      params: inPeople(),
      body: {
        from: '1990-01-01',
        to: '1991-01-01',
        start: 'born',
        marks: [high.filter, named.filter],
        ...more,
      },
    })
    return Object.fromEntries(events.map(({ name, mark }) => [name, mark]))
  }
  for (const isYearly of [false, true]) {
    expect(await marksIn(admin, { isYearly })).toMatchObject({ Ada: 0, Abe: 1, Zoe: 0, Zac: null })
    // Who may not read the score learns nothing of it.
    expect(await marksIn(reader, { isYearly })).toMatchObject({ Ada: 1, Abe: 1, Zoe: null, Zac: null })
    expect(await marksIn(admin, { isYearly, marks: undefined })).toMatchObject({ Ada: undefined })
  }
})

describe('marks of a query', () => {
  it('are the first rule that a record matches, in every kind of page', async () => {
    const expected = { Ada: 0, Abe: 1, Zoe: 0, Zac: null }
    const marks = [high.filter, named.filter]
    const some = { fields: ['name'] }
    expect(await marksOf(admin, marks, some)).toMatchObject(expected)
    expect(await marksOf(admin, marks)).toMatchObject(expected)
    expect(
      await marksOf(admin, marks, { ...some, sort: [{ field: 'name', direction: 'desc' }] }),
    ).toMatchObject(expected)
    const later = await marksOf(admin, marks, {
      ...some,
      sort: [{ field: 'name', direction: 'asc' }],
      offset: 1,
    })
    expect(later).toMatchObject({ Ada: 0, Zoe: 0, Zac: null })
    expect(await marksOf(admin, [named.filter, high.filter])).toMatchObject({
      Ada: 0,
      Abe: 0,
      Zoe: 1,
      Zac: null,
    })
    // Without rules there are no marks, also right after a query that had some.
    expect(Object.values(await marksOf(admin, []))).not.toContainEqual(expect.anything())
  })

  it('say nothing about a field that the reader may not read', async () => {
    const marks = [high.filter, { not: high.filter }, { field: 'score', op: 'isEmpty' }, named.filter]
    expect(await marksOf(reader, marks)).toMatchObject({ Ada: 3, Abe: 3, Zoe: null, Zac: null })
  })
})

describe('rules of a view', () => {
  it('are kept in their order, and checked with their place', async () => {
    const view = await create({ type: 'table', displayOptions: { rowColors: [high, named] } })
    const { displayOptions } = await admin.ok(viewsApi.get, { params: at(view.id) })
    expect(displayOptions.rowColors).toEqual([high, named])
    const wrong = { filter: { and: [named.filter, { field: 'gone', op: 'isEmpty' }] }, color: red } as const
    const refused = await admin.refused(viewsApi.create, {
      params: team(),
      body: bodyOf({ type: 'table', displayOptions: { rowColors: [high, wrong] } }),
    })
    expect(refused.code).toBe('filter_invalid')
    expect(refused.errors?.map(({ path }) => path)).toEqual(['displayOptions.rowColors.1.filter.and.1.field'])
  })

  it('on fields that a reader may not read are not shown to them, and not lost when they save', async () => {
    const view = await create({ type: 'table', displayOptions: { rowColors: [high, named] } })
    const seen = await reader.ok(viewsApi.get, { params: at(view.id) })
    expect(seen.displayOptions.rowColors).toEqual([named])
    expect(seen.canSave).toBe(false)
    const options = { ...seen.displayOptions, rowColors: [] }
    await reader.refused(viewsApi.update, { params: at(view.id), body: { displayOptions: options } })
    const plain = await create({ type: 'table', displayOptions: { rowColors: [named] } })
    expect((await reader.ok(viewsApi.get, { params: at(plain.id) })).canSave).toBe(true)
  })

  it('are not sent to visitors', async () => {
    const view = await create({
      type: 'table',
      isVisibleExternally: true,
      displayedFields: [{ dataFieldId: people.name! }],
      displayOptions: { rowColors: [high] },
    })
    const seen = await visitor.ok(viewsApi.publicGet, {
      params: { ...team(), publicKey: view.publicKey },
      query: {},
    })
    expect(seen.displayOptions.rowColors).toEqual([])
    expect(JSON.stringify(seen)).not.toContain('score')
  })
})
