/**
 * An operation that changes, moves, deletes and restores the same records several times logs one event per
 * record. Its undo restores the state before the operation; undoing the undo restores the state after it.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { ident, rows, sql, transaction } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { bulk } from '../write/bulk.ts'
import { workOn } from '../write/bulk-work.ts'
import { insertOperation } from '../write/operation.sql.ts'
import { targetSql } from '../write/target.sql.ts'
import { type TargetBody, targetAction } from '../write/target-actions.ts'
import { undoOperation } from './undo-operation.ts'

const recordCount = 4

/** One step of an operation: an action and its target records. */
type Step = (world: TestWorld, ids: readonly number[]) => TargetBody

const subset = fc.subarray([...Array(recordCount).keys()], { minLength: 1 })
const target = (ids: readonly number[], chosen: readonly number[]) => ({ ids: chosen.map((n) => ids[n]!) })

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(subset, fc.integer({ min: 0, max: 200 })).map(
    ([chosen, score]): Step =>
      (_, ids) => ({ set: { score }, target: target(ids, chosen) }),
  ),
  fc.tuple(subset, fc.subarray([0, 1, 2, 3])).map(
    ([chosen, places]): Step =>
      (world, ids) => ({
        set: { visited: places.map((n) => world.placeIds[n]), notes: `<p>${places.length}</p>` },
        target: target(ids, chosen),
      }),
  ),
  fc.nat({ max: recordCount - 1 }).map(
    (n): Step =>
      (_, ids) => ({ set: { email: 'taken@example.org' }, target: target(ids, [n]) }),
  ),
  subset.map(
    (chosen): Step =>
      (_, ids) => ({ set: { email: null }, target: target(ids, chosen) }),
  ),
  subset.map(
    (chosen): Step =>
      (_, ids) => ({ delete: target(ids, chosen) }),
  ),
  subset.map(
    (chosen): Step =>
      (_, ids) => ({ restore: target(ids, chosen) }),
  ),
  subset.map(
    (chosen): Step =>
      (world, ids) => ({ addTo: world.board, target: target(ids, chosen) }),
  ),
  subset.map(
    (chosen): Step =>
      (world, ids) => ({ removeFrom: world.staff, target: target(ids, chosen) }),
  ),
  subset.map(
    (chosen): Step =>
      (world, ids) => ({ moveTo: world.staff, moveFrom: world.board, target: target(ids, chosen) }),
  ),
)

describe('one operation of many steps', () => {
  let deps: TestDeps
  let world: TestWorld
  beforeAll(async () => {
    deps = await testDeps()
    world = await aWorld(deps)
  })
  afterAll(() => deps.close())

  it('an update and a deletion are undone together', async () => {
    const ids = await createRecords()
    const before = await state(ids)
    const operationId = await operate(ids, [
      (_, all) => ({ set: { score: 99 }, target: { ids: [all[0]!] } }),
      (_, all) => ({ delete: { ids: [all[0]!] } }),
    ])
    expect(await events(operationId)).toEqual([
      { type: 'deleted', before: { score: 0 }, after: { score: 99 } },
    ])
    const { skippedCount } = await undo(operationId)
    expect(skippedCount).toBe(0)
    expect(await state(ids)).toEqual(before)
  })

  it('random steps are undone and redone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const ids = await createRecords()
        const before = await state(ids)
        const operationId = await operate(ids, steps)
        const after = await state(ids)
        if (JSON.stringify(after) === JSON.stringify(before)) return
        const { operation, skippedCount } = await undo(operationId)
        expect(skippedCount).toBe(0)
        expect(await state(ids)).toEqual(before)
        await undo(operation!.id)
        expect(await state(ids)).toEqual(after)
      }),
      { numRuns: 40 },
    )
  })

  const caller = () => world.team.admin.teamUser
  const undo = (operationId: number) =>
    undoOperation(deps, undoRegistry, world.team.teamId, caller(), operationId)

  /** Records 0 to n - 1: the last one is in the trash, the first one in staff. */
  async function createRecords(): Promise<number[]> {
    const context = await world.context(caller())
    const create = Array.from({ length: recordCount }, (_, n) => ({
      values: { name: `Person ${n}`, score: n, visited: [world.placeIds[n]!] },
      dataCollectionIds: n === 0 ? [world.staff] : [],
    }))
    const { created } = await bulk(deps, context, { create, update: [], skipBad: false })
    await bulk(deps, context, { delete: { ids: created.slice(-1) } })
    return created
  }

  /** Runs all steps in one transaction as one operation; skips steps that violate the unique email. */
  async function operate(ids: readonly number[], steps: readonly Step[]): Promise<number> {
    const work = workOn(deps, await world.context(caller()))
    return transaction(deps.pool, async (client) => {
      const id = await insertOperation({ ...work, executor: client }, 'update_records')
      for (const make of steps) {
        const action = await targetAction(work, make(world, ids))
        if (!action) continue
        await client.query('savepoint step')
        await action
          .run(client, targetSql(work.scope, action.target, action.isInTrash), { id })
          .catch(() => client.query('rollback to savepoint step'))
      }
      return id
    })
  }

  const events = (operationId: number) =>
    rows(
      deps.pool,
      sql`select type, before, after from ${ident(world.team.schema, 'log_event')} where operation_id = ${operationId}`,
    )

  /** Values, links and collections of records; only ids of those in the trash. */
  async function state(ids: readonly number[]): Promise<unknown[]> {
    const model = await world.model()
    const { tableName, fieldsByColumn } = model.collections.get(world.people)!
    const schema = model.schema
    return rows(
      deps.pool,
      sql`select r.id, t.deleted_at is null as "isAlive", case when r.deleted_at is null then jsonb_build_array(r.name,
            r.search::text, to_jsonb(t) - 'deleted_at',
            (select array_agg(k.to_id order by k.position, k.to_id)
              from ${ident(schema, `link_${fieldsByColumn.get('visited')!.id}`)} k where k.from_id = r.id),
            (select array_agg(m.data_collection_id order by m.data_collection_id)
              from ${ident(schema, 'membership')} m where m.record_id = r.id)) end as record
          from ${ident(schema, 'data_record')} r join ${ident(schema, tableName)} t on t.record_id = r.id
          where r.id = any(${ids}::bigint[]) order by r.id`,
    )
  }
})
