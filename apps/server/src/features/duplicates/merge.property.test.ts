/** Merge and undo over random data: undo restores the previous state, and no link is lost or duplicated. */

import { duplicatesApi } from '@muster/contract/duplicates/duplicates.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { linkTable } from '../../engine/storage/storage.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { duplicatesRoutes } from './duplicates.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: ReturnType<typeof clientOf>

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(duplicatesApi, duplicatesRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

/** The visible state of all records: values, names, memberships, links and their order. */
async function state(): Promise<unknown> {
  const schema = world.team.schema
  const model = await world.model()
  const people = model.collections.get(world.people)!
  const visited = people.fieldsByColumn.get('visited')!
  const records = await rows(
    deps.pool,
    sql`select r.id, r.name, r.deleted_at is not null as gone, to_jsonb(t) - 'deleted_at' as row,
          (select json_agg(m.data_collection_id order by m.data_collection_id) from ${ident(schema, 'membership')} m
            where m.record_id = r.id) as collections,
          (select json_agg(k.to_id order by k.position, k.to_id) from ${linkTable(visited, schema)} k where k.from_id = r.id)
            as links
        from ${ident(schema, 'data_record')} r join ${ident(schema, people.tableName)} t on t.record_id = r.id
        order by r.id`,
  )
  const places = await rows(
    deps.pool,
    sql`select r.id, r.name, r.deleted_at is not null as gone from ${ident(schema, 'data_record')} r
        where r.data_collection_id = ${world.places} order by r.id`,
  )
  return { records, places }
}

/** Links from living people to places, with merged ids replaced by their survivors, each pair once. */
async function distinctLinks(survivorIds: ReadonlyMap<number, number>): Promise<Set<string>> {
  const model = await world.model()
  const visited = model.collections.get(world.people)!.fieldsByColumn.get('visited')!
  const found = await rows<{ from: number; to: number }>(
    deps.pool,
    sql`select k.from_id as from, k.to_id as to from ${linkTable(visited, world.team.schema)} k
          join ${ident(world.team.schema, 'data_record')} r on r.id = k.from_id and r.deleted_at is null`,
  )
  return new Set(found.map(({ from, to }) => `${survivorIds.get(from) ?? from} ${survivorIds.get(to) ?? to}`))
}

async function linkCount(): Promise<number> {
  const model = await world.model()
  const visited = model.collections.get(world.people)!.fieldsByColumn.get('visited')!
  const row = await one<{ n: number }>(
    deps.pool,
    sql`select count(*) as n from ${linkTable(visited, world.team.schema)} k
          join ${ident(world.team.schema, 'data_record')} r on r.id = k.from_id and r.deleted_at is null`,
  )
  return row!.n
}

const person = fc.record({
  name: fc.constantFrom('Ana', 'Ben', ''),
  email: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null }),
  score: fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }),
  born: fc.option(fc.constantFrom('1950-01-01', '1990-12-31'), { nil: null }),
  address: fc.option(fc.constant({ line1: 'Main St 1', city: 'Lima' }), { nil: null }),
  price: fc.option(fc.constant({ amount: 12.5, currency: 'USD' }), { nil: null }),
  home: fc.option(fc.nat(3), { nil: null }),
  visited: fc.uniqueArray(fc.nat(3), { maxLength: 4 }),
  parties: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  isStaff: fc.boolean(),
})

it('is undone completely, and keeps every link once', { timeout: 300_000 }, async () => {
  const { schema, teamId } = world.team
  const merges = fc.record({
    people: fc.array(person, { minLength: 4, maxLength: 7 }),
    survivors: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2, maxLength: 4 }),
    places: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2, maxLength: 3 }),
    placesFirst: fc.boolean(),
    redo: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(merges, async ({ people, survivors, places, placesFirst, redo }) => {
      const taken = new Set<string>()
      const { created } = await admin.ok(recordsApi.bulk, {
        params: { teamId, dataCollectionId: world.people },
        body: {
          create: people.map(({ isStaff: _, email, home, visited, parties, ...rest }) => {
            const free = email !== null && !taken.has(email)
            if (email !== null) taken.add(email)
            return {
              values: {
                ...rest,
                email: free ? `${email}@example.org` : null,
                home: home === null ? null : world.placeIds[home],
                visited: visited.map((n) => world.placeIds[n]),
                parties: parties.map((n) => world.partyIds[n]),
              },
            }
          }),
        },
      } as never)
      for (const [n, { isStaff }] of people.entries()) {
        if (!isStaff) continue
        await admin.ok(recordsApi.setCollections, {
          params: { teamId, dataRecordId: created[n]! },
          body: { dataCollectionIds: [world.staff] },
        })
      }
      const before = await state()
      const merge = async (ids: readonly number[], dataCollectionId: number) => {
        const found = await Promise.all(
          ids.map((dataRecordId) => admin.ok(recordsApi.get, { params: { teamId, dataRecordId } })),
        )
        const { operation } = await admin.ok(duplicatesApi.merge, {
          params: { teamId, dataCollectionId },
          body: {
            survivorId: ids[0]!,
            records: found.map(({ id, version }) => ({ id, version })),
            choices: {},
          },
        })
        return operation.id
      }
      const peopleIds = survivors.map((n) => created[n]!)
      const placeIds = places.map((n) => world.placeIds[n]!)
      const survivorIds = new Map([
        ...peopleIds.map((id): [number, number] => [id, peopleIds[0]!]),
        ...placeIds.map((id): [number, number] => [id, placeIds[0]!]),
      ])
      const expected = await distinctLinks(survivorIds)
      const actions = [() => merge(peopleIds, world.people), () => merge(placeIds, world.places)]
      if (placesFirst) actions.reverse()
      const done: number[] = []
      for (const action of actions) done.push(await action())
      expect(await distinctLinks(new Map())).toEqual(expected)
      expect(await linkCount()).toBe(expected.size)
      const after = await state()
      const undo = async (operationId: number) => {
        const result = await admin.ok(operationsApi.undo, { params: { teamId, operationId } })
        expect(result.skippedCount).toBe(0)
        return result.operation.id
      }
      let undone: number[] = []
      for (const id of [...done].reverse()) undone.push(await undo(id))
      expect(await state()).toEqual(before)
      if (redo) {
        // Redone, and undone again.
        const again: number[] = []
        for (const id of [...undone].reverse()) again.push(await undo(id))
        expect(await state()).toEqual(after)
        undone = []
        for (const id of [...again].reverse()) undone.push(await undo(id))
        expect(await state()).toEqual(before)
      }
      await run(
        deps.pool,
        sql`update ${ident(schema, (await world.model()).collections.get(world.people)!.tableName)} set deleted_at = now(), email = null`,
      )
      await run(
        deps.pool,
        sql`update ${ident(schema, 'data_record')} set deleted_at = now() where data_collection_id = ${world.people} and deleted_at is null`,
      )
    }),
    { numRuns: 40 },
  )
})
