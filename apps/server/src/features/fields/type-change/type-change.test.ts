import { collectionsApi } from '@muster/contract/collections/collections.api'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { type DataType, dataTypes } from '@muster/contract/fields/families'
import {
  createFieldBody,
  type DataField,
  type TypeChangePreview,
} from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { type Client, clientOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { changeModel } from '../../../engine/model/change-model.ts'
import { isLinks, linkTableName } from '../../../engine/model/columns.ts'
import type { FieldModel } from '../../../engine/model/model.ts'
import { storageOf } from '../../../engine/storage/index.ts'
import { ident, join, one, rows, run, sql } from '../../../platform/db.ts'
import { collectionsRoutes } from '../../collections/collections.routes.ts'
import { createCollection } from '../../collections/collections.service.ts'
import { purgeTeam } from '../../collections/purge.ts'
import { fieldsRoutes } from '../fields.routes.ts'
import { createField } from '../fields.service.ts'
import { undoFieldTypeChange } from './undo.ts'

let deps: TestDeps
let team: TestTeam
let admin: Client
let recordIds: number[]
let listId: number
let homeId: number
let fileIds: string[]

beforeAll(async () => {
  deps = await testDeps({ config: { logLevel: 'error' } })
  team = await aTeam(deps, { primaryTimezone: 'America/New_York' })
  const app = await testApp(deps, (bindTo) =>
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) }),
  )
  admin = clientOf(app, team.admin)
  homeId = await aCollection('Person', 'People')
  listId = await aCollection('Party', 'Parties', true)
  recordIds = await someRecords(homeId, 'people', ['Ada', 'Ben', 'Cleo', 'Dee', 'Eve', 'Fay', 'Gus'])
  await someRecords(listId, 'parties', ['Red', 'Green', 'Blue'])
  fileIds = await rows<{ id: string }>(
    deps.pool,
    sql`insert into ${ident(team.schema, 'file')} (name, size, kind, mime_type, sha256)
        values ('a.png', 9, 'image', 'image/png', 'x'), ('b.pdf', 9, 'pdf', 'application/pdf', 'y'),
          ('c.png', 9, 'image', 'image/png', 'z') returning id`,
  ).then((found) => found.map(({ id }) => id))
})
afterAll(() => deps.close())

async function aCollection(name: string, pluralName: string, isList = false): Promise<number> {
  const input = createCollectionBody.parse({ name, pluralName, IsUsedAsCustomList: isList })
  return (await createCollection(deps, team.admin.teamUser, input)).id
}

async function someRecords(id: number, table: string, names: string[]): Promise<number[]> {
  const found = await rows<{ id: number }>(
    deps.pool,
    sql`with r as (
          insert into ${ident(team.schema, 'data_record')} (data_collection_id, name)
          select ${id}, unnest(${names}::text[]) returning id, name),
        t as (insert into ${ident(team.schema, table)} (record_id, name) select id, name from r)
        select id from r order by id`,
  )
  return found.map((row) => row.id)
}

let count = 0
async function aField(dataType: DataType, more: Partial<typeof createFieldBody._input> = {}) {
  const body = createFieldBody.parse({
    title: `F ${++count}`,
    dataType,
    settings: settingsFor(dataType),
    ...more,
  })
  return createField(deps, team.admin.teamUser, homeId, body)
}

function settingsFor(dataType: DataType): Record<string, unknown> {
  const type = fieldType(dataType)
  if (type.refersTo?.(type.settings.parse({})).to !== 'record') return {}
  return type.family === 'choice' ? { listId } : { dataCollectionId: homeId }
}

async function modelOf(field: Pick<DataField, 'id'>): Promise<FieldModel> {
  return (await deps.models.get(team.teamId)).fields.get(field.id)!
}

/** Writes values by record, in the record writer's format. */
async function write(field: DataField, values: Map<number, unknown>): Promise<void> {
  const model = await modelOf(field)
  for (const [id, value] of values) {
    const json = sql`${JSON.stringify(value)}::jsonb`
    if (isLinks(model)) {
      await run(
        deps.pool,
        sql`insert into ${ident(team.schema, linkTableName(model))} (from_id, to_id, position)
            select ${id}::bigint, e.v::bigint, e.n from jsonb_array_elements_text(${json}) with ordinality e (v, n)`,
      )
      continue
    }
    const columns = storageOf(model)
      .columns(model)
      .filter(({ generated }) => !generated)
    const expressions = storageOf(model).write(model, json)
    const changes = columns.map(({ name }, index) => sql`${ident(name)} = ${expressions[index]}`)
    await run(
      deps.pool,
      sql`update ${ident(team.schema, 'people')} set ${join(changes)} where record_id = ${id}`,
    )
  }
}

