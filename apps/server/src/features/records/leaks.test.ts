/**
 * Data hidden from a role does not leak through lists, filters, sorts, sums, search, history, links or
 * errors.
 */

import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { searchApi } from '@muster/contract/search/search.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Grant, TestUser } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { undoRegistry } from '../../undo.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { searchRoutes } from '../search/search.routes.ts'
import { recordsRoutes } from './records.routes.ts'

/** Words and numbers that occur in hidden data only. */
const secretColumn = 'Xylophone'
const secretScore = 987_654_321
const secretRow = 'Quetzalcoatl'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
/** May read everything but `notes` and `score`, and only records with a party. */
let clerk: TestUser
let client: Client
let seen: number
let hidden: number
let place: number

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
    bindTo(searchApi, searchRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  place = await create(world.places, { name: 'Harbour' })
  seen = await create(world.people, {
    name: 'Ana',
    party: world.partyIds[0],
    notes: `<p>${secretColumn}</p>`,
    score: secretScore,
    home: place,
  })
  hidden = await create(world.people, { name: secretRow, notes: '<p>nothing</p>', weight: 77.5, home: place })
  await change(seen, { score: secretScore - 1, weight: 12 })
  await change(hidden, { weight: 78.5 })
  await world.team.setMemberGrants([])
  const { fields } = await world.access(world.team.admin.teamUser)
  const rowFilter = { field: 'party', op: 'isNotEmpty' }
  clerk = await world.team.user({
    grants: [
      ...[...fields.values()]
        .filter(({ field }) => !['notes', 'score'].includes(field.columnName))
        .map(({ field }) => ({
          permission: 'read_data_field_data' as const,
          dataFieldId: field.id,
          rowFilter,
        })),
      { permission: 'read_data_field_data', dataCollectionId: world.parties },
      { permission: 'read_data_record_metadata' },
    ],
  })
  client = clientOf(app, clerk)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

async function create(dataCollectionId: number, values: Record<string, unknown>): Promise<number> {
  const params = { teamId: world.team.teamId, dataCollectionId }
  return (await admin.ok(recordsApi.create, { params, body: { values } })).record.id
}
async function change(dataRecordId: number, values: Record<string, unknown>): Promise<void> {
  await admin.ok(recordsApi.update, { params: { teamId: world.team.teamId, dataRecordId }, body: { values } })
}

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const of = (dataRecordId: number) => ({ teamId: world.team.teamId, dataRecordId })

/** Expects no hidden data, and no names of hidden columns. */
function expectNoSecrets(answer: unknown): void {
  const text = JSON.stringify(answer)
  for (const secret of [
    secretColumn,
    secretRow,
    String(secretScore),
    String(secretScore - 1),
    '77.5',
    '78.5',
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toMatch(/"(notes|score)":/)
}

describe('a hidden column and hidden rows', () => {
  it('are not in lists, records or counts', async () => {
    const page = await client.ok(recordsApi.query, { params: inPeople(), body: { count: 'exact' } })
    expectNoSecrets(page)
    expect(page.items.map(({ id }) => id)).toEqual([seen])
    expect(page.total).toBe(1)
    expectNoSecrets(
      await client.ok(recordsApi.query, { params: inPeople(), body: { fields: ['notes', 'score', 'name'] } }),
    )
    expectNoSecrets(await client.ok(recordsApi.list, { params: inPeople() }))
    const record = await client.ok(recordsApi.get, { params: of(seen) })
    expectNoSecrets(record)
    expect(record.values).not.toHaveProperty('notes')
    expect((await client.refused(recordsApi.get, { params: of(hidden) })).code).toBe('not_found')
  })

  it('cannot be used in filters, sorts or aggregates', async () => {
    const bodies = [
      { filter: { field: 'notes', op: 'contains' as const, value: 'Xy' } },
      { filter: { field: 'score', op: 'gt' as const, value: 5 } },
      { filter: { not: { field: 'score', op: 'isEmpty' as const } } },
      { sort: [{ field: 'score', direction: 'desc' as const }] },
    ]
    for (const body of bodies) {
      const problem = await client.refused(recordsApi.query, { params: inPeople(), body })
      expect(problem.code).toBe('filter_invalid')
      expect(problem.errors?.[0]?.code).toBe('unknown_field')
      expectNoSecrets(problem)
    }
    const measures = [
      [{ fn: 'sum' as const, field: 'score' }],
      [{ fn: 'countFilled' as const, field: 'notes' }],
    ]
    for (const measure of measures) {
      const problem = await client.refused(recordsApi.aggregate, {
        params: inPeople(),
        body: { measures: measure },
      })
      expect(problem.code).toBe('filter_invalid')
    }
    const grouped = { groupBy: [{ field: 'score' }], measures: [{ fn: 'count' as const }] }
    expect((await client.refused(recordsApi.aggregate, { params: inPeople(), body: grouped })).code).toBe(
      'filter_invalid',
    )
    const sums = await client.ok(recordsApi.aggregate, {
      params: inPeople(),
      body: { measures: [{ fn: 'count' }, { fn: 'sum', field: 'weight' }, { fn: 'max', field: 'weight' }] },
    })
    expect(sums.groups[0]?.values).toEqual([1, 12, 12])
  })

  it('are not found by search, in a collection or globally', async () => {
    for (const search of [secretColumn, secretRow, 'xylo', 'quetz']) {
      const page = await client.ok(recordsApi.query, { params: inPeople(), body: { search, count: 'exact' } })
      expect(page).toMatchObject({ items: [], total: 0 })
      const all = await client.ok(searchApi.all, {
        params: { teamId: world.team.teamId },
        query: { q: search },
      })
      expect(all.items).toEqual([])
    }
    const found = await client.ok(searchApi.all, {
      params: { teamId: world.team.teamId },
      query: { q: 'ana' },
    })
    expect(found.items.map(({ id }) => id)).toEqual([seen])
    // Callers who may read them find the same words.
    const own = await admin.ok(recordsApi.query, { params: inPeople(), body: { search: secretColumn } })
    expect(own.items).toHaveLength(1)
  })

  it('are not found by the names of choices from a hidden list', async () => {
    const { fields } = await world.access(world.team.admin.teamUser)
    const dataFieldId = fields.get('party')!.field.id
    const readsParty: Grant = { permission: 'read_data_field_data', dataFieldId }
    const readsGreens: Grant = {
      permission: 'read_data_field_data',
      dataCollectionId: world.parties,
      rowFilter: { field: 'name', op: 'is', value: 'Greens' },
    }
    const readsAll: Grant = { permission: 'read_data_field_data', dataCollectionId: world.parties }
    const cases: [grants: Grant[], found: number[]][] = [
      [[readsParty], []],
      [[readsParty, readsGreens], []],
      [[readsParty, readsAll], [seen]],
    ]
    for (const [grants, found] of cases) {
      const reader = clientOf(app, await world.team.user({ grants }))
      const body = { search: 'greens', count: 'exact' as const }
      const page = await reader.ok(recordsApi.query, { params: inPeople(), body })
      expect([page.items.map(({ id }) => id), page.total]).toEqual([found, found.length])
      const all = await reader.ok(searchApi.all, {
        params: { teamId: world.team.teamId },
        query: { q: 'greens', dataCollectionId: world.people },
      })
      expect(all.items.map(({ id }) => id)).toEqual(found)
      expect(JSON.stringify(all).includes('Greens')).toBe(found.length > 0)
    }
  })

  it('are not in history or recent changes', async () => {
    const history = await client.ok(recordsApi.logEvents, { params: of(seen) })
    expectNoSecrets(history)
    expect(JSON.stringify(history)).toContain('weight')
    expect((await client.refused(recordsApi.logEvents, { params: of(hidden) })).code).toBe('not_found')
    expectNoSecrets(await client.ok(operationsApi.recentChanges, { params: { teamId: world.team.teamId } }))
  })

  it('are not named by records of other collections', async () => {
    // The client may not read places: neither their page, nor their names beside people.
    const places = { teamId: world.team.teamId, dataCollectionId: world.places }
    expect((await client.refused(recordsApi.query, { params: places, body: {} })).code).toBe('not_found')
    const page = await client.ok(recordsApi.query, { params: inPeople(), body: {} })
    expect(JSON.stringify(page)).not.toContain('Harbour')
    const filter = {
      field: 'home',
      op: 'some' as const,
      where: { field: 'name', op: 'is' as const, value: 'Harbour' },
    }
    expect((await client.refused(recordsApi.query, { params: inPeople(), body: { filter } })).code).toBe(
      'filter_invalid',
    )
  })

  it('do not show by errors how often a list item is used that the caller may not delete', async () => {
    const [greens, blues] = world.partyIds
    const rowFilter = { field: 'name', op: 'is', value: 'Greens' }
    const readsGreens: Grant = {
      permission: 'read_data_field_data',
      dataCollectionId: world.parties,
      rowFilter,
    }
    const deletesGreens: Grant = { ...readsGreens, permission: 'delete_data_records' }
    const other = await create(world.people, { name: 'Bob', party: blues })
    const codeOf = async (grants: Grant[], dataRecordId: number | undefined) => {
      const reader = clientOf(app, await world.team.user({ grants }))
      return (await reader.refused(recordsApi.remove, { params: of(dataRecordId!) })).code
    }
    expect(await codeOf([readsGreens], blues)).toBe('not_found')
    expect(await codeOf([readsGreens], greens)).toBe('access_denied')
    expect(await codeOf([readsGreens, deletesGreens], greens)).toBe('in_use')
    // Nor do changes of many records.
    const deleter = clientOf(app, await world.team.user({ grants: [readsGreens, deletesGreens] }))
    const { updated } = await deleter.ok(recordsApi.bulk, {
      params: { teamId: world.team.teamId, dataCollectionId: world.parties },
      body: { delete: { ids: [blues!] } },
    })
    expect(updated).toBe(0)
    await admin.ok(recordsApi.remove, { params: of(other) })
  })

  it('cannot be written, and the error reveals nothing', async () => {
    const write = (id: number, values: Record<string, unknown>) =>
      client.refused(recordsApi.update, { params: of(id), body: { values } })
    expectNoSecrets(await write(seen, { score: 1 }))
    // The response for a hidden record is the same as for a missing one.
    const { requestId: _hidden, ...ofHidden } = await write(hidden, { name: 'x' })
    const { requestId: _absent, ...ofAbsent } = await write(9_999_999, { name: 'x' })
    expect(ofHidden).toEqual(ofAbsent)
    expect((await write(seen, { name: 'x' })).errors?.[0]?.code ?? 'access_denied').toMatch(
      /read_only|access_denied/,
    )
    const removed = await client.refused(recordsApi.remove, { params: of(hidden) })
    expect(removed.code).toBe('not_found')
    expect((await client.refused(recordsApi.remove, { params: of(seen) })).code).toBe('access_denied')
  })
})
