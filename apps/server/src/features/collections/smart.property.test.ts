/**
 * The members of smart collections match those that the contract's evaluator finds among all records: after
 * random creates, edits, deletions and restores, in smart children of the root, of plain and of smart
 * children, and with filters on another collection's members.
 */
import type { CreateCollection } from '@muster/contract/collections/collections.schema'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { arbitraryFilter, arbitraryValue, type World } from '@muster/contract/filters/arbitrary.test-support'
import type { Filter } from '@muster/contract/filters/ast'
import { evaluate, type FilterRecord } from '@muster/contract/filters/evaluate'
import { conditionsIn } from '@muster/contract/filters/explain'
import { resolveFilter } from '@muster/contract/filters/variables'
import type { QueryResult } from '@muster/contract/records/records.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { changeModel } from '../../engine/model/change-model.ts'
import type { FieldModel } from '../../engine/model/model.ts'
import { RecordReader } from '../../engine/query/record-reader.ts'
import { bulk } from '../../engine/write/bulk.ts'
import { ident, rows, sql } from '../../platform/db.ts'
import { addCollection, createCollection } from './collections.service.ts'

const collections = 24
const rounds = 40
const startRecords = 60
/** The fixed time: filters depend on it, and time passing between two queries would change the result. */
const now = new Date('2024-03-09T17:30:00Z')

let deps: TestDeps
let world: TestWorld
let reader: RecordReader
let arbitrary: World
let fields: readonly FieldModel[]
let placeFields: readonly FieldModel[]
let places: Map<number, FilterRecord>
/** Ids of smart collections, parents before children. */
const smart: number[] = []

beforeAll(async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  deps = await testDeps()
  world = await aWorld(deps, false)
  reader = new RecordReader(deps)
  const { teamUser } = world.team.admin
  fields = (await world.access(teamUser)).home.fields
  placeFields = (await world.access(teamUser, world.places)).home.fields
  arbitrary = {
    ids: [...world.partyIds, ...world.placeIds],
    collectionIds: [world.people, world.staff, world.board],
    now,
    fieldsOf: (id) => (id === world.places ? placeFields : undefined),
  }
  places = new Map((await living(world.places)).map((record) => [record.id, record]))
  await bulkOf({ create: valuesOf(startRecords, 1) })
  const filters = fc.sample(arbitraryFilter(fields, arbitrary), { numRuns: 4 * collections, seed: 5 })
  for (const filter of filters) {
    if (smart.length === collections) break
    if (JSON.stringify(filter).includes('currentUser')) continue
    // In turn: of the root, a plain child, its child, a smart one; every fourth refers to another one.
    const parents = [world.people, world.staff, world.board, smart.at(-1) ?? world.people]
    const about: Filter = { field: '@collections', op: 'notMemberOf', value: [smart[0] ?? world.staff] }
    const parent = parents[smart.length % 4] as number
    smart.push(await makeSmart(parent, smart.length % 4 === 2 ? { or: [filter, about] } : filter))
  }
}, 300_000)
afterAll(async () => {
  vi.useRealTimers()
  await deps?.close()
})

async function makeSmart(idParentDataCollection: number, membershipDataFilter: Filter): Promise<number> {
  const name = `Smart ${smart.length}`
  const body: CreateCollection = createCollectionBody.parse({
    name,
    pluralName: name,
    idParentDataCollection,
    isSmartCollection: true,
    membershipDataFilter,
  })
  return changeModel(deps, world.team.teamId, (change) => addCollection(change, body))
}

/** Values for people, with unique ones where the field requires it. */
let made = 0
function valuesOf(count: number, seed: number): { values: Record<string, unknown> }[] {
  const writable = fields.filter(({ type }) => type.family !== 'file' || type.type === 'video')
  const item = fc.record(
    Object.fromEntries(writable.map((field) => [field.columnName, arbitraryValue(field, worldOf(field))])),
  )
  return fc.sample(item, { numRuns: count, seed }).map((values) => {
    made++
    return { values: { ...values, email: made % 5 ? `p${made}@example.org` : null, number: `N-${made}` } }
  })
}

function worldOf(field: FieldModel): World {
  const reference = field.type.refersTo?.(field.settings)
  const isParty = reference?.to === 'record' && reference.collectionId === world.parties
  const ids =
    reference?.to === 'collection' ? [world.people, world.places] : isParty ? world.partyIds : world.placeIds
  return { ids, now }
}

async function bulkOf(body: object): Promise<void> {
  const context = await world.context(world.team.admin.teamUser)
  const whole =
    'create' in body || 'update' in body ? { create: [], update: [], skipBad: true, ...body } : body
  await bulk(deps, context, whole as never)
}

