/**
 * Bulk writes as one operation: invalid values are reported with their paths, and access is checked per
 * record.
 */
import { recordsApi } from '@muster/contract/records/records.api'
import type { BulkBody } from '@muster/contract/records/records.schema'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { waitingForLocks } from '../../../test/waiting-for-locks.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'
import { ident, one, outsideTransaction, rows, sql, transaction } from '../../platform/db.ts'
import { tasksOf } from '../../tasks.ts'
import { insertOperation } from './operation.sql.ts'
import { updateRecords } from './update.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => bindTo(recordsApi, recordsRoutes(deps)))
})
beforeEach(async () => {
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const of = (dataRecordId: number) => ({ teamId: world.team.teamId, dataRecordId })
const bulk = (body: unknown, client = admin) =>
  client.ok(recordsApi.bulk, { params: inPeople(), body: body as BulkBody })
const refused = (body: unknown, client = admin) =>
  client.refused(recordsApi.bulk, { params: inPeople(), body: body as BulkBody })
const read = (id: number, client = admin) => client.ok(recordsApi.get, { params: of(id) })
const some = async (...values: Record<string, unknown>[]) =>
  (await bulk({ create: values.map((each) => ({ values: each })) })).created
const countAll = async () =>
  (await one<{ n: number }>(
    deps.pool,
    sql`select count(*) as n from ${ident(world.team.schema, 'data_record')}`,
  ))!.n

describe('paste', () => {
  it('writes the same values whether or not all items have the same fields', async () => {
    const before = { name: 'Before', score: 7, born: '1941-09-08', notes: '<p>Xyst</p>', is_member: true }
    const after = {
      name: ' After ',
      score: null,
      born: '1950-01-02',
      phone: '+14155552671',
      weight: 3.25,
      price: { amount: 20.5, currency: 'EUR' },
      is_member: false,
      seen_at: '2024-02-29T18:45:00Z',
      term: { start: '2024-01-01', end: '2024-02-01' },
      payment: 'paid',
      facts: [{ label: 'Born in', value: 'Lima' }],
      notes: '<p>Zyzzyva</p>',
    }
    const ids = await some(before, before, before, before)
    const [first, second, third, fourth] = ids as [number, number, number, number]
    const alike = await bulk({ update: [first, second].map((id) => ({ id, values: after })) })
    const other = await bulk({
      update: [
        { id: third, values: after },
        { id: fourth, values: { ...after, home: null } },
      ],
    })
    const state = () =>
      Promise.all(ids.map(async (id) => ({ ...(await read(id)).values, number: null }) as object))
    const written = await state()
    expect(written[0]).toMatchObject({ name: 'After', score: null, weight: 3.25, payment: 'paid' })
    for (const each of written) expect(each).toEqual(written[0])
    const events = await rows<{ before: object; after: object }>(
      deps.pool,
      sql`select before, after from ${ident(world.team.schema, 'log_event')}
          where operation_id in (${alike.operation?.id}, ${other.operation?.id})`,
    )
    expect(events).toHaveLength(4)
    for (const each of events) expect(each).toEqual(events[0])
    const again = await bulk({ update: [first, second].map((id) => ({ id, values: after })) })
    expect(again).toMatchObject({ updated: 0, operation: null })
    const missing = await refused({ update: [...ids, 999_999].map((id) => ({ id, values: { score: 1 } })) })
    expect(missing).toMatchObject({ code: 'not_found', params: { path: 'update.4' } })
    expect(await state()).toEqual(written)
  })

  it('refuses the fields that somebody else has changed since', async () => {
    const ids = await some({ name: 'A', score: 1 }, { name: 'B', score: 2 }, { name: 'C', score: 3 })
    const [scored, moved, same] = ids as [number, number, number]
    await bulk({ update: [{ id: scored, values: { score: 10 } }] })
    await bulk({ update: [{ id: moved, values: { home: null, weight: 4 } }] })
    const update = ids.map((id, n) => ({ id, values: { name: `P${n}`, score: 20 + n }, version: 1 }))
    expect(await refused({ update })).toMatchObject({
      code: 'version_conflict',
      params: { path: 'update.0' },
    })
    expect(await bulk({ update, skipBad: true })).toMatchObject({
      updated: 3,
      rejected: [{ path: 'update.0.values.score', code: 'version_conflict' }],
    })
    expect((await read(scored)).values).toMatchObject({ name: 'P0', score: 10 })
    expect((await read(moved)).values).toMatchObject({ name: 'P1', score: 21, weight: 4 })
    expect((await read(same)).values).toMatchObject({ name: 'P2', score: 22 })
  })

  it('waits for another change of its records, and finds it', async () => {
    const [first, second] = (await some({ name: 'A', score: 1 }, { name: 'B', score: 2 })) as [number, number]
    let pasted: ReturnType<typeof bulk> | undefined
    await transaction(deps.pool, async (client) => {
      const context = { ...(await world.context(world.team.admin.teamUser)), executor: client }
      const operationId = await insertOperation(context, 'update_records')
      await updateRecords(context, [{ n: 0, id: second, v: { score: 5 } }], operationId)
      const update = [first, second].map((id) => ({ id, values: { name: 'Pasted', score: 7 }, version: 1 }))
      pasted = outsideTransaction(() => bulk({ update, skipBad: true }))
      await expect.poll(() => outsideTransaction(() => waitingForLocks(deps.pool))).toBe(1)
    })
    expect(await pasted).toMatchObject({
      updated: 2,
      rejected: [{ path: 'update.1.values.score', code: 'version_conflict' }],
    })
    expect((await read(second)).values).toMatchObject({ name: 'Pasted', score: 5 })
  })

  it('finds many changed records before and after a job has indexed them', async () => {
    const many = 2001
    const { created } = await bulk({
      create: Array.from({ length: many }, (_, n) => ({ values: { name: `Okapi ${n}` } })),
    })
    deps.added.length = 0
    await bulk({ update: created.map((id) => ({ id, values: { notes: '<p>Pasted zyzzyva</p>' } })) })
    const found = async (search: string) =>
      (
        await admin.ok(recordsApi.query, {
          params: inPeople(),
          body: { search, limit: 1, count: 'exact' } as never,
        })
      ).total
    expect(deps.added).toMatchObject([{ name: 'index_imported', payload: { keepsStatistics: true } }])
    expect([await found('zyzzyva'), await found('okapi')]).toEqual([many, many])
    await deps.runJobs(tasksOf(deps))
    const [catalogue] = await rows<{ pending: number }>(
      deps.pool,
      sql`select count(search_pending)::int as pending from ${ident(world.team.schema, 'data_record')}`,
    )
    expect(catalogue).toEqual({ pending: 0 })
    expect([await found('zyzzyva'), await found('okapi')]).toEqual([many, many])
  })

  it('creates and updates in one operation, and returns ids in the order of the request', async () => {
    const [id] = await some({ name: 'A' })
    const result = await bulk({
      create: [{ values: { name: 'B', party: world.partyIds[0] } }, { values: { name: 'C' } }],
      update: [
        { id, values: { score: 9 } },
        { id, values: { name: 'D' } },
      ],
    })
    expect(result).toMatchObject({ updated: 1, rejected: [], operation: { recordCount: 3 } })
    expect(await Promise.all(result.created.map(async (made) => (await read(made)).name))).toEqual(['B', 'C'])
    expect(await read(id!)).toMatchObject({ name: 'D', values: { score: 9 }, version: 2 })
  })

  it('rejects the whole request if a value is invalid, and reports its path', async () => {
    const [id] = await some({ name: 'A' })
    const before = await countAll()
    const problem = await refused({
      create: [{ values: { name: 'B' } }, { values: { email: 'x', home: 5 } }],
      update: [{ id, values: { score: 'x' } }],
    })
    expect(problem.errors).toEqual([{ path: 'create.1.values.email', code: 'not_an_email' }])
    const late = await refused({ create: [{ values: { name: 'B' } }, { values: { home: 999_999 } }] })
    expect(late.errors).toEqual([{ path: 'create.1.values.home', code: 'unknown_record' }])
    expect((await refused({ update: [{ id: 999_999, values: { score: 1 } }] })).code).toBe('not_found')
    expect(await countAll()).toBe(before)
  })

  it('reports duplicates of unique values, in other records and within the request', async () => {
    const [first, second] = await some({ email: 'a@example.org' }, { email: 'b@example.org' })
    const body = {
      create: [{ values: { email: 'new@example.org' } }, { values: { email: 'NEW@example.org' } }],
      update: [{ id: second, values: { email: 'A@example.org', score: 3 } }],
    }
    const problem = await refused(body)
    expect(problem).toMatchObject({ code: 'validation_failed' })
    const result = await bulk({ ...body, skipBad: true })
    expect(result.rejected.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'create.1.values.email not_unique',
      'update.0.values.email not_unique',
    ])
    expect((await read(second!)).values).toMatchObject({ email: 'b@example.org', score: 3 })
    expect((await read(first!)).values.email).toBe('a@example.org')
    expect((await read(result.created[1]!)).values.email).toBeNull()
  })

  it('skips invalid and stale cells on request', async () => {
    const [id] = await some({ name: 'A', score: 1 })
    await bulk({ update: [{ id, values: { score: 2 } }] })
    const result = await bulk({
      create: [{ values: { name: 'B', score: 'x', home: 999_999 } }],
      update: [
        { id, values: { score: 3, name: 'A2', weight: 'x' }, version: 1 },
        { id: 999_999, values: { score: 1 } },
      ],
      skipBad: true,
    })
    expect(result.rejected.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'create.0.values.home unknown_record',
      'create.0.values.score not_a_number',
      'update.0.values.score version_conflict',
      'update.0.values.weight not_a_number',
      'update.1 not_found',
    ])
    expect(await read(id!)).toMatchObject({ name: 'A2', values: { score: 2, weight: null } })
    expect(await read(result.created[0]!)).toMatchObject({ name: 'B', values: { score: null, home: null } })
  })

  it('creates no operation if nothing changes', async () => {
    const [id] = await some({ name: 'A' })
    expect(await bulk({ update: [{ id, values: { name: 'A' } }] })).toEqual({
      operation: null,
      created: [],
      isRunning: false,
      updated: 0,
      rejected: [],
    })
  })
})

