/** Undo restores the previous state after random sequences of writes, and keeps later changes of others. */

import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { BulkBody } from '@muster/contract/records/records.schema'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { operationsRoutes } from './operations.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })
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
const create = async (values: Record<string, unknown>, client = admin) =>
  client.ok(recordsApi.create, { params: inPeople(), body: { values } })
const update = async (id: number, values: Record<string, unknown>, client = admin) =>
  client.ok(recordsApi.update, { params: of(id), body: { values } })
const bulk = async (body: unknown) =>
  admin.ok(recordsApi.bulk, { params: inPeople(), body: body as BulkBody })
const undo = async (operationId: number, client = admin) =>
  client.ok(operationsApi.undo, { params: { teamId: world.team.teamId, operationId } })

/** The complete state of people, without versions, times, and records in the trash. */
async function state(): Promise<unknown> {
  const s = world.team.schema
  const links = [...(await world.model()).collections.get(world.people)!.fields].find(
    ({ columnName }) => columnName === 'visited',
  )!
  return rows(
    deps.pool,
    sql`select r.id, r.name, r.search::text, r.deleted_at is null as alive, to_jsonb(t) - 'deleted_at' as row,
          (select array_agg(k.to_id order by k.position, k.to_id) from ${ident(s, `link_${links.id}`)} k
            where k.from_id = r.id) as links,
          (select array_agg(m.data_collection_id order by m.data_collection_id) from ${ident(s, 'membership')} m
            where m.record_id = r.id) as members
        from ${ident(s, 'data_record')} r join ${ident(s, 'persons')} t on t.record_id = r.id
        where r.deleted_at is null and t.deleted_at is null order by r.id`,
  )
}

type Command = (ids: number[]) => Promise<number | null>

/** Values of some fields; ids of items and places are filled in when the world exists. */
const someValues = fc
  .record(
    {
      name: fc.constantFrom('Ada', 'Bo', '', 'Éloïse'),
      score: fc.option(fc.integer({ min: -5, max: 200 })),
      weight: fc.option(fc.constantFrom(1, 1.5, 0.001, 12345678.25)),
      price: fc.option(
        fc.record({ amount: fc.integer({ max: 99 }), currency: fc.constantFrom('USD', 'EUR') }),
      ),
      is_member: fc.option(fc.boolean()),
      born: fc.option(fc.constantFrom('1999-01-01', '0800-12-25', '2024-02-29')),
      seen_at: fc.option(fc.constantFrom('2024-05-01T10:00:00Z', '1970-01-01T00:00:00.123Z')),
      term: fc.option(
        fc.constantFrom(
          { start: '2024-01-01', end: null },
          { start: null, end: '2024-01-01' },
          {
            start: '2024-01-01',
            end: '2024-01-01',
          },
        ),
      ),
      payment: fc.option(fc.constantFrom('paid', 'unpaid')),
      notes: fc.option(fc.constantFrom('<p>a</p>', '<p>b &amp; c</p>')),
      party: fc.option(fc.nat({ max: 2 })),
      parties: fc.uniqueArray(fc.nat({ max: 2 })),
      home: fc.option(fc.nat({ max: 3 })),
      visited: fc.uniqueArray(fc.nat({ max: 3 })),
      facts: fc.option(fc.constantFrom([{ label: 'a', value: 'b' }], [{ label: 'x', value: 'y' }])),
      film: fc.option(fc.constantFrom('https://youtu.be/dQw4w9WgXcQ')),
    },
    { requiredKeys: [] },
  )
  .map(({ party, parties, home, visited, ...values }) => () => ({
    ...values,
    ...(party === undefined ? {} : { party: party === null ? null : world.partyIds[party] }),
    ...(parties === undefined ? {} : { parties: parties.map((n) => world.partyIds[n]) }),
    ...(home === undefined ? {} : { home: home === null ? null : world.placeIds[home] }),
    ...(visited === undefined ? {} : { visited: visited.map((n) => world.placeIds[n]) }),
  }))