async function living(dataCollectionId: number): Promise<FilterRecord[]> {
  const answer = await reader.query(world.team.admin.teamUser, dataCollectionId, {
    sort: [],
    limit: 1000,
    count: 'none',
    deleted: false,
  })
  return (answer.parsed() as QueryResult).items
}

/** The expected members, computed in memory from the definitions. */
async function membersInMemory(): Promise<Map<number, number[]>> {
  const model = await world.model()
  const people = await living(world.people)
  const plain = await rows<{ id: number; of: number }>(
    deps.pool,
    sql`select record_id as id, data_collection_id as of from ${ident(model.schema, 'membership')}`,
  )
  const byHand = new Set(plain.map(({ id, of }) => `${id} ${of}`))
  const context = {
    fields,
    now,
    timeZone: model.timeZone,
    fieldsOf: (id: number) => arbitrary.fieldsOf?.(id),
    linked: (id: number) => places.get(id),
  }
  const isIn = (record: FilterRecord, id: number): boolean => {
    const collection = model.collections.get(id)
    if (!collection || collection.parentId === null) return collection?.id === world.people
    if (!isIn(record, collection.parentId)) return false
    const filter = collection.membershipDataFilter
    if (!filter) return byHand.has(`${record.id} ${id}`)
    const dataCollectionIds = collectionsIn(filter).filter((other) => isIn(record, other))
    return evaluate(resolveFilter(filter, {}), { ...record, dataCollectionIds }, context)
  }
  return new Map(smart.map((id) => [id, people.filter((one) => isIn(one, id)).map((one) => one.id)]))
}

/** The collections whose members a filter refers to. */
function collectionsIn(filter: Filter): number[] {
  return conditionsIn(filter)
    .filter(({ field }) => field === '@collections')
    .flatMap(({ value }) => [value].flat().map(Number))
}

/** One random action; picks are numbers that are mapped to the existing records. */
const action = fc.record({
  kind: fc.constantFrom('create', 'edit', 'edit', 'edit', 'delete', 'restore', 'add', 'remove', 'move'),
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
  seed: fc.nat(),
})

async function perform({
  kind,
  picks,
  seed,
}: {
  kind: string
  picks: number[]
  seed: number
}): Promise<void> {
  const there = (await living(world.people)).map(({ id }) => id)
  const some = (from: readonly number[]) => [...new Set(picks.map((n) => from[n % from.length] as number))]
  if (kind === 'create' || there.length === 0) return bulkOf({ create: valuesOf(picks.length, seed) })
  if (kind === 'edit') {
    const changes = valuesOf(picks.length, seed)
    const update = some(there).map((id, n) => {
      const values = Object.entries(changes[n]?.values ?? {}).filter((_, at) => (at + seed) % 3 === 0)
      return { id, values: Object.fromEntries(values) }
    })
    return bulkOf({ update })
  }
  if (kind === 'delete') return bulkOf({ delete: { ids: some(there).slice(0, 4) } })
  if (kind === 'restore') return bulkOf({ restore: { filter: { and: [] } } })
  const target = { ids: some(there) }
  if (kind === 'add') return bulkOf({ addTo: seed % 2 ? world.staff : world.board, target })
  if (kind === 'remove') return bulkOf({ removeFrom: seed % 2 ? world.staff : world.board, target })
  return bulkOf({ moveFrom: world.board, moveTo: world.staff, target })
}

it('matches the evaluator’s members and counts after every action', async () => {
  const actions = fc.sample(action, { numRuns: rounds, seed: 9 })
  const model = await world.model()
  let hits = 0
  for (const one of actions) {
    await perform(one)
    const wanted = await membersInMemory()
    const counts = await reader.countEach(world.team.admin.teamUser, smart)
    for (const id of smart) {
      const found = (await living(id)).map((record) => record.id)
      const filter = JSON.stringify(model.collections.get(id)?.membershipDataFilter)
      expect({ one, filter, found }).toEqual({ one, filter, found: wanted.get(id) })
      expect(counts.get(id)).toEqual({ total: found.length, totalIsExact: true })
      hits += found.length
    }
  }
  // Guards against filters that never match anything.
  expect(hits).toBeGreaterThan(rounds * collections)
}, 300_000)

it('rejects filters that depend on the current user', async () => {
  const { teamUser } = world.team.admin
  const body = createCollectionBody.parse({
    name: 'Round',
    pluralName: 'Rounds',
    idParentDataCollection: smart[3],
    isSmartCollection: true,
    membershipDataFilter: { field: '@createdBy', op: 'is', value: { variable: 'currentUser' } },
  })
  await expect(createCollection(deps, teamUser, body)).rejects.toMatchObject({ code: 'filter_invalid' })
})