/** The field's values by record. */
async function read(field: Pick<DataField, 'id'>): Promise<Map<number, unknown>> {
  const model = await modelOf(field)
  const found = await rows<{ id: number; value: unknown }>(
    deps.pool,
    sql`select t.record_id as id, to_json(${storageOf(model).read(model, { schema: team.schema, alias: 't' })}) as value
        from ${ident(team.schema, 'people')} t order by 1`,
  )
  return new Map(found.filter(({ value }) => value !== null).map(({ id, value }) => [id, value]))
}

const at = (field: Pick<DataField, 'id'>) => ({
  params: { teamId: team.teamId, dataCollectionId: homeId, dataFieldId: field.id },
})

const preview = (field: DataField, dataType: DataType, settings = settingsFor(dataType)) =>
  admin.ok(collectionsApi.previewFieldType, { ...at(field), body: { dataType, settings } })
const change = (field: DataField, dataType: DataType, settings = settingsFor(dataType)) =>
  admin.ok(collectionsApi.changeFieldType, { ...at(field), body: { dataType, settings } })

async function undo(operationId: number) {
  return changeModel(deps, team.teamId, async ({ client, model }) => {
    const operation = await one<{ id: number; details: unknown }>(
      client,
      sql`select id, details from ${ident(team.schema, 'operation')} where id = ${operationId}`,
    )
    return undoFieldTypeChange(client, model, operation!)
  })
}

function examplesOf(dataType: DataType): unknown[] {
  const ids = recordIds.slice(0, 3)
  const type = fieldType(dataType)
  const { values } = type.examples({ ids, fileIds })
  return values.slice(0, recordIds.length).filter((value) => type.parse(value, type.settings.parse({})).ok)
}

describe('between all types', () => {
  // Tests have no autovacuum: without this, what a thousand changes leave in PostgreSQL's catalogue makes the last ones five
  // times as slow as the first.
  afterEach(() => deps.pool.query('vacuum'))

  it.each(dataTypes)('%s: the change matches its preview, and undo restores everything', async (from) => {
    const field = await aField(from)
    await write(field, new Map(examplesOf(from).map((value, index) => [recordIds[index]!, value])))
    const before = await read(field)
    for (const to of dataTypes.filter((type) => type !== from)) {
      const previewed = await preview(field, to)
      const done = await change(field, to)
      expect(done.field).toMatchObject({ id: field.id, columnName: field.columnName, dataType: to })
      const after = await read(field)
      const outcome = { filled: before.size, converted: after.size, lost: before.size - after.size }
      expect({ to, ...outcome }).toEqual({ to, ...pick(previewed) })
      expect(done.operation).toMatchObject({ kind: 'change_field_type', recordCount: before.size })
      const undone = await undo(done.operation.id)
      expect([undone.restored, undone.skipped]).toEqual([before.size, []])
      expect(await read(field)).toEqual(before)
      expect((await modelOf(field)).dataType).toBe(from)
    }
    expect(before.size).toBeGreaterThan(0)
    await admin.ok(collectionsApi.removeField, at(field))
  })

  function pick({ filled, converted, lost }: TypeChangePreview) {
    return { filled, converted, lost }
  }
})

