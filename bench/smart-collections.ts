/**
 * Twenty smart collections counted by the one request that a side bar makes, against twenty counts written by hand on
 * the same table with the right indexes. Before each round a record is changed, so that nothing is answered from memory.
 * `ratio` is the time by hand to ours: at least 0.9 is wanted.
 */
import pg from 'pg'
import { importPeople } from './imports.ts'
import { p50, p99, type Result } from './load.ts'
import { call, createPeople, type World } from './world.ts'

export const smartCollectionsName = 'smart collections'

const rounds = 15
/** The connections of our server's pool: those who write by hand may use as many. */
const connections = 10

type Filter = object

interface Counted {
  filter: Filter
  /** What one writes by hand. */
  where: string
}

const is = (field: string, value: unknown) => ({ field, op: 'is', value })
/** Whatever its case and accents, as our filters compare. */
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

/** @param count of records: a million, or fewer for a quick look */
export async function measureSmartCollections(world: World, count: number): Promise<Result> {
  // A team of its own: its collections alone are counted.
  const team = await call<{ teamId: number }>(world, 'POST', '/sysAdmin/teams', { name: 'Smart' })
  const own: World = { ...world, teamId: team.teamId }
  const people = await createPeople(own, 'Smart people')
  await importPeople(own, people.id, count)
  const ids = await makeCollections(own, people.id)
  const table = `team_${own.teamId}.${people.tableName}`
  const pool = new pg.Pool({
    connectionString: world.databaseUrl,
    max: connections,
    options: `-c search_path=team_${own.teamId}`,
  })
  try {
    await prepare(own, pool, table)
    const change = await changing(own, pool, table)
    const ours = async () => {
      const path = `/teams/${own.teamId}/dataCollections?countObjects=1`
      const { dataCollection } = await call<CollectionList>(own, 'GET', path)
      const byId = new Map(dataCollection.map((one) => [one.id, one]))
      return ids.map((id) => {
        const found = byId.get(id)
        if (!found?.countIsExact) throw new Error('a count is no more than an estimate')
        return found.countDataObject
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
    const taken: { own: number[]; hand: number[] } = { own: [], hand: [] }
    for (let round = -2; round < rounds; round++) {
      await change(round)
      const [wanted, hand] = await timed(byHand)
      const [found, mine] = await timed(ours)
      if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${found} instead of ${wanted}`)
      if (round >= 0) {
        taken.hand.push(hand)
        taken.own.push(mine)
      }
    }
    return resultOf(taken)
  } finally {
    await pool.end()
  }
}

function resultOf(taken: { own: number[]; hand: number[] }): Result {
  const [own, hand] = [taken.own, taken.hand].map((all) => all.sort((a, b) => a - b)) as [number[], number[]]
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

async function makeCollections(world: World, idParentDataCollection: number): Promise<number[]> {
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

/** Both sides have their indexes: ours those that the product makes by itself after it was asked some times. */
async function prepare(world: World, pool: pg.Pool, table: string): Promise<void> {
  // One after the other: an index that is made by hand and one that is made beside others' work wait for each other.
  await indexed(pool)
  for (const columns of handIndexes)
    await pool.query(`create index on ${table} ${columns} where deleted_at is null`)
  await pool.query(`vacuum analyze ${table}`)
  for (let n = 0; n < 6; n++) {
    await call(world, 'GET', `/teams/${world.teamId}/dataCollections?countObjects=1`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await indexed(pool)
  await pool.query(`vacuum analyze ${table}`)
}

/** Until no job is left that makes indexes; those that wait for somebody's changes to settle are waited for too. */
async function indexed(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ isBusy: boolean }>(
      `select exists (select from pg_stat_progress_create_index) or exists (select from muster_jobs.jobs
        where task_identifier in ('index_field', 'index_views') and run_at < now() + interval '1 minute') as "isBusy"`,
    )
    if (!rows[0]?.isBusy) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function changing(world: World, pool: pg.Pool, table: string): Promise<(n: number) => Promise<void>> {
  const { rows } = await pool.query<{ id: string }>(
    `select record_id as id from ${table} order by record_id limit 1`,
  )
  const path = `/teams/${world.teamId}/dataRecords/${rows[0]?.id}`
  return async (n) => void (await call(world, 'PUT', path, { values: { first_name: `Round ${n}` } }))
}
