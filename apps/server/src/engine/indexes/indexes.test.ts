import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { type DataType, dataTypes } from '@muster/contract/fields/families'
import { createFieldBody } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { aggregateBody, queryBody } from '@muster/contract/records/records.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { createCollection } from '../../features/collections/collections.service.ts'
import { fieldsTasks } from '../../features/fields/fields.jobs.ts'
import { createField, removeField, restoreField, updateField } from '../../features/fields/fields.service.ts'
import { ident, rows, run, type Sql, sql } from '../../platform/db.ts'
import { accessTo } from '../access/access.ts'
import { everything } from '../access/caller.ts'
import { scopeOf } from '../access/scope.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { selectionOf } from '../query/page.ts'
import { orderSql } from '../query/sort.ts'
import { storageOf } from '../storage/index.ts'
import { ensureIndex, type IndexRequest, requestIndex } from './indexes.ts'
import { requestGroupIndex, requestPageIndexes } from './request-indexes.ts'
import { fieldOfUniqueIndex } from './unique.ts'

let deps: TestDeps
let team: TestTeam
let id: number

beforeAll(async () => {
  deps = await testDeps()
  team = await aTeam(deps)
  const body = createCollectionBody.parse({ name: 'Person', pluralName: 'People' })
  id = (await createCollection(deps, team.admin.teamUser, body)).id
})
afterAll(() => deps.close())

let count = 0
async function aField(dataType: DataType, more: object = {}): Promise<FieldModel> {
  const body = createFieldBody.parse({ title: `F ${++count}`, dataType, ...more })
  const field = await createField(deps, team.admin.teamUser, id, body)
  return (await deps.models.get(team.teamId)).fields.get(field.id)!
}

const people = () => ident(team.schema, 'people')

async function addRecords(values: readonly unknown[], column: string): Promise<void> {
  for (const value of values) {
    await run(
      deps.pool,
      sql`insert into ${people()} (record_id, ${ident(column)})
          values ((select coalesce(max(record_id), 0) + 1 from ${people()}), ${value})`,
    )
  }
}

async function indexesOf(field: FieldModel): Promise<string[]> {
  const found = await rows<{ name: string }>(
    deps.pool,
    sql`select indexname as name from pg_indexes where schemaname = ${team.schema}
        and indexname ~ ${`_${field.id}$`} order by 1`,
  )
  return found.map(({ name }) => name)
}

describe('a unique field', () => {
  it('rejects a text that differs only in case and accents, and accepts a very long one', async () => {
    const field = await aField('plain_text', { isUnique: true })
    await addRecords(['José', null, null, 'x'.repeat(10_000)], field.columnName)
    const again = addRecords(['JOSE'], field.columnName)
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: `unique_${field.id}` })
    const model = await deps.models.get(team.teamId)
    expect(fieldOfUniqueIndex(model, `unique_${field.id}`)?.id).toBe(field.id)
    await run(
      deps.pool,
      sql`update ${people()} set deleted_at = now() where ${ident(field.columnName)} = 'José'`,
    )
    await addRecords(['jose'], field.columnName)
  })

  it('cannot be made unique while two records share a value', async () => {
    const field = await aField('email_address')
    await addRecords(['a@example.org', 'A@example.org', 'b@example.org'], field.columnName)
    const admin = team.admin.teamUser
    const refused = updateField(deps, admin, id, field.id, { isUnique: true })
    await expect(refused).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'isUnique', code: 'not_unique', params: { count: 1 } }],
      params: { duplicates: [{ recordIds: [expect.any(Number), expect.any(Number)] }] },
    })
    await run(deps.pool, sql`delete from ${people()} where ${ident(field.columnName)} = 'A@example.org'`)
    expect((await updateField(deps, admin, id, field.id, { isUnique: true })).isUnique).toBe(true)
    expect(await indexesOf(field)).toEqual([`unique_${field.id}`])

    await removeField(deps, admin, id, field.id)
    expect(await indexesOf(field)).toEqual([])
    await addRecords(['a@example.org'], field.columnName)
    expect((await restoreField(deps, admin, id, field.id)).isUnique).toBe(false)

    await run(deps.pool, sql`update ${people()} set ${ident(field.columnName)} = null`)
    await updateField(deps, admin, id, field.id, { isUnique: true })
    expect((await updateField(deps, admin, id, field.id, { isUnique: false })).isUnique).toBe(false)
    expect(await indexesOf(field)).toEqual([])
  })

  it('has an index for every type that can be unique', async () => {
    for (const dataType of dataTypes.filter((type) => fieldType(type).canBeUnique)) {
      const type = fieldType(dataType)
      const isLink = type.refersTo?.(type.settings.parse({})).to === 'record'
      if (isLink && type.family === 'choice') continue
      const settings = isLink ? { dataCollectionId: id } : {}
      const field = await aField(dataType, { isUnique: true, settings })
      expect(await indexesOf(field)).toContain(`unique_${field.id}`)
    }
  })
})