describe('converting values', () => {
  it('parses numbers in text, and shows samples of those it cannot', async () => {
    const field = await aField('plain_text')
    await write(field, new Map(['1,234', '7', 'seven', '1.5'].map((text, i) => [recordIds[i]!, text])))
    const previewed = await preview(field, 'number')
    expect(previewed).toMatchObject({ filled: 4, converted: 2, lost: 2 })
    expect(previewed.samples.slice(0, 2)).toEqual([
      { recordId: recordIds[2], before: 'seven', after: null },
      { recordId: recordIds[3], before: '1.5', after: null },
    ])
    await change(field, 'number')
    expect([...(await read(field)).values()]).toEqual([1234, 7])
  })

  it('finds list items by name ignoring case, and converts ids to names', async () => {
    const field = await aField('plain_text')
    await write(field, new Map(['red', 'BLUE', 'Purple', 'Red; Green'].map((t, i) => [recordIds[i]!, t])))
    expect(await preview(field, 'single_selection_from_list')).toMatchObject({ converted: 2, lost: 2 })
    const { field: many } = await change(field, 'multi_selection_from_list')
    expect((await read(field)).size).toBe(3)
    await change(many, 'plain_text')
    expect([...(await read(field)).values()]).toEqual(['Red', 'Blue', 'Red; Green'])
  })

  it('keeps ids between single and multiple references, and files of a suitable kind', async () => {
    const link = await aField('single_data_record')
    await write(link, new Map([[recordIds[0]!, recordIds[1]]]))
    await change(link, 'multi_data_record')
    expect(await read(link)).toEqual(new Map([[recordIds[0], [recordIds[1]]]]))

    const file = await aField('single_file')
    await write(file, new Map(fileIds.map((id, i) => [recordIds[i]!, id])))
    expect(await preview(file, 'multi_image')).toMatchObject({ converted: 2, lost: 1 })
  })

  it('keeps the words of formatted text, and escapes plain text', async () => {
    const field = await aField('formatted_text')
    await write(field, new Map([[recordIds[0]!, '<p>a <b>bold</b> &lt;word&gt;</p>']]))
    const { field: plain } = await change(field, 'plain_text')
    expect([...(await read(field)).values()]).toEqual(['a bold <word>'])
    await change(plain, 'formatted_text')
    expect([...(await read(field)).values()]).toEqual(['<p>a bold &lt;word&gt;</p>'])
  })

  it('keeps a unique field unique: the first record keeps the value', async () => {
    const field = await aField('plain_text', { isUnique: true, defaultValue: '12' })
    await write(field, new Map(['1', '01', '1.0', '2'].map((text, i) => [recordIds[i]!, text])))
    const previewed = await preview(field, 'number')
    expect(previewed).toMatchObject({ filled: 4, converted: 2, lost: 2 })
    const done = await change(field, 'number')
    expect(done.field).toMatchObject({ isUnique: true, defaultValue: 12 })
    expect([...(await read(field)).values()]).toEqual([1, 2])
    await undo(done.operation.id)
    expect((await modelOf(field)).isUnique).toBe(true)
    await expect(write(field, new Map([[recordIds[5]!, '2']]))).rejects.toMatchObject({
      constraint: `unique_${field.id}`,
    })
  })

  it('converts values of records in the trash', async () => {
    const field = await aField('plain_text')
    await write(field, new Map([[recordIds[6]!, '42']]))
    const people = ident(team.schema, 'people')
    await run(deps.pool, sql`update ${people} set deleted_at = now() where record_id = ${recordIds[6]}`)
    expect(await preview(field, 'number')).toMatchObject({ filled: 1, converted: 1 })
    await change(field, 'number')
    await run(deps.pool, sql`update ${people} set deleted_at = null where record_id = ${recordIds[6]}`)
    expect(await read(field)).toEqual(new Map([[recordIds[6], 42]]))
  })
})

describe('undo', () => {
  it('converts later edits, and lists those that the old type rejects', async () => {
    const field = await aField('number')
    await write(field, new Map([1, 2, 3, 4].map((value, i) => [recordIds[i]!, value])))
    const { field: text, operation } = await change(field, 'plain_text')
    await write(
      text,
      new Map([
        [recordIds[1]!, '22'],
        [recordIds[2]!, 'three'],
        [recordIds[4]!, '5'],
      ]),
    ) // prettier-ignore
    await log({
      [recordIds[1]!]: field.columnName,
      [recordIds[2]!]: field.columnName,
      [recordIds[4]!]: field.columnName,
    })
    const undone = await undo(operation.id)
    expect(undone).toMatchObject({
      restored: 2,
      skipped: [{ recordId: recordIds[2], field: field.columnName }],
    })
    expect(await read(field)).toEqual(
      new Map([
        [recordIds[0], 1],
        [recordIds[1], 22],
        [recordIds[3], 4],
        [recordIds[4], 5],
      ]),
    )
    await expect(undo(operation.id)).rejects.toMatchObject({ code: 'undo_expired' })
  })

  it('can be undone', async () => {
    const field = await aField('plain_text')
    await write(
      field,
      new Map([
        [recordIds[0]!, 'seven'],
        [recordIds[1]!, '8'],
      ]),
    ) // prettier-ignore
    const { operation } = await change(field, 'number')
    const { details } = await undo(operation.id)
    expect((await read(field)).get(recordIds[0]!)).toBe('seven')
    const row = await one<{ id: number }>(
      deps.pool,
      sql`insert into ${ident(team.schema, 'operation')} (kind, details)
          values ('undo', ${JSON.stringify(details)}) returning id`,
    )
    await run(
      deps.pool,
      sql`update ${ident(team.schema, 'operation')} set undone_by = ${row!.id} where id = ${operation.id}`,
    )
    await undo(row!.id)
    expect(await read(field)).toEqual(new Map([[recordIds[1], 8]]))
    expect((await modelOf(field)).dataType).toBe('number')
  })

  it('is refused after a newer change', async () => {
    const field = await aField('plain_text')
    const first = await change(field, 'number')
    const second = await change(first.field, 'decimal')
    await expect(undo(first.operation.id)).rejects.toMatchObject({ code: 'undo_expired' })
    await undo(second.operation.id)
    await run(
      deps.pool,
      sql`update ${ident(team.schema, 'operation')} set undone_by = 1 where id = ${second.operation.id}`,
    )
    await undo(first.operation.id)
    expect((await modelOf(field)).dataType).toBe('plain_text')
  })

  async function log(changes: Record<string, string>): Promise<void> {
    const operation = await one<{ id: number }>(
      deps.pool,
      sql`insert into ${ident(team.schema, 'operation')} (kind) values ('update_records') returning id`,
    )
    for (const [id, column] of Object.entries(changes)) {
      await run(
        deps.pool,
        sql`insert into ${ident(team.schema, 'log_event')} (operation_id, record_id, type, before, after)
            values (${operation!.id}, ${Number(id)}, 'updated', '{}', ${JSON.stringify({ [column]: 1 })})`,
      )
    }
  }
})

