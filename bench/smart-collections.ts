/**
 * Twenty smart collections counted in one request, as a side bar does, against twenty hand-written counts on
 * the same table with the best indexes. A record is changed before each round, so that no count comes from a
 * cache. `ratio` is the time of the hand-written counts divided by ours; the target is at least 0.9.
 */
import pg from 'pg'
import { importPeople } from './imports.ts'
import { p50, p99, type Result } from './load.ts'
import { call, createPeople, type World } from './world.ts'

export const smartCollectionsName = 'smart collections'

const rounds = 15
/** The hand-written counts may use as many connections as our server's pool. */
const connections = 10

type Filter = object

interface Counted {
  filter: Filter
  /** The hand-written condition. */
  where: string
}

const is = (field: string, value: unknown) => ({ field, op: 'is', value })
/** Ignores case and accents, like our filters. */
const same = (column: string, text: string) => `fold(${column}) = '${text.toLowerCase()}'`
const compare = (field: string, op: 'gt' | 'lt' | 'before' | 'after', value: unknown) => ({
  field,
  op,
  value,
})

const collections: readonly Counted[] = [
  ...['Springfield', 'Bristol', 'Salem', 'Oxford', 'Dover'].map((city) => ({
    filter: is('city', city),
    where: same('city', city),
  })),
  ...['new', 'paused'].map((status) => ({ filter: is('status', status), where: same('status', status) })),
  ...[900, 950, 990].map((score) => ({ filter: compare('score', 'gt', score), where: `score > ${score}` })),
  ...['1935-01-01', '1940-01-01'].map((day) => ({
    filter: compare('birthday', 'before', day),
    where: `birthday < '${day}'`,
  })),
  { filter: compare('birthday', 'after', '2005-01-01'), where: `birthday > '2005-01-01'` },
  { filter: compare('balance', 'lt', 500), where: 'balance < 500' },
  { filter: compare('visits', 'gt', 280), where: 'visits > 280' },
  { filter: is('is_member', true), where: 'is_member' },
  {
    filter: { and: [is('city', 'Oxford'), compare('score', 'gt', 500)] },
    where: `${same('city', 'Oxford')} and score > 500`,
  },
  {
    filter: { and: [is('is_member', true), compare('birthday', 'before', '1950-01-01')] },
    where: `is_member and birthday < '1950-01-01'`,
  },
  {
    filter: { or: [is('city', 'Milton'), is('city', 'Hudson')] },
    where: `fold(city) = any('{milton,hudson}')`,
  },
  {
    filter: { and: [is('region', 'North'), is('status', 'left')] },
    where: `${same('region', 'North')} and ${same('status', 'left')}`,
  },
]

const handIndexes = [
  '(fold(city), score)',
  '(fold(status), fold(region))',
  '(score)',
  '(birthday)',
  '(balance)',
  '(visits)',
  '(is_member, birthday)',
]

interface CollectionList {
  dataCollection: {
    id: number
    countDataObject: number | null
    countIsExact: boolean
    isSmartCollection: boolean
  }[]
}

