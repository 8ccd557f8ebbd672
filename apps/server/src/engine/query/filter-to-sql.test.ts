/** The two evaluators of the filter language agree on random filters and random records. */
import { arbitraryFilter, arbitraryValue, type World } from '@muster/contract/filters/arbitrary.test-support'
import { evaluate, type FilterRecord, recordValue } from '@muster/contract/filters/evaluate'
import { compareRecords } from '@muster/contract/filters/sort'
import { subjectOf } from '@muster/contract/filters/subjects'
import { resolveFilter } from '@muster/contract/filters/variables'
import type { DataRecord, QueryResult } from '@muster/contract/records/records.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { ident, rows, run, sql } from '../../platform/db.ts'
import { type Scope, scopeOf } from '../access/scope.ts'
import { everyCondition } from '../indexes/operators.ts'
import type { FieldModel } from '../model/model.ts'
import { createRecord } from '../write/create.ts'
import { selectionOf } from './page.ts'
import { RecordReader } from './record-reader.ts'
import { orderSql } from './sort.ts'

const records = 300
const trees = 2500
/** The day before summer time begins, so that a day near it is shorter. */
const now = new Date('2024-03-09T17:30:00Z')

let deps: TestDeps
let world: TestWorld
let people: FilterRecord[]
let byId: Map<number, FilterRecord>
let fields: readonly FieldModel[]
let placeFields: readonly FieldModel[]
let scope: Scope
let arbitrary: World

beforeAll(async () => {
  deps = await testDeps()
  world = await aWorld(deps)
  const admin = world.team.admin.teamUser
  const context = await world.context(admin)
  const { model, access } = context
  fields = access.home.fields
  placeFields = (await world.access(admin, world.places)).home.fields
  arbitrary = {
    ids: [...world.partyIds, ...world.placeIds, admin.teamUserId],
    collectionIds: [world.people, world.staff, world.board, world.winners, world.places],
    now,
    fieldsOf: (id) => (id === world.places ? placeFields : undefined),
  }
  const item = fc.record({
    values: fc.record(
      Object.fromEntries(fields.filter(isWritable).map((field) => [field.columnName, arbitraryOf(field)])),
    ),
    dataCollectionIds: fc.subarray([world.staff, world.board]),
  })
  // Avoids collisions in unique fields, which are not tested here.
  const items = fc.sample(item, { numRuns: records, seed: 11 }).map((sample, n) => ({
    ...sample,
    values: { ...sample.values, email: n % 5 === 0 ? null : `p${n}@example.org`, number: `N-${n}` },
  }))
  for (const one of items) await createRecord(deps, context, one)
  // Creation times around `now`, some of them equal.
  await run(
    deps.pool,
    sql`update ${ident(model.schema, 'data_record')} set created_at = ${now}::timestamptz + (id % 150 - 75) * interval '41 minutes'`,
  )
  const reader = new RecordReader(deps)
  people = await readAll(reader, world.people)
  byId = new Map([...people, ...(await readAll(reader, world.places))].map((record) => [record.id, record]))
  scope = scopeOf(context, now)
})
afterAll(async () => {
  await deps?.close()
})

/** Files have only `isEmpty`, and need uploads. */
function isWritable({ type }: FieldModel): boolean {
  return type.family !== 'file' || type.type === 'video'
}

function arbitraryOf(field: FieldModel): fc.Arbitrary<unknown> {
  const reference = field.type.refersTo?.(field.settings)
  const ids =
    reference?.to === 'collection'
      ? [world.people, world.places, world.parties]
      : reference?.to === 'record' && reference.collectionId === world.parties
        ? world.partyIds
        : world.placeIds
  return arbitraryValue(field, { ids, now })
}

/** Records as the API returns them, with their collections. */
async function readAll(reader: RecordReader, dataCollectionId: number): Promise<FilterRecord[]> {
  const { teamUser } = world.team.admin
  const response = await reader.query(teamUser, dataCollectionId, {
    sort: [],
    limit: 1000,
    count: 'none',
    deleted: false,
  })
  const { items } = response.parsed() as QueryResult
  const { schema } = await world.model()
  const members = await rows<{ id: number; collection: number }>(
    deps.pool,
    sql`select record_id as id, data_collection_id as collection from ${ident(schema, 'membership')}`,
  )
  return items.map((record) => ({ ...record, dataCollectionIds: collectionsOf(record, members) }))
}