const pick = (ids: readonly number[], n: number): number[] => {
  const id = ids[n % Math.max(ids.length, 1)]
  return id === undefined ? [] : [id]
}
const some = (ids: readonly number[], from: number) => ids.filter((_, index) => (index + from) % 2 === 0)
const children = () => [world.staff, world.board]

const command: fc.Arbitrary<Command> = fc.oneof(
  someValues.map(
    (values): Command =>
      async (ids) => {
        const { record, operation } = await create(values())
        ids.push(record.id)
        return operation!.id
      },
  ),
  fc.tuple(fc.nat(), someValues).map(
    ([n, values]): Command =>
      async (ids) => {
        const [id] = pick(ids, n)
        if (!id) return null
        const { status, body } = await admin.call(recordsApi.update, {
          params: of(id),
          body: { values: values() },
        })
        return status === 200 ? (body.operation?.id ?? null) : null
      },
  ),
  fc
    .tuple(fc.array(someValues, { maxLength: 3 }), fc.array(fc.tuple(fc.nat(), someValues), { maxLength: 4 }))
    .map(
      ([creates, updates]): Command =>
        async (ids) => {
          const result = await bulk({
            create: creates.map((values) => ({ values: values() })),
            update: updates.flatMap(([n, values]) => pick(ids, n).map((id) => ({ id, values: values() }))),
            skipBad: true,
          })
          ids.push(...result.created)
          return result.operation?.id ?? null
        },
    ),
  fc.tuple(fc.nat(), someValues).map(
    ([n, values]): Command =>
      async (ids) => {
        const target = some(ids, n)
        if (target.length === 0) return null
        return (await bulk({ set: values(), target: { ids: target } })).operation?.id ?? null
      },
  ),
  fc.nat().map(
    (n): Command =>
      async (ids) => {
        const target = some(ids, n)
        return target.length ? ((await bulk({ delete: { ids: target } })).operation?.id ?? null) : null
      },
  ),
  fc.nat().map(
    (n): Command =>
      async (ids) => {
        const target = some(ids, n)
        return target.length ? ((await bulk({ restore: { ids: target } })).operation?.id ?? null) : null
      },
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 1 }), fc.boolean()).map(
    ([n, child, adds]): Command =>
      async (ids) => {
        const target = some(ids, n)
        const id = children()[child]
        if (target.length === 0) return null
        const body = adds
          ? { addTo: id, target: { ids: target } }
          : { removeFrom: id, target: { ids: target } }
        return (await bulk(body)).operation?.id ?? null
      },
  ),
  fc.tuple(fc.nat(), fc.subarray([0, 1])).map(
    ([n, chosen]): Command =>
      async (ids) => {
        const [id] = pick(ids, n)
        if (!id) return null
        const body = { dataCollectionIds: chosen.map((child) => children()[child] as number) }
        const { status, body: answer } = await admin.call(recordsApi.setCollections, { params: of(id), body })
        return status === 200 ? (answer.operation?.id ?? null) : null
      },
  ),
)

