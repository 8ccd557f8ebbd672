/**
 * Indexes of views: created when a view needs them, reported to the administrator, dropped when no longer
 * needed.
 */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Filter } from '@muster/contract/filters/ast'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { collectionsRoutes } from '../../features/collections/collections.routes.ts'
import { fieldsRoutes } from '../../features/fields/fields.routes.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'
import { calendarSql } from '../../features/views/calendar.sql.ts'
import { viewsRoutes } from '../../features/views/views.routes.ts'
import { createJobs } from '../../platform/jobs.ts'
import { tasksOf } from '../../tasks.ts'
import { scopeOf } from '../access/scope.ts'
import { selectionOf } from '../query/page.ts'
import { indexTasks } from './index-views.ts'

let deps: TestDeps
let world: TestWorld
let admin: Client
let people: Record<string, number>
const many = 6000

beforeAll(async () => {
  deps = await testDeps()
  const app = await testApp(deps, (bindTo) => {
    bindTo(viewsApi, viewsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  const { fields, tableName, id } = (await world.model()).collections.get(world.people)!
  people = Object.fromEntries(fields.map(({ columnName, id: fieldId }) => [columnName, fieldId]))
  const { schema } = world.team
  await deps.pool.query(`with made as (
      insert into "${schema}".data_record (data_collection_id, name)
      select ${id}, 'Person ' || n from generate_series(1, ${many}) n returning id)
    insert into "${schema}"."${tableName}" (record_id, name, score, party, is_member, born)
    select id, 'Person ' || id, id % 100, (array[${world.partyIds.join()}])[1 + id % 3], id % 2 = 0, date '1900-01-01' + (id * 7 % 30000)::int from made`)
  await deps.pool.query(`analyze "${schema}"."${tableName}"`)
})
afterAll(() => deps?.close())

const team = () => ({ teamId: world.team.teamId })
const create = (
  internalName: string,
  body: {
    filter?: Filter
    sort?: { field: string; direction: 'asc' }[]
    filterFields?: { dataFieldId: number }[]
  },
) =>
  admin.ok(viewsApi.create, {
    params: team(),
    body: {
      dataCollectionId: world.people,
      type: 'table',
      internalName,
      recordNameDataFieldId: people.name!,
      ...body,
    },
  })
const report = async () => (await admin.ok(viewsApi.indexes, { params: team() })).items
const indexesOf = async (viewId: number) =>
  (await report())
    .filter(({ dataViewIds }) => dataViewIds.includes(viewId))
    .map(({ kind, columns, status }) => `${kind} ${columns.join('+')} ${status}`)
    .sort()
const keep = () => deps.runJobs(tasksOf(deps))

test('a view gets indexes for its conditions, order and filter fields', async () => {
  const view = await create('Members', {
    filter: {
      and: [
        { field: 'party', op: 'is', value: world.partyIds[0] },
        { field: 'is_member', op: 'is', value: true },
        { field: 'score', op: 'gte', value: 10 },
      ],
    },
    sort: [{ field: 'score', direction: 'asc' }],
    filterFields: [{ dataFieldId: people.party! }],
  })
  expect(await indexesOf(view.id)).toEqual([
    'equal party+score wanted',
    'several party+is_member+score wanted',
    'sort score wanted',
  ])
  await keep()
  expect(await indexesOf(view.id)).toEqual([
    'equal party+score ready',
    'several party+is_member+score ready',
    'sort score ready',
  ])
  const several = (await report()).find(({ kind }) => kind === 'several')!
  expect(several.sizeBytes).toBeGreaterThan(0)
  expect(several.dataCollectionId).toBe(world.people)
  const { rows } = await deps.pool.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) select record_id from "${world.team.schema}"."${(await world.model()).collections.get(world.people)!.tableName}"
     where deleted_at is null and party = $1 and is_member = true and score >= 10 order by score, record_id limit 50`,
    [world.partyIds[0]],
  )
  expect(JSON.stringify(rows)).toContain(several.name)
})

test('two views share an index, which is dropped with the last of them', async () => {
  const filter: Filter = {
    and: [
      { field: 'party', op: 'is', value: world.partyIds[1] },
      { field: 'is_member', op: 'is', value: false },
    ],
  }
  const [one, two] = [await create('One', { filter }), await create('Two', { filter })]
  await keep()
  const shared = (await report()).find(({ dataViewIds }) => dataViewIds.includes(one.id))!
  expect(shared).toMatchObject({
    columns: ['party', 'is_member'],
    status: 'ready',
    dataViewIds: [one.id, two.id],
  })
  const isThere = async () =>
    (await deps.pool.query('select from pg_indexes where indexname = $1', [shared.name])).rowCount === 1
  await admin.ok(viewsApi.remove, { params: { ...team(), dataViewId: one.id } })
  await keep()
  expect(await isThere()).toBe(true)
  await admin.ok(viewsApi.remove, { params: { ...team(), dataViewId: two.id } })
  await keep()
  expect(await isThere()).toBe(false)
})

test('a yearly calendar finds the days of a month by its own index', async () => {
  const { id } = await admin.ok(viewsApi.create, {
    params: team(),
    body: {
      dataCollectionId: world.people,
      type: 'calendar',
      internalName: 'Birthdays',
      recordNameDataFieldId: people.name!,
      eventStartDataFieldId: people.born!,
      displayOptions: { isYearly: true },
    },
  })
  await keep()
  expect(await indexesOf(id)).toEqual(['day born ready', 'sort born ready'])
  const { name } = (await report()).find(({ kind }) => kind === 'day')!
  const { collections } = await world.model()
  const scope = scopeOf(await world.context(world.team.admin.teamUser))
  const days = { from: '2024-02-26', to: '2024-03-08' }
  const statement = calendarSql(
    selectionOf(scope, { sort: [], deleted: false }),
    { start: 'born', isYearly: true },
    days,
  )
  const { rows } = await deps.pool.query(`explain (format json) ${statement.text}`, [...statement.values])
  expect(JSON.stringify(rows)).toContain(name)

  const { events } = await admin.ok(viewsApi.calendar, {
    params: { ...team(), dataCollectionId: world.people },
    body: { ...days, start: 'born', isYearly: true },
  })
  const { rows: found } = await deps.pool.query<{ count: number }>(
    `select count(*)::int as count from "${world.team.schema}"."${collections.get(world.people)!.tableName}"
     where to_char(born, 'MMDD') between '0226' and '0307'`,
  )
  expect(events).toHaveLength(found[0]!.count)
})

test('smart collections have indexes too, and only designers see the report', async () => {
  const smart = (await report()).filter(({ smartDataCollectionIds }) =>
    smartDataCollectionIds.includes(world.winners),
  )
  expect(smart).toMatchObject([{ columns: ['score'] }])
  expect((await admin.as(world.team.member).refused(viewsApi.indexes, { params: team() })).code).toBe(
    'access_denied',
  )
})

const winners = () => ({ ...team(), dataCollectionId: world.winners })
const bySmart = async (id: number) =>
  (await report())
    .filter(({ smartDataCollectionIds }) => smartDataCollectionIds.includes(id))
    .map(({ columns, status }) => `${columns.join('+')} ${status}`)

test('a new filter of a smart collection gets its index, and that of the old filter is dropped', async () => {
  await keep()
  expect(await bySmart(world.winners)).toEqual(['score ready'])
  const membershipDataFilter: Filter = {
    and: [
      { field: 'party', op: 'is', value: world.partyIds[2] },
      { field: 'born', op: 'before', value: '1950-01-01' },
    ],
  }
  await admin.ok(collectionsApi.update, { params: winners(), body: { membershipDataFilter } })
  await keep()
  expect(await bySmart(world.winners)).toEqual(['party+born ready'])

  const { id } = await admin.ok(collectionsApi.create, {
    params: team(),
    body: {
      name: 'Elder',
      pluralName: 'Elders',
      idParentDataCollection: world.people,
      isSmartCollection: true,
      membershipDataFilter: { field: 'born', op: 'before', value: '1950-01-01' },
    },
  })
  await keep()
  expect(await bySmart(id)).toEqual(['born ready'])
  // A change that does not affect its members requests no index.
  await admin.ok(collectionsApi.update, { params: winners(), body: { description: 'The best' } })
  expect(deps.added).toEqual([])
})

test('twenty changes in a row add one job', async () => {
  const jobs = createJobs({ pool: deps.pool, tasks: indexTasks(deps), log: deps.log })
  const queued = { ...deps, jobs }
  const app = await testApp(queued, (bindTo) => {
    bindTo(viewsApi, viewsRoutes(queued))
    bindTo(collectionsApi, { ...collectionsRoutes(queued), ...fieldsRoutes(queued) })
  })
  const designer = clientOf(app, world.team.admin)
  const { id: dataViewId } = await create('Tried out', {})
  for (let n = 0; n < 10; n++) {
    const membershipDataFilter: Filter = { field: 'score', op: 'gt', value: n }
    await designer.ok(collectionsApi.update, { params: winners(), body: { membershipDataFilter } })
    const filter: Filter = { field: 'score', op: 'lt', value: n }
    await designer.ok(viewsApi.update, { params: { ...team(), dataViewId }, body: { filter } })
  }
  const { rows } = await deps.pool.query<{ key: string }>(
    `select key from muster_jobs.jobs where task_identifier = 'index_views'`,
  )
  expect(rows).toEqual([{ key: `index_views ${team().teamId}` }])
})

test('a query that the index of a view answers requests no other index', async () => {
  const party: Filter = { field: 'party', op: 'is', value: world.partyIds[0] }
  const member: Filter = { field: 'is_member', op: 'is', value: true }
  const score: Filter = { field: 'score', op: 'is', value: 5 }
  await create('Members by day', {
    filter: { and: [party, member] },
    sort: [{ field: 'born', direction: 'asc' }],
  })
  const params = { ...team(), dataCollectionId: world.people }
  const requestedFields = async (and: Filter[], field: string) => {
    const before = deps.added.length
    // A filter gets an index after its third use.
    for (let n = 0; n < 3; n++) {
      const body = { filter: { and }, sort: [{ field, direction: 'asc' as const }], limit: 5 }
      await admin.ok(recordsApi.query, { params, body })
    }
    const jobs = deps.added.slice(before).filter(({ name }) => name === 'index_field')
    return jobs
      .map(({ payload }) => payload as { kind: string; dataFieldId: number })
      .filter(({ kind }) => kind === 'equal')
      .map(({ dataFieldId }) => dataFieldId)
  }
  expect(await requestedFields([party, member], 'born')).toEqual([])
  expect(await requestedFields([party, member, score], 'born')).toEqual([people.score])
  expect(await requestedFields([party], 'born')).toEqual([people.party])
  expect(await requestedFields([party, member], 'name')).toEqual([people.party])
})