describe('one change of many records', () => {
  it('sets, deletes and restores the records of a filter', async () => {
    const ids = await some({ name: 'A', score: 1 }, { name: 'B', score: 2 }, { name: 'C', score: 30 })
    const filter = { field: 'score', op: 'lt', value: 10 }
    expect(
      (await bulk({ set: { payment: 'paid', visited: [world.placeIds[1]] }, target: { filter } })).updated,
    ).toBe(2)
    expect((await read(ids[0]!)).values).toMatchObject({ payment: 'paid', visited: [world.placeIds[1]] })
    expect((await read(ids[2]!)).values.payment).toBeNull()
    expect((await bulk({ delete: { filter } })).updated).toBe(2)
    expect((await read(ids[0]!)).deletedAt).not.toBeNull()
    expect((await bulk({ restore: { filter } })).updated).toBe(2)
    expect((await read(ids[0]!)).deletedAt).toBeNull()
    expect((await refused({ set: { score: 'x' }, target: { ids } })).errors).toEqual([
      { path: 'set.score', code: 'not_a_number' },
    ])
    expect((await refused({ set: { home: 999_999 }, target: { ids } })).errors).toEqual([
      { path: 'set.home', code: 'unknown_record' },
    ])
    expect((await refused({ set: { email: 'x@example.org' }, target: { ids } })).errors).toEqual([
      { path: 'set.email', code: 'not_unique' },
    ])
    expect((await refused({ delete: { filter: { field: 'nothing', op: 'isEmpty' } } })).code).toBe(
      'filter_invalid',
    )
  })

  it('changes the permitted records and reports the others', async () => {
    const ids = await some({ name: 'A', score: 1 }, { name: 'B', score: 60 }, { name: 'C', score: 99 })
    await world.team.setMemberGrants([
      {
        permission: 'read_data_field_data',
        ...inPeople(),
        rowFilter: { field: 'score', op: 'lt', value: 90 },
      },
      {
        permission: 'update_data_field_data',
        ...inPeople(),
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
      {
        permission: 'delete_data_records',
        ...inPeople(),
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
    ])
    const member = clientOf(app, world.team.member)
    const denied = [{ path: `target.${ids[1]}`, code: 'access_denied' }]
    expect(await bulk({ set: { weight: 1 }, target: { ids } }, member)).toMatchObject({
      updated: 1,
      rejected: denied,
    })
    expect(await bulk({ delete: { ids } }, member)).toMatchObject({ updated: 1, rejected: denied })
    expect(await bulk({ restore: { ids } }, member)).toMatchObject({ updated: 1 })
    expect((await refused({ set: { weight: 2 }, target: { ids: [ids[1]] } }, member)).code).toBe(
      'access_denied',
    )
    // A filter finds only visible records.
    const everything = { not: { field: 'name', op: 'is', value: 'nobody' } }
    expect(await bulk({ set: { weight: 3 }, target: { filter: everything } }, member)).toMatchObject({
      updated: 1,
      rejected: denied,
    })
  })

  it('does not restore a record whose unique value another record has', async () => {
    const [id] = await some({ email: 'a@example.org' })
    await bulk({ delete: { ids: [id] } })
    await some({ email: 'a@example.org' })
    const problem = await admin.refused(recordsApi.restore, { params: of(id!) })
    expect(problem.errors).toEqual([{ path: 'values.email', code: 'not_unique' }])
  })
})

describe('collections', () => {
  it('adds records to a collection and its ancestors, and removes them from its descendants', async () => {
    const ids = await some({ name: 'A' }, { name: 'B' })
    await bulk({ addTo: world.board, target: { ids } })
    expect((await read(ids[0]!)).dataCollectionIds.sort()).toEqual(
      [world.people, world.staff, world.board].sort(),
    )
    expect((await bulk({ removeFrom: world.staff, target: { ids: [ids[0]] } })).updated).toBe(1)
    expect((await read(ids[0]!)).dataCollectionIds).toEqual([world.people])
    const { record } = await admin.ok(recordsApi.setCollections, {
      params: of(ids[0]!),
      body: { dataCollectionIds: [world.staff] },
    })
    expect(record.dataCollectionIds.sort()).toEqual([world.people, world.staff].sort())
    for (const [id, code] of [
      [world.winners, 'smart_members'],
      [world.places, 'unknown_collection'],
      [999_999, 'unknown_collection'],
    ] as const) {
      expect((await refused({ addTo: id, target: { ids } })).errors).toEqual([{ path: 'addTo', code }])
    }
    const bad = await admin.refused(recordsApi.setCollections, {
      params: of(ids[0]!),
      body: { dataCollectionIds: [world.staff, world.winners] },
    })
    expect(bad.errors).toEqual([{ path: 'dataCollectionIds.1', code: 'smart_members' }])
  })

  it('does not let people extend their access by adding records to a collection', async () => {
    const [id] = await some({ name: 'A', score: 5 })
    const model = await world.model()
    const nameId = model.collections.get(world.people)!.fieldsByColumn.get('name')!.id
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', dataFieldId: nameId },
      { permission: 'update_data_field_data', dataFieldId: nameId },
      { permission: 'read_data_field_data', dataCollectionId: world.staff },
    ])
    const member = clientOf(app, world.team.member)
    expect((await read(id!, member)).values).toMatchObject({ name: 'A' })
    expect((await refused({ addTo: world.staff, target: { ids: [id] } }, member)).code).toBe('access_denied')
    const set = await member.refused(recordsApi.setCollections, {
      params: of(id!),
      body: { dataCollectionIds: [world.staff] },
    })
    expect(set.code).toBe('access_denied')
    expect((await read(id!)).dataCollectionIds).toEqual([world.people])
  })
})

describe('hostile input', () => {
  it('is rejected and never stored', async () => {
    const bad = [
      { facts: [{ label: 'a\0', value: 'b' }] },
      { address: { line1: '\ud800' } },
      { name: ['a'] },
      { name: { toString: 'x' } },
      { visited: [Number.MAX_SAFE_INTEGER] },
      { visited: ['1; drop table x'] },
      { score: 1e300 },
    ]
    for (const values of bad) {
      const { status } = await admin.call(recordsApi.create, { params: inPeople(), body: { values } })
      expect([JSON.stringify(values), status]).toEqual([JSON.stringify(values), 400])
    }
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)
    const response = await admin.call(recordsApi.create, {
      params: inPeople(),
      body: { values: { facts: deep } },
    })
    expect(response.status).toBe(400)
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`column_${n}`, n]))
    expect((await admin.call(recordsApi.create, { params: inPeople(), body: { values: wide } })).status).toBe(
      400,
    )
  })

  it('treats quotes and operators as text, not SQL', async () => {
    const name = `O'Brien"; drop table x; -- \\ $1 ? @> {}`
    const [id] = await some({ name, notes: name })
    expect(await read(id!)).toMatchObject({ name, values: { name } })
  })
})
