/** A million records for benchmarks of views: all have a day and a city, and few have a location. */
import pg from 'pg'
import { call, type World } from './world.ts'

const fields = [
  ['last_name', 'plain_text'],
  ['city', 'plain_text'],
  ['region', 'plain_text'],
  ['is_member', 'boolean'],
  ['score', 'number'],
  ['day', 'date'],
  ['address', 'physical_address'],
] as const

export interface ViewsDataset {
  world: World
  id: number
  tableName: string
  fieldIds: Readonly<Record<string, number>>
  count: number
}

let dataset: Promise<ViewsDataset> | undefined

/**
 * Created once for all benchmarks.
 * @param count number of records; of a million, 38,000 have a location and 12,000 are in a given month
 */
export function viewsDataset(world: World, count: number): Promise<ViewsDataset> {
  dataset ??= create(world, count)
  return dataset
}

async function create(benchWorld: World, count: number): Promise<ViewsDataset> {
  // A separate team, so that there are no other views and indexes.
  const { teamId } = await call<{ teamId: number }>(benchWorld, 'POST', '/sysAdmin/teams', { name: 'Views' })
  const world = { ...benchWorld, teamId }
  const base = `/teams/${teamId}/dataCollections`
  const { id, tableName } = await call<{ id: number; tableName: string }>(world, 'POST', base, {
    name: 'Seen',
    pluralName: 'Seen',
  })
  for (const [columnName, dataType] of fields) {
    await call(world, 'POST', `${base}/${id}/dataFields`, { columnName, title: columnName, dataType })
  }
  const { items } = await call<{ items: { id: number; columnName: string }[] }>(
    world,
    'GET',
    `${base}/${id}/dataFields`,
  )
  await fill(world, id, tableName, count)
  const fieldIds = Object.fromEntries(items.map((field) => [field.columnName, field.id]))
  return { world, id, tableName, fieldIds, count }
}

async function fill(
  { databaseUrl, teamId }: World,
  id: number,
  tableName: string,
  count: number,
): Promise<void> {
  const schema = `team_${teamId}`
  const cities =
    "'{Springfield,Riverside,Franklin,Greenville,Bristol,Clinton,Fairview,Salem,Madison,Oxford}'::text[]"
  const regions = "'{North,South,East,West,Centre}'::text[]"
  const hash = (seed: string) => `abs(hashtext(n || '${seed}'))`
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query(`with made as (
      insert into ${schema}.data_record (data_collection_id, name)
      select ${id}, 'Person ' || n from generate_series(1, ${count}) n returning id)
    insert into ${schema}.${tableName} (record_id, name, last_name, city, region, is_member, score, day, address)
    select n, 'Person ' || n, 'Name ' || ${hash('l')} % 50000, (${cities})[1 + ${hash('c')} % 10],
      (${regions})[1 + ${hash('r')} % 5], ${hash('m')} % 2 = 0, ${hash('s')} % 1000,
      '2020-01-01'::date + ${hash('d')} % 2580,
      case when n % 1000 < 38 then jsonb_build_object('line1', null, 'line2', null, 'city', 'Here', 'region', null,
        'postalCode', null, 'country', 'US', 'lat', round((25 + ${hash('y')} % 24000 / 1000.0)::numeric, 4),
        'lng', round((-124 + ${hash('x')} % 57000 / 1000.0)::numeric, 4)) end
    from (select id as n from made) made`)
  const indexes = [
    '(city, region, is_member, last_name collate "und-x-icu", record_id)',
    '(day, record_id)',
    `(record_id) where deleted_at is null and address ->> 'lat' is not null and address ->> 'lng' is not null`,
  ]
  // The indexes of the hand-written baseline. The first one does not suit our query, which gets its own.
  for (const [n, definition] of indexes.entries()) {
    await pool.query(`create index by_hand_${n} on ${schema}.${tableName} ${definition}`)
  }
  await pool.query(`vacuum analyze ${schema}.${tableName}`)
  await pool.query(`vacuum analyze ${schema}.data_record`)
  await pool.end()
}