describe('undo', () => {
  it('in reverse order restores the previous states, and undoing the undos the later ones', {
    timeout: 300_000,
  }, async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 8 }), async (commands) => {
        const ids: number[] = []
        const steps: { before: unknown; after: unknown; operation: number }[] = []
        for (const execute of commands) {
          const before = await state()
          const operation = await execute(ids)
          if (operation !== null) steps.push({ before, after: await state(), operation })
        }
        done += steps.length
        const undos: number[] = []
        for (const { before, operation } of [...steps].reverse()) {
          const result = await undo(operation)
          expect(result.skippedCount).toBe(0)
          undos.push(result.operation.id)
          expect(await state()).toEqual(before)
        }
        for (const { after } of steps) {
          await undo(undos.pop()!)
          expect(await state()).toEqual(after)
        }
        await run(deps.pool, sql`delete from ${ident(world.team.schema, 'persons')}`)
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    )
    expect(done).toBeGreaterThan(0)
  })

  it('skips and reports values that were changed since', async () => {
    const { record } = await create({ name: 'A', score: 1 })
    const { operation } = await update(record.id, { name: 'B', score: 2 })
    await update(record.id, { score: 3 })
    const result = await undo(operation!.id)
    expect(result).toMatchObject({
      restored: 1,
      skippedCount: 1,
      skipped: [{ recordId: record.id, field: 'score' }],
    })
    const { values } = await admin.ok(recordsApi.get, { params: of(record.id) })
    expect(values).toMatchObject({ name: 'A', score: 3 })
    const again = await admin.refused(operationsApi.undo, {
      params: { teamId: world.team.teamId, operationId: operation!.id },
    })
    expect(again.code).toBe('already_undone')
    await undo(result.operation.id)
    expect((await admin.ok(recordsApi.get, { params: of(record.id) })).name).toBe('B')
    // After a redo, it can be undone again.
    await undo(operation!.id)
    expect((await admin.ok(recordsApi.get, { params: of(record.id) })).name).toBe('A')
  })

  it('does not restore a unique value that another record has now', async () => {
    const { record } = await create({ email: 'a@example.org' })
    const { operation } = await update(record.id, { email: 'b@example.org', score: 5 })
    await create({ email: 'a@example.org' })
    const result = await undo(operation!.id)
    expect(result.skipped).toEqual([{ recordId: record.id, field: 'email' }])
    const { values } = await admin.ok(recordsApi.get, { params: of(record.id) })
    expect(values).toMatchObject({ email: 'b@example.org', score: 7 })
  })

  it('is limited to one’s own operations, for thirty days', async () => {
    const member = clientOf(app, world.team.member)
    const other = clientOf(app, await world.team.user())
    const { operation } = await create({ name: 'M' }, member)
    const params = { teamId: world.team.teamId, operationId: operation!.id }
    expect((await other.refused(operationsApi.undo, { params })).code).toBe('access_denied')
    expect(
      (await admin.refused(operationsApi.undo, { params: { ...params, operationId: 999_999 } })).code,
    ).toBe('not_found')
    await run(
      deps.pool,
      sql`update ${ident(world.team.schema, 'operation')} set at = now() - interval '31 days' where id = ${operation!.id}`,
    )
    expect((await member.refused(operationsApi.undo, { params })).code).toBe('undo_expired')
  })

  it('lets members without delete permission undo creations, unless others changed the record', async () => {
    const member = clientOf(app, world.team.member)
    const mine = await create({ name: 'Mine' }, member)
    const { restored } = await undo(mine.operation!.id, member)
    expect(restored).toBe(1)
    const shared = await create({ name: 'Shared' }, member)
    await update(shared.record.id, { score: 1 })
    const params = { teamId: world.team.teamId, operationId: shared.operation!.id }
    expect((await member.refused(operationsApi.undo, { params })).code).toBe('access_denied')
    expect((await admin.refused(recordsApi.remove, { params: of(mine.record.id) })).code).toBe('not_found')
    expect((await member.refused(recordsApi.remove, { params: of(shared.record.id) })).code).toBe(
      'access_denied',
    )
  })

  it('skips values that the caller may not write', async () => {
    const model = await world.model()
    const fieldId = (column: string) => model.collections.get(world.people)!.fieldsByColumn.get(column)!.id
    const member = clientOf(app, world.team.member)
    const { record } = await create({ name: 'A', score: 1 })
    const { operation } = await update(record.id, { name: 'B', score: 2 }, member)
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data' },
      { permission: 'update_data_field_data', dataFieldId: fieldId('name') },
    ])
    expect(await undo(operation!.id, member)).toMatchObject({ restored: 1, skippedCount: 1 })
    const { values } = await admin.ok(recordsApi.get, { params: of(record.id) })
    expect(values).toMatchObject({ name: 'A', score: 2 })
  })

  it('reverts a change of fifty thousand records', {
    timeout: 300_000,
  }, async () => {
    const create = Array.from({ length: 50_000 }, (_, n) => ({
      values: { name: `Person ${n}`, score: n, is_member: n % 2 === 0, notes: `<p>Some words ${n}</p>` },
    }))
    const made = await bulk({ create })
    expect(made.created).toHaveLength(50_000)
    const ids = made.created
    const paste = ids.map((id, n) => ({ id, values: { score: n + 1, name: `Other ${n}` } }))
    const changed = await bulk({ update: paste })
    expect(changed.updated).toBe(50_000)
    expect((await undo(changed.operation!.id)).restored).toBe(50_000)
    const row = await one<{ name: string }>(
      deps.pool,
      sql`select name from ${ident(world.team.schema, 'data_record')} where id = ${ids[7]}`,
    )
    expect(row?.name).toBe('Person 7')
  })
})