/** @param count number of records: a million, or fewer for a quick run */
export async function measureSmartCollections(world: World, count: number): Promise<Result> {
  // A separate team, so that only these collections are counted.
  const team = await call<{ teamId: number }>(world, 'POST', '/sysAdmin/teams', { name: 'Smart' })
  const own: World = { ...world, teamId: team.teamId }
  const people = await createPeople(own, 'Smart people')
  await importPeople(own, people.id, count)
  const ids = await createCollections(own, people.id)
  const table = `team_${own.teamId}.${people.tableName}`
  const pool = new pg.Pool({
    connectionString: world.databaseUrl,
    max: connections,
    options: `-c search_path=team_${own.teamId}`,
  })
  try {
    await prepare(own, pool, table)
    const change = await recordChanger(own, pool, table)
    const ours = async () => {
      const path = `/teams/${own.teamId}/dataCollections?countObjects=1`
      const { dataCollection } = await call<CollectionList>(own, 'GET', path)
      const byId = new Map(dataCollection.map((collection) => [collection.id, collection]))
      return ids.map((id) => {
        const collection = byId.get(id)
        if (!collection?.countIsExact) throw new Error('a count is only an estimate')
        return collection.countDataObject
      })
    }
    const byHand = async () => {
      const counts = await Promise.all(
        collections.map(({ where }) =>
          pool.query<{ n: number }>(
            `select count(*)::int as n from ${table} where deleted_at is null and ${where}`,
          ),
        ),
      )
      return counts.map(({ rows }) => rows[0]?.n)
    }
    const latencies: { own: number[]; hand: number[] } = { own: [], hand: [] }
    for (let round = -2; round < rounds; round++) {
      await change(round)
      const [expected, handMs] = await timed(byHand)
      const [actual, ownMs] = await timed(ours)
      if (JSON.stringify(actual) !== JSON.stringify(expected))
        throw new Error(`${actual} instead of ${expected}`)
      if (round >= 0) {
        latencies.hand.push(handMs)
        latencies.own.push(ownMs)
      }
    }
    return resultOf(latencies)
  } finally {
    await pool.end()
  }
}

function resultOf(latencies: { own: number[]; hand: number[] }): Result {
  const [own, hand] = [latencies.own, latencies.hand].map((all) => all.sort((a, b) => a - b)) as [
    number[],
    number[],
  ]
  return {
    name: smartCollectionsName,
    ratio: p50(hand) / p50(own),
    reqPerSec: 1000 / p50(own),
    p50: p50(own),
    p99: p99(own),
    baseline: { reqPerSec: 1000 / p50(hand), p50: p50(hand), p99: p99(hand) },
  }
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<[Answer, number]> {
  const startedAt = performance.now()
  const answer = await work()
  return [answer, performance.now() - startedAt]
}

async function createCollections(world: World, idParentDataCollection: number): Promise<number[]> {
  const ids: number[] = []
  for (const [n, { filter }] of collections.entries()) {
    const { id } = await call<{ id: number }>(world, 'POST', `/teams/${world.teamId}/dataCollections`, {
      name: `Smart ${n}`,
      pluralName: `Smart ${n}`,
      idParentDataCollection,
      isSmartCollection: true,
      membershipDataFilter: filter,
    })
    ids.push(id)
  }
  return ids
}

/** Creates the indexes of both sides; our server creates its own after some requests. */
async function prepare(world: World, pool: pg.Pool, table: string): Promise<void> {
  // Sequentially, because `create index` and `create index concurrently` on one table wait for each other.
  await waitForIndexes(pool)
  for (const columns of handIndexes)
    await pool.query(`create index on ${table} ${columns} where deleted_at is null`)
  await pool.query(`vacuum analyze ${table}`)
  for (let n = 0; n < 6; n++) {
    await call(world, 'GET', `/teams/${world.teamId}/dataCollections?countObjects=1`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await waitForIndexes(pool)
  await pool.query(`vacuum analyze ${table}`)
}

/** Waits until no job for indexes is left, including those that are scheduled for soon. */
async function waitForIndexes(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ isBusy: boolean }>(
      `select exists (select from pg_stat_progress_create_index) or exists (select from muster_jobs.jobs
        where task_identifier in ('index_field', 'index_views') and run_at < now() + interval '1 minute') as "isBusy"`,
    )
    if (!rows[0]?.isBusy) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Returns a function that changes a record of the table. */
async function recordChanger(
  world: World,
  pool: pg.Pool,
  table: string,
): Promise<(n: number) => Promise<void>> {
  const { rows } = await pool.query<{ id: string }>(
    `select record_id as id from ${table} order by record_id limit 1`,
  )
  const path = `/teams/${world.teamId}/dataRecords/${rows[0]?.id}`
  return async (n) => void (await call(world, 'PUT', path, { values: { first_name: `Round ${n}` } }))
}
