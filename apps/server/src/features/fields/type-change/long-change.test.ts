/** A type change of too many values for one request: done by a job, and listed while it runs. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import { changeTypeBody } from '@muster/contract/fields/fields.schema'
import { operationsApi } from '@muster/contract/operations/operations.api'
import type { OperationRun } from '@muster/contract/operations/operations.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../../test/a-world.ts'
import { type Client, clientOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { operationRun } from '../../../engine/public.ts'
import { ident, one, outsideTransaction, run, sql } from '../../../platform/db.ts'
import { tasksOf } from '../../../tasks.ts'
import { undoRegistry } from '../../../undo.ts'
import { collectionsRoutes } from '../../collections/collections.routes.ts'
import { operationsRoutes } from '../../operations/operations.routes.ts'
import { recordsRoutes } from '../../records/records.routes.ts'
import { fieldsRoutes } from '../fields.routes.ts'
import { typeChangeRun } from './long-change.ts'
import { finishLongChange } from './type-change.service.ts'

const count = 20_600
const badEvery = 1000

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let fieldId: number
let columnName: string
let tableName: string

beforeAll(async () => {
  deps = await testDeps({ config: { logLevel: 'fatal' } })
  app = await testApp(deps, (bindTo) => {
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  tableName = (await deps.models.get(world.team.teamId)).collections.get(world.people)!.tableName
  const create = Array.from({ length: count }, (_, n) => ({ values: { name: `P${n}` } }))
  for (let at = 0; at < count; at += 5000) {
    await admin.ok(recordsApi.bulk, {
      params: inPeople(),
      body: { create: create.slice(at, at + 5000) } as never,
    })
  }
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const inField = () => ({ ...inPeople(), dataFieldId: fieldId })
const table = () => ident(world.team.schema, tableName)

/** A text field in which one value in a thousand is not a number. */
beforeEach(async () => {
  const field = await admin.ok(collectionsApi.createField, {
    params: inPeople(),
    body: { title: 'Size', dataType: 'plain_text' } as never,
  })
  ;({ id: fieldId, columnName } = field)
  await run(
    deps.pool,
    sql`update ${table()} set ${ident(columnName)} =
          case when record_id % ${badEvery} = 0 then 'many' else (record_id % 7)::text end
        where name like 'P%'`,
  )
  deps.added.length = 0
})

const change = (body: object = { dataType: 'number' }, client = admin) =>
  client.ok(collectionsApi.changeFieldType, { params: inField(), body: changeTypeBody.parse(body) })

const runJobs = () => deps.runJobs(tasksOf(deps))

/** The listed changes of this field. */
const listed = async () => {
  const { items } = await admin.ok(collectionsApi.typeChanges, { params: inPeople() })
  return items.filter(({ dataFieldId }) => dataFieldId === fieldId)
}
const typeNow = async () => {
  const { items } = await admin.ok(collectionsApi.listFields, { params: inPeople(), query: {} })
  return items.find(({ id }) => id === fieldId)?.dataType
}
const runNow = async (operationId: number): Promise<OperationRun | null> =>
  (await admin.ok(operationsApi.get, { params: { teamId: world.team.teamId, operationId } })).run

async function numbers(): Promise<{ filled: number; sum: number }> {
  const column = ident(columnName)
  const row = await one<{ filled: number; sum: number }>(
    deps.pool,
    sql`select count(${column}) as filled, sum(${column}::text::numeric) as sum from ${table()}`,
  )
  return row!
}

async function textRecords(): Promise<number[]> {
  const { items } = await admin.ok(recordsApi.query, {
    params: inPeople(),
    body: { limit: 3, filter: { field: columnName, op: 'is', value: '5' } } as never,
  })
  return items.map(({ id }) => id)
}