describe('an index on request', () => {
  it('is requested once per field and kind', async () => {
    const field = await aField('number')
    const model = await deps.models.get(team.teamId)
    deps.added.length = 0
    for (let time = 0; time < 3; time++) requestIndex(deps, model, { field, kind: 'sort' })
    requestIndex(deps, model, { field, kind: 'contains' })
    expect(deps.added.map(({ payload }) => payload)).toEqual([
      { teamId: team.teamId, dataFieldId: field.id, kind: 'sort' },
      { teamId: team.teamId, dataFieldId: field.id, kind: 'contains' },
    ])
    // The table is too small for an index.
    await deps.runJobs(fieldsTasks(deps))
    expect(await indexesOf(field)).toEqual([])
  })

  it('is requested for a range after some uses, and for an order at once', async () => {
    const field = await aField('number')
    const model = await deps.models.get(team.teamId)
    const tree = { model, access: accessTo(model, everything, id), caller: everything }
    const ask = (body: object) => {
      deps.added.length = 0
      requestPageIndexes(deps, tree, queryBody.parse(body))
      return deps.added.map(({ payload }) => payload)
    }
    const index = { teamId: team.teamId, dataFieldId: field.id, kind: 'equal' }
    const range = { filter: { field: field.columnName, op: 'gt', value: 3 } }
    expect([ask(range), ask(range), ask(range)]).toEqual([[], [], [index]])
    expect(ask({ sort: [{ field: field.columnName, direction: 'asc' }] })).toEqual([
      { ...index, kind: 'sort' },
    ])
  })

  it('is not requested for a range beside one text, but beside one choice', async () => {
    const [number, text, choice] = [
      await aField('number'),
      await aField('plain_text'),
      await aField('single_data_record', { settings: { dataCollectionId: id } }),
    ]
    const model = await deps.models.get(team.teamId)
    const tree = { model, access: accessTo(model, everything, id), caller: everything }
    const requestedWith = (condition: object) => {
      deps.added.length = 0
      const range = { field: number.columnName, op: 'gt', value: 3 }
      const body = queryBody.parse({ filter: { and: [condition, range] } })
      for (let time = 0; time < 3; time++) requestPageIndexes(deps, tree, body)
      return deps.added.map(({ payload }) => payload)
    }
    expect(requestedWith({ field: text.columnName, op: 'is', value: 'Lyon' })).toMatchObject([
      { dataFieldId: text.id },
    ])
    expect(requestedWith({ field: choice.columnName, op: 'is', value: 1 })).toMatchObject([
      { dataFieldId: choice.id },
      { dataFieldId: number.id },
    ])
  })

  it('is requested for counts by a field, of the kind that holds its stored values', async () => {
    const text = await aField('plain_text')
    const choice = await aField('single_data_record', { settings: { dataCollectionId: id } })
    const model = await deps.models.get(team.teamId)
    const tree = { model, access: accessTo(model, everything, id), caller: everything }
    const ask = (body: object) => {
      deps.added.length = 0
      requestGroupIndex(deps, tree, aggregateBody.parse({ measures: [{ fn: 'count' }], ...body }))
      return deps.added.map(({ payload }) => payload)
    }
    const byText = { groupBy: [{ field: text.columnName }] }
    expect(ask({ ...byText, filter: { field: text.columnName, op: 'isNotEmpty' } })).toEqual([])
    expect(ask({ ...byText, measures: [{ fn: 'countFilled', field: text.columnName }] })).toEqual([])
    expect(ask(byText)).toMatchObject([{ dataFieldId: text.id, kind: 'sort' }])
    const byChoice = { groupBy: [{ field: choice.columnName }] }
    expect([ask(byChoice), ask(byChoice), ask(byChoice)]).toMatchObject([
      [],
      [],
      [{ dataFieldId: choice.id, kind: 'equal' }],
    ])
  })

  it('serves a page from the index alone, for every type that has an order', async () => {
    await run(deps.pool, sql`insert into ${people()} (record_id) select generate_series(1000, 6100)`)
    for (const dataType of dataTypes.filter((type) => fieldType(type).isSortable)) {
      const type = fieldType(dataType)
      if (type.refersTo?.(type.settings.parse({})).to === 'record') continue
      const field = await aField(dataType)
      const model = await deps.models.get(team.teamId)
      requestIndex(deps, model, { field, kind: 'sort' })
      await deps.runJobs(fieldsTasks(deps))
      expect(await indexesOf(field)).toContain(`sort_${field.id}`)
      expect(await planOf(field)).toContain(`sort_${field.id}`)
    }
  })

  function planOf(field: FieldModel): Promise<string> {
    const keys = storageOf(field).sortKeys(field, place())
    return plan(sql`select t.record_id from ${people()} t where t.deleted_at is null
      order by ${keys[0]} asc nulls last, t.record_id limit 50`)
  }

  it('is not created for links, which are sorted by names in another table', async () => {
    const field = await aField('single_data_record', { settings: { dataCollectionId: id } })
    const model = await deps.models.get(team.teamId)
    expect(await ensured(model, { field, kind: 'sort' })).toBe(false)
    expect(await ensured(model, { field, kind: 'equal' })).toBe(true)
  })

  it('finds one value in the order of another field, with an estimate of its frequency', async () => {
    const [city, name] = [await aField('plain_text'), await aField('plain_text')]
    await run(
      deps.pool,
      sql`update ${people()} set ${ident(city.columnName)} = 'Ávila ' || record_id % 20,
            ${ident(name.columnName)} = 'Name ' || record_id`,
    )
    const model = await deps.models.get(team.teamId)
    deps.added.length = 0
    const request = { field: city, kind: 'equal', sortField: name } as const
    for (let time = 0; time < 2; time++) requestIndex(deps, model, request)
    expect(deps.added).toEqual([])
    for (let time = 0; time < 2; time++) requestIndex(deps, model, request)
    expect(deps.added).toHaveLength(1)
    await deps.runJobs(fieldsTasks(deps))
    const key = storageOf(name).sortKeys(name, place())[0]
    const is = (text: string) => storageOf(city).condition(city, 'is', text, { ...place(), ...moment })
    const inOrder = await plan(sql`select t.record_id from ${people()} t
      where t.deleted_at is null and ${is('avila 7')} order by ${key}, t.record_id limit 5`)
    expect(inOrder).toContain(`equal_${city.id}_${name.id}`)
    const estimate = await plan(sql`select t.record_id from ${people()} t where ${is('avila 7')}`)
    expect(Number(/rows=(\d+)/.exec(estimate)?.[1])).toBeGreaterThan(150)
    await removeField(deps, team.admin.teamUser, id, name.id)
    expect(await indexesOf(city)).toEqual([])
  })

  it('is not created where long texts would make writes fail', async () => {
    const field = await aField('plain_text')
    const model = await deps.models.get(team.teamId)
    await run(
      deps.pool,
      sql`update ${people()} set ${ident(field.columnName)} =
            (select string_agg(md5(n::text), '') from generate_series(1, 300) n) where record_id = 1000`,
    )
    expect(await ensured(model, { field, kind: 'sort' })).toBe(false)
    expect(await ensured(model, { field, kind: 'equal' })).toBe(false)
  })

  it('is limited to eight per table for single values', async () => {
    for (let n = 0; n < 10; n++) {
      await ensured(await deps.models.get(team.teamId), { field: await aField('number'), kind: 'equal' })
    }
    const found = await rows(
      deps.pool,
      sql`select from pg_indexes where schemaname = ${team.schema} and indexname like 'equal_%'`,
    )
    expect(found).toHaveLength(8)
  })

  const place = () => ({ schema: team.schema, alias: 't' })
  const moment = { now: new Date(), timeZone: 'UTC' }

  async function ensured(...[model, request]: [TeamModel, IndexRequest]): Promise<boolean> {
    const client = await deps.pool.connect()
    try {
      return await ensureIndex(client, model, request)
    } finally {
      client.release()
    }
  }

  /** The plan when only index scans are enabled. */
  async function plan(query: Sql): Promise<string> {
    const client = await deps.pool.connect()
    try {
      await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
      const lines = await rows<{ 'QUERY PLAN': string }>(client, sql`explain ${query}`)
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    } finally {
      client.release(true)
    }
  }

  it('gives a search within a text an estimate, and finds where texts start in their order', async () => {
    const [field, status] = [await aField('plain_text'), await aField('plain_text')]
    await run(
      deps.pool,
      sql`update ${people()} set ${ident(status.columnName)} = 'New', ${ident(field.columnName)} =
            chr(65 + (record_id % 26)::int) || ' ' || record_id`,
    )
    const model = await deps.models.get(team.teamId)
    await ensured(model, { field, kind: 'contains' })
    await ensured(model, { field: status, kind: 'equal', sortField: field })
    const starts = storageOf(field).condition(field, 'startsWith', 'm', { ...place(), ...moment })
    const estimate = await plan(sql`select t.record_id from ${people()} t where ${starts}`)
    expect(Number(/rows=(\d+)/.exec(estimate)?.[1])).toBeGreaterThan(100)
    const access = accessTo(model, everything, id)
    const scope = scopeOf({ model, access, caller: everything })
    const { where, order, source } = selectionOf(scope, {
      filter: {
        and: [
          { field: status.columnName, op: 'is', value: 'new' },
          { field: field.columnName, op: 'startsWith', value: 'M' },
        ],
      },
      sort: [{ field: field.columnName, direction: 'asc' }],
      deleted: false,
    })
    const inOrder = await plan(
      sql`select t.record_id from ${source} where ${where} order by ${orderSql(order)} limit 5`,
    )
    expect(inOrder).toMatch(new RegExp(`equal_${status.id}_${field.id}.*\\n.*Index Cond: .* >= 'm'`))
  })

  it('finds words within a text by trigrams, and replaces the invalid index of an interrupted attempt', async () => {
    const field = await aField('plain_text')
    const model = await deps.models.get(team.teamId)
    await run(deps.pool, sql`update ${people()} set ${ident(field.columnName)} = 'Few ' || record_id % 20`)
    expect(await ensured(model, { field, kind: 'contains' })).toBe(false)
    await run(deps.pool, sql`update ${people()} set ${ident(field.columnName)} = 'Many ' || record_id`)
    const client = await deps.pool.connect()
    try {
      expect(await ensureIndex(client, model, { field, kind: 'contains' })).toBe(true)
      const name = `contains_${field.id}`
      await client.query(
        `update pg_index set indisvalid = false where indexrelid = '"${team.schema}"."${name}"'::regclass`,
      )
      expect(await ensureIndex(client, model, { field, kind: 'contains' })).toBe(true)
      const [index] = await rows<{ definition: string; isValid: boolean }>(
        client,
        sql`select pg_get_indexdef(indexrelid) as definition, indisvalid as "isValid" from pg_index
            where indexrelid = ${`"${team.schema}"."${name}"`}::regclass`,
      )
      expect(index).toMatchObject({ isValid: true })
      expect(index?.definition).toContain('gin_trgm_ops')
      expect(await ensureIndex(client, model, { field: await aField('boolean'), kind: 'contains' })).toBe(
        false,
      )
    } finally {
      client.release()
    }
  })
})