function collectionsOf(record: DataRecord, members: readonly { id: number; collection: number }[]): number[] {
  const plain = members.filter(({ id }) => id === record.id).map(({ collection }) => collection)
  const isWinner = typeof record.values.score === 'number' && record.values.score > 100
  return [record.dataCollectionId, ...plain, ...(isWinner ? [world.winners] : [])]
}

const context = () => ({
  fields,
  now,
  timeZone: scope.timeZone,
  fieldsOf: (id: number) => arbitrary.fieldsOf?.(id),
  linked: (id: number) => byId.get(id),
})

function symmetricDifference(a: readonly number[], b: readonly number[]): number[] {
  return [...a.filter((id) => !b.includes(id)), ...b.filter((id) => !a.includes(id))]
}

const sortable = () => fields.filter(({ type }) => type.isSortable).map(({ columnName }) => columnName)

describe('a filter', () => {
  it(`means the same in SQL and in memory, over ${trees} random trees and ${records} records`, async () => {
    const filters = fc.sample(arbitraryFilter(fields, arbitrary), { numRuns: trees, seed: 29 })
    let [hits, starts] = [0, 0]
    for (const filter of filters) {
      // In the order of a text that must start with something, which narrows it further.
      const start = everyCondition(filter).find(
        ({ op, field }) => op === 'startsWith' && sortable().includes(field),
      )
      const sort = start ? [{ field: start.field, direction: 'asc' as const }] : []
      if (start) starts++
      const selection = selectionOf(scope, { filter, sort, search: undefined, deleted: false })
      const found = await rows<{ id: number }>(
        deps.pool,
        sql`select t.record_id as id from ${selection.source} where ${selection.where} order by 1`,
      )
      const resolved = resolveFilter(filter, { currentUser: scope.caller.teamUserId })
      const expected = people.filter((record) => evaluate(resolved, record, context())).map(({ id }) => id)
      const wrong = symmetricDifference(
        found.map(({ id }) => id),
        expected,
      )
      expect(wrong, JSON.stringify(filter)).toEqual([])
      if (expected.length > 0 && expected.length < people.length) hits++
    }
    // Enough filters must match some but not all records.
    expect(hits).toBeGreaterThan(trees / 3)
    expect(starts).toBeGreaterThan(10)
  }, 300_000)
})

/** Whether Node and PostgreSQL sort the text alike; their versions of ICU may differ for rare scripts. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'string' || /^[\n -\u024f\u0370-\u03ff’]*$/.test(value)
}

describe('an order', () => {
  it('is the same in SQL and in memory, for every sortable field in both directions', async () => {
    const names = [...sortable(), '@name', '@createdAt']
    const nameOf = (id: number) =>
      byId.get(id)?.name ?? ['Greens', 'Blues', 'Écologistes'][world.partyIds.indexOf(id)]
    for (const field of names) {
      for (const direction of ['asc', 'desc'] as const) {
        const sort = [{ field, direction }]
        const selection = selectionOf(scope, { filter: undefined, sort, search: undefined, deleted: false })
        const found = await rows<{ id: number }>(
          deps.pool,
          sql`select t.record_id as id from ${selection.source} where ${selection.where}
              order by ${orderSql(selection.order)}`,
        )
        const target = subjectOf(field, fields)?.target ?? null
        const expected = people
          .filter((record) => isPlain(recordValue(field, record)))
          .sort(compareRecords(sort, { fields, ...(target === null ? {} : { nameOf }) }))
        const compared = new Set(expected.map(({ id }) => id))
        expect(compared.size, field).toBeGreaterThan(1)
        expect(
          found.map(({ id }) => id).filter((id) => compared.has(id)),
          `${field} ${direction}`,
        ).toEqual(expected.map(({ id }) => id))
      }
    }
  })
})