describe('history', () => {
  it('has the first values of a record and each change, of readable columns only', async () => {
    const { record } = await create({
      name: 'A',
      score: 1,
      home: world.placeIds[0],
      visited: [world.placeIds[1]],
    })
    await update(record.id, { name: 'B', visited: [world.placeIds[2]] })
    await update(record.id, { score: 2 })
    const params = of(record.id)
    const { items, linked } = await admin.ok(recordsApi.logEvents, { params })
    expect(
      items.map(({ type, changes }) => [
        type,
        changes.map(({ field, before, after }) => [field, before, after]),
      ]),
    ).toEqual([
      ['updated', [['score', 1, 2]]],
      [
        'updated',
        expect.arrayContaining([
          ['name', 'A', 'B'],
          ['visited', [world.placeIds[1]], [world.placeIds[2]]],
        ]),
      ],
      [
        'created',
        expect.arrayContaining([
          ['name', null, 'A'],
          ['score', null, 1],
          ['visited', null, [world.placeIds[1]]],
        ]),
      ],
    ])
    expect(items[0]?.by).toEqual({ teamUserId: world.team.admin.teamUserId, name: 'Ada Admin' })
    expect(linked[String(world.placeIds[2])]?.name).toBe('Oslo')

    const model = await world.model()
    const nameId = model.collections.get(world.people)!.fieldsByColumn.get('name')!.id
    await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: nameId }])
    const seen = await clientOf(app, world.team.member).ok(recordsApi.logEvents, { params })
    expect(JSON.stringify(seen)).not.toContain('score')
    expect(seen.items.map(({ type, by, changes }) => [type, by, changes])).toEqual([
      ['updated', null, [{ field: 'name', before: 'A', after: 'B' }]],
      ['created', null, [{ field: 'name', before: null, after: 'A' }]],
    ])
  })

  it('lists recent changes that the caller may see', async () => {
    await create({ name: 'Low', score: 1 })
    const { record: high } = await create({ name: 'High', score: 99 })
    await update(high.id, { weight: 1 })
    const params = { teamId: world.team.teamId }
    const latest = async (client: Client) =>
      (await client.ok(operationsApi.recentChanges, { params })).items.map(({ name, type }) => [name, type])
    expect((await latest(admin)).slice(0, 2)).toEqual([
      ['High', 'updated'],
      ['Low', 'created'],
    ])
    await world.team.setMemberGrants([
      {
        permission: 'read_data_field_data',
        ...inPeople(),
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
    ])
    expect(await latest(clientOf(app, world.team.member))).toEqual([['Low', 'created']])
    const { items } = await admin.ok(operationsApi.mine, { params })
    expect(items.slice(0, 2).map(({ kind, isUndone }) => [kind, isUndone])).toEqual([
      ['update_records', false],
      ['create_records', false],
    ])
  })
})