describe('a type change of many values', () => {
  it('starts immediately, leaves the field unchanged while it runs, and can be found later', async () => {
    const { field, operation, run } = await change()
    expect(field.dataType).toBe('plain_text')
    expect(run).toMatchObject({ state: 'running', seen: 0 })
    expect(run!.total).toBeGreaterThanOrEqual(count)
    expect(await listed()).toEqual([
      { operationId: operation.id, dataFieldId: fieldId, dataType: 'number', run },
    ])
    await admin.refused(collectionsApi.changeFieldType, {
      params: inField(),
      body: { dataType: 'url' } as never,
    })
    await runJobs()
    expect(await typeNow()).toBe('number')
    expect(await listed()).toMatchObject([{ run: { state: 'done' } }])
    // The operation can be found by its first id, although it has a new one.
    expect(await runNow(operation.id)).toMatchObject({ state: 'done' })
  })

  it('keeps edits made while it runs, and is undone at once', async () => {
    const [changed, emptied, spoiled] = await textRecords()
    const put = (id: number, value: unknown) =>
      admin.ok(recordsApi.update, {
        params: { teamId: world.team.teamId, dataRecordId: id },
        body: { values: { [columnName]: value } } as never,
      })
    const { operation } = await change()
    const request = {
      dataCollectionId: world.people,
      fieldId,
      input: changeTypeBody.parse({ dataType: 'number' }),
    }
    const before = await one<{ bad: number }>(
      deps.pool,
      sql`select count(*) as bad from ${table()} where ${ident(columnName)} = 'many'`,
    )
    // Three edits happen between reading the values and replacing them.
    let edited = false
    const signals: number[] = []
    const operationsRun = operationRun(world.team.schema, operation.id)
    await finishLongChange(deps, world.team.admin.teamUser, request, {
      ...typeChangeRun(world.team.schema, operationsRun, async () => {}),
      async onStaged(seen) {
        signals.push(seen)
        if (edited || seen < count - badEvery) return
        edited = true
        await outsideTransaction(async () => {
          await put(changed!, '123456')
          await put(emptied!, null)
          await put(spoiled!, 'no number')
        })
      },
    })
    expect(edited).toBe(true)
    expect(signals).toEqual([...signals].sort((a, b) => a - b))
    const value = async (id: number) => {
      const { values } = await admin.ok(recordsApi.get, {
        params: { teamId: world.team.teamId, dataRecordId: id },
      })
      return values[columnName]
    }
    expect(await value(changed!)).toBe(123456)
    expect(await value(emptied!)).toBeNull()
    expect(await value(spoiled!)).toBeNull()
    expect((await numbers()).filled).toBe(count - before!.bad - 2)

    const [done] = await listed()
    const params = { teamId: world.team.teamId, operationId: done!.operationId }
    await admin.ok(operationsApi.undo, { params })
    expect(await typeNow()).toBe('plain_text')
    expect(await value(changed!)).toBe('123456')
    expect(await value(spoiled!)).toBe('no number')
  })

  it('changes nothing and reports the failure if it fails', async () => {
    const { operation } = await change()
    // The field is removed while the job is queued.
    await admin.ok(collectionsApi.removeField, { params: inField() })
    const before = await numbers().catch(() => null)
    await runJobs()
    expect(await numbers().catch(() => null)).toEqual(before)
    expect(await runNow(operation.id)).toMatchObject({ state: 'failed' })
    await admin.ok(collectionsApi.restoreField, { params: inField() })
    expect(await typeNow()).toBe('plain_text')
    expect(await listed()).toMatchObject([{ dataFieldId: fieldId, run: { state: 'failed' } }])
  })

  it('does nothing after it was cancelled', async () => {
    const { operation } = await change()
    const params = { teamId: world.team.teamId, operationId: operation.id }
    await admin.ok(operationsApi.cancel, { params })
    await runJobs()
    expect(await typeNow()).toBe('plain_text')
    expect(await runNow(operation.id)).toMatchObject({ state: 'cancelled' })
    expect(await listed()).toMatchObject([{ run: { state: 'cancelled' } }])
    expect((await change()).run?.state).toBe('running')
  })
})