it('rejects a type that would break a smart collection', async () => {
  const field = await aField('number')
  await createCollection(
    deps,
    team.admin.teamUser,
    createCollectionBody.parse({
      name: 'Big',
      pluralName: 'Bigs',
      idParentDataCollection: homeId,
      isSmartCollection: true,
      membershipDataFilter: { field: field.columnName, op: 'gt', value: 5 },
    }),
  )
  const problem = await admin.refused(collectionsApi.changeFieldType, {
    ...at(field),
    body: { dataType: 'plain_text' },
  })
  expect(problem.code).toBe('in_use')
  await change(field, 'decimal')
})

it('converts many values in batches, and refreshes names and search', async () => {
  const id = await aCollection('Row', 'Rows')
  await run(
    deps.pool,
    sql`with r as (
          insert into ${ident(team.schema, 'data_record')} (data_collection_id)
          select ${id} from generate_series(1, 12001) returning id)
        insert into ${ident(team.schema, 'rows')} (record_id, name) select id, (row_number() over ())::text || 'x' from r`,
  )
  const { DataFields } = await admin.ok(collectionsApi.get, {
    params: { teamId: team.teamId, dataCollectionId: id },
  })
  const name = DataFields[0]!
  const params = { teamId: team.teamId, dataCollectionId: id, dataFieldId: name.id }
  const previewed = await admin.ok(collectionsApi.previewFieldType, { params, body: { dataType: 'number' } })
  expect(previewed).toMatchObject({ filled: 12_001, lost: 12_001 })
  await run(deps.pool, sql`update ${ident(team.schema, 'rows')} set name = rtrim(name, 'x')`)
  const done = await admin.ok(collectionsApi.changeFieldType, { params, body: { dataType: 'number' } })
  expect(done.operation.recordCount).toBe(12_001)
  expect(deps.added.map((job) => job.name)).toContain('refresh_catalogue')
})

it('drops the columns a change kept after 30 days, and then cannot undo it', async () => {
  const field = await aField('money')
  const { operation } = await change(field, 'decimal')
  await purgeTeam(deps, team.teamId, new Date(Date.now() - 1000 * 3600))
  const columns = async () =>
    (
      await rows<{ name: string }>(
        deps.pool,
        sql`select column_name as name from information_schema.columns where table_schema = ${team.schema}
              and table_name = 'people' and column_name like ${`${field.columnName}%`} order by 1`,
      )
    ).map(({ name }) => name)
  expect(await columns()).toEqual([
    field.columnName,
    `${field.columnName}__currency__old_${operation.id}_1`,
    `${field.columnName}__old_${operation.id}`,
  ])
  await run(
    deps.pool,
    sql`update ${ident(team.schema, 'operation')} set at = now() - interval '31 days' where id = ${operation.id}`,
  )
  await purgeTeam(deps, team.teamId, new Date(Date.now() - 1000 * 3600))
  expect(await columns()).toEqual([field.columnName])
  await expect(undo(operation.id)).rejects.toMatchObject({ code: 'undo_expired' })
})
