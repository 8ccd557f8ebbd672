/**
 * Bulk actions on many records: the first batch runs at once, the others in the background; they are one
 * undo.
 */

import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { BulkBody } from '@muster/contract/records/records.schema'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { waitingForLocks } from '../../../test/waiting-for-locks.ts'
import { operationsRoutes } from '../../features/operations/operations.routes.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'
import { ident, one, sql } from '../../platform/db.ts'
import { tasksOf } from '../../tasks.ts'
import { undoRegistry } from '../../undo.ts'

const count = 11_000

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
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  const create = Array.from({ length: count }, (_, n) => ({ values: { name: `P${n}`, score: n % 10 } }))
  await bulk({ create })
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const bulk = (body: unknown, client = admin) =>
  client.ok(recordsApi.bulk, {
    params: { teamId: world.team.teamId, dataCollectionId: world.people },
    body: body as BulkBody,
  })
const inTeam = (operationId: number) => ({ teamId: world.team.teamId, operationId })
const operationOf = (id: number) => admin.ok(operationsApi.get, { params: inTeam(id) })
const undo = (id: number) => admin.ok(operationsApi.undo, { params: inTeam(id) })
const numberOf = async (score: number) =>
  (await one<{ n: number }>(
    deps.pool,
    sql`select count(*)::int as n from ${ident(world.team.schema, 'persons')}
        where score = ${score} and deleted_at is null`,
  ))!.n

/** Runs pending jobs like the worker. */
const work = () => deps.runJobs(tasksOf(deps))

const all = { filter: { and: [] } }

describe('an action on all matching records', () => {
  it('runs a first batch, reports progress, finishes in the background, and is undone as one', async () => {
    const result = await bulk({ set: { score: 50 }, target: all })
    expect(result).toMatchObject({ isRunning: true, updated: 5000 })
    const id = result.operation!.id
    expect((await operationOf(id)).run).toEqual({ state: 'running', seen: 5000, total: count })
    expect(await numberOf(50)).toBe(5000)
    await work()
    expect(await operationOf(id)).toEqual({
      operation: { id, kind: 'update_records', recordCount: count },
      run: { state: 'done', seen: count, total: count },
    })
    expect(await numberOf(50)).toBe(count)
    expect((await undo(id)).restored).toBe(count)
    expect(await numberOf(3)).toBe(count / 10)
  })

  it('processes each record once although it changes which records match', async () => {
    const target = { filter: { field: 'score', op: 'lt', value: 8 } }
    const result = await bulk({ set: { score: 9 }, target })
    await work()
    const { run, operation } = await operationOf(result.operation!.id)
    expect(run).toMatchObject({ state: 'done', seen: (count / 10) * 8 })
    expect(operation.recordCount).toBe((count / 10) * 8)
    await undo(result.operation!.id)
    expect(await numberOf(0)).toBe(count / 10)
  })

  it('stops when it is cancelled or undone, and undo reverts the finished batches', async () => {
    const first = await bulk({ delete: all })
    const cancelled = await admin.ok(operationsApi.cancel, { params: inTeam(first.operation!.id) })
    expect(cancelled.run?.state).toBe('cancelled')
    await work()
    expect((await operationOf(first.operation!.id)).operation.recordCount).toBe(5000)
    await undo(first.operation!.id)
    const second = await bulk({ set: { score: 77 }, target: all })
    expect((await undo(second.operation!.id)).restored).toBe(5000)
    expect((await operationOf(second.operation!.id)).run?.state).toBe('cancelled')
    await work()
    expect(await numberOf(77)).toBe(0)
  })

  it('is validated at once, before any change', async () => {
    const params = { teamId: world.team.teamId, dataCollectionId: world.people }
    const body = { set: { party: 999_999 }, target: all } as BulkBody
    const problem = await admin.refused(recordsApi.bulk, { params, body })
    expect(problem.errors).toEqual([{ path: 'set.party', code: 'unknown_choice' }])
    const member = clientOf(app, world.team.member)
    expect((await member.refused(recordsApi.bulk, { params, body: { delete: all } })).code).toBe(
      'access_denied',
    )
    const mine = await bulk({
      set: { score: 1 },
      target: { filter: { field: 'name', op: 'is', value: 'P7' } },
    })
    expect(mine.isRunning).toBe(false)
    expect((await member.refused(operationsApi.get, { params: inTeam(mine.operation!.id) })).code).toBe(
      'not_found',
    )
  })
})

