import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { createFieldBody } from '@muster/contract/fields/fields.schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { ident, rows, run, sql } from '../../platform/db.ts'
import { createField, removeField } from '../fields/fields.service.ts'
import { collectionsTasks } from './collections.jobs.ts'
import { createCollection, removeCollection } from './collections.service.ts'

let deps: TestDeps
let team: TestTeam

beforeAll(async () => {
  deps = await testDeps()
  team = await aTeam(deps)
})
afterAll(() => deps.close())

const table = (name: string) => ident(team.schema, name)
const longAgo = sql`now() - interval '31 days'`

async function create(name: string, pluralName: string, idParentDataCollection: number | null = null) {
  const body = createCollectionBody.parse({ name, pluralName, idParentDataCollection })
  return createCollection(deps, team.admin.teamUser, body)
}

async function insert(collection: { id: number; tableName: string }, count: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    deps.pool,
    sql`with r as (insert into ${table('data_record')} (data_collection_id)
            select ${collection.id} from generate_series(1, ${count}) returning id),
          t as (insert into ${table(collection.tableName)} (record_id) select id from r),
          l as (insert into ${table('log_event')} (operation_id, record_id, type) select 1, id, 'created' from r)
        select id from r order by id`,
  )
  return found.map(({ id }) => id)
}

async function purge(): Promise<void> {
  const context = { jobId: '1', attempt: 1, isLastAttempt: true, signal: new AbortController().signal }
  await collectionsTasks(deps).purge_trash.run({}, { ...context, log: deps.log })
}

async function tables(): Promise<string[]> {
  const found = await rows<{ name: string }>(
    deps.pool,
    sql`select table_name as name from information_schema.tables where table_schema = ${team.schema}`,
  )
  return found.map(({ name }) => name)
}

const ids = (query: ReturnType<typeof sql>) =>
  rows<{ id: number }>(deps.pool, query).then((r) => r.map((x) => x.id))

it('purges records that were in the trash for 30 days, with all references to them', async () => {
  const [people, places] = [await create('Person', 'People'), await create('Place', 'Places')]
  const settings = { dataCollectionId: places.id }
  const field = async (dataType: 'single_data_record' | 'multi_data_record') =>
    createField(
      deps,
      team.admin.teamUser,
      people.id,
      createFieldBody.parse({ title: dataType, dataType, settings }),
    )
  const [one, many] = [await field('single_data_record'), await field('multi_data_record')]
  const [a, b] = (await insert(people, 2)) as [number, number]
  const [x, y, z] = (await insert(places, 3)) as [number, number, number]
  await run(
    deps.pool,
    sql`update ${table('people')} set ${ident(one.columnName)} = ${x} where record_id = ${a}`,
  )
  await run(
    deps.pool,
    sql`insert into ${table(`link_${many.id}`)} (from_id, to_id) values (${a}, ${x}), (${a}, ${y}), (${b}, ${x})`,
  )
  for (const [id, at] of [
    [x, longAgo],
    [z, sql`now()`],
  ] as const) {
    await run(deps.pool, sql`update ${table('data_record')} set deleted_at = ${at} where id = ${id}`)
    await run(deps.pool, sql`update ${table('places')} set deleted_at = ${at} where record_id = ${id}`)
  }
  await purge()
  expect(await ids(sql`select id from ${table('data_record')} order by 1`)).toEqual([a, b, y, z])
  expect(await ids(sql`select record_id as id from ${table('places')} order by 1`)).toEqual([y, z])
  expect(await ids(sql`select record_id as id from ${table('log_event')} order by 1`)).toEqual([a, b, y, z])
  expect(await ids(sql`select to_id as id from ${table(`link_${many.id}`)}`)).toEqual([y])
  expect(await ids(sql`select ${ident(one.columnName)} as id from ${table('people')}`)).toEqual([null, null])
})

it('purges fields and collections with their columns and tables, and keeps newer ones', async () => {
  const root = await create('Root', 'Roots')
  const child = await create('Child', 'Children', root.id)
  const other = await create('Other', 'Others')
  const add = (collectionId: number, title: string, dataType: 'money' | 'multi_data_record') =>
    createField(
      deps,
      team.admin.teamUser,
      collectionId,
      createFieldBody.parse({
        title,
        dataType,
        settings: dataType === 'money' ? {} : { dataCollectionId: other.id },
      }),
    )
  const link = await add(root.id, 'Link', 'multi_data_record')
  const [old, young] = [await add(other.id, 'Old', 'money'), await add(other.id, 'Young', 'money')]
  const [record] = await insert(root, 1)
  await run(
    deps.pool,
    sql`insert into ${table('membership')} (data_collection_id, record_id) values (${child.id}, ${record})`,
  )
  await run(
    deps.pool,
    sql`insert into ${table('field_counter')} (field_id, last)
        values (${old.id}, 7), (${young.id}, 8), (${link.id}, 9)`,
  )
  for (const { id } of [old, young]) await removeField(deps, team.admin.teamUser, other.id, id)
  await removeCollection(deps, team.admin.teamUser, root.id)
  await run(deps.pool, sql`update muster.data_field set deleted_at = ${longAgo} where id = ${old.id}`)
  await purge()
  expect(await tables()).toEqual(expect.arrayContaining(['roots', `link_${link.id}`]))
  const columns = await rows<{ name: string }>(
    deps.pool,
    sql`select column_name as name from information_schema.columns
        where table_schema = ${team.schema} and table_name = 'others'`,
  )
  expect(columns.map(({ name }) => name)).toEqual([
    'record_id',
    'deleted_at',
    'name',
    'young',
    'young__currency',
  ])

  const counters = () => ids(sql`select field_id as id from ${table('field_counter')} order by 1`)
  expect(await counters()).toEqual([link.id, young.id].sort((a, b) => a - b))

  await run(
    deps.pool,
    sql`update muster.data_collection set deleted_at = ${longAgo} where id in (${root.id}, ${child.id})`,
  )
  await deps.models.changed(team.teamId)
  await purge()
  expect(await tables()).not.toContain('roots')
  expect(await tables()).not.toContain(`link_${link.id}`)
  expect(await counters()).toEqual([young.id])
  expect(await ids(sql`select record_id as id from ${table('membership')}`)).toEqual([])
  expect(await ids(sql`select id from ${table('data_record')} where id = ${record}`)).toEqual([])
  const model = await deps.models.get(team.teamId)
  expect([...model.collections.keys()]).toEqual(expect.not.arrayContaining([root.id, child.id]))
  expect(model.fields.has(old.id)).toBe(false)
})