describe('a paste in parts', () => {
  it('is one operation including new list items, and one undo', async () => {
    const list = { teamId: world.team.teamId, dataCollectionId: world.parties }
    const items = await admin.ok(recordsApi.bulk, {
      params: list,
      body: { create: [{ values: { name: 'Pirates' } }] },
    })
    const first = await bulk({
      create: [{ values: { name: 'New', party: items.created[0] } }],
      continues: items.operation!.id,
    })
    const second = await bulk({ create: [{ values: { name: 'Newer' } }], continues: first.operation!.id })
    expect(second.operation).toEqual({ id: items.operation!.id, kind: 'update_records', recordCount: 3 })
    expect((await undo(second.operation!.id)).restored).toBe(3)
    const gone = await admin.call(recordsApi.get, {
      params: { teamId: world.team.teamId, dataRecordId: items.created[0] as number },
    })
    expect((gone.body as { deletedAt: string | null }).deletedAt).not.toBeNull()
  })

  describe('that are sent at the same time', () => {
    /** Changes of records that exist, and the operation that they continue. */
    async function begun() {
      const create = Array.from({ length: 5 }, (_, n) => ({ values: { name: `Part ${n}`, score: n } }))
      const { created } = await bulk({ create })
      const changes = created.map((id) => ({ id, values: { name: 'Pasted', score: 60 }, version: 1 }))
      const { operation } = await bulk({ update: changes.slice(0, 1), skipBad: true })
      return { changes: changes.slice(1), continues: operation!.id }
    }
    const valuesOf = async (id: number) =>
      (await admin.ok(recordsApi.get, { params: { teamId: world.team.teamId, dataRecordId: id } })).values

    it('are one operation, and one undo', async () => {
      const { changes, continues } = await begun()
      const parts = [changes.slice(0, 2), changes.slice(2)]
      const results = await Promise.all(parts.map((update) => bulk({ update, skipBad: true, continues })))
      expect(results.map(({ updated, operation }) => [updated, operation?.id])).toEqual([
        [2, continues],
        [2, continues],
      ])
      expect((await operationOf(continues)).operation.recordCount).toBe(5)
      expect(await numberOf(60)).toBe(5)
      expect((await undo(continues)).restored).toBe(5)
      expect(await numberOf(60)).toBe(0)
    })

    it('are waited for by an undo', async () => {
      const { changes, continues } = await begun()
      const holder = await deps.pool.connect()
      await holder.query('begin')
      await holder.query(`select from ${world.team.schema}.data_record where id = $1 for update`, [
        changes[0]!.id,
      ])
      const part = bulk({ update: changes, skipBad: true, continues })
      await expect.poll(() => waitingForLocks(deps.pool)).toBe(1)
      const undone = undo(continues)
      await expect.poll(() => waitingForLocks(deps.pool)).toBe(2)
      await holder.query('rollback')
      holder.release()
      expect((await part).updated).toBe(4)
      expect((await undone).restored).toBe(5)
      expect(await numberOf(60)).toBe(0)
    })

    it('may change a record again', async () => {
      const { changes, continues } = await begun()
      const [change] = changes
      await bulk({ update: [change], skipBad: true, continues })
      const again = { ...change, values: { name: 'Again', score: 61 }, version: 2 }
      expect((await bulk({ update: [again], skipBad: true, continues })).updated).toBe(1)
      await undo(continues)
      expect(await valuesOf(change!.id)).toMatchObject({ name: 'Part 1', score: 1 })
    })
  })

  it('cannot continue another person’s operation or one that was undone', async () => {
    const mine = await bulk({ create: [{ values: { name: 'Mine' } }] })
    const params = { teamId: world.team.teamId, dataCollectionId: world.people }
    const body = { create: [{ values: { name: 'X' } }], continues: mine.operation!.id }
    const member = clientOf(app, world.team.member)
    expect((await member.refused(recordsApi.bulk, { params, body })).code).toBe('not_found')
    await undo(mine.operation!.id)
    expect((await admin.refused(recordsApi.bulk, { params, body })).code).toBe('not_found')
  })
})
