/**
 * Counts of many collections in one call, for a side bar. Counts that an index can answer run separately;
 * counts that would scan a whole table share one scan.
 */
import type pg from 'pg'
import { join, type Sql, sql } from '../../platform/db.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import type { Selection } from './page.ts'

/** Parallel statements; more would compete for the same processors. */
const maxParallel = 3
/** Time limits: per count in a statement, and per statement. */
const budgetMs = scaledTimeout(400)
const maxStatementMs = scaledTimeout(3000)
/** Plans are read again after this time, because indexes are created and dropped. */
const planTtlMs = 15_000
const maxPlans = 500
const timedOut = '57014'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Subplan Name'?: string
  'Total Cost': number
  Plans?: Plan[]
}

/** What the planner says about a single count. */
interface CountPlan {
  /** Whether it scans the whole table. */
  isFullScan: boolean
  cost: number
}

interface Statement {
  query: Sql
  /** Indexes of its columns' selections. */
  places: number[]
  cost: number
}

interface CachedPlan {
  plan: CountPlan
  at: number
}

const planCaches = new WeakMap<pg.Pool, Map<string, CachedPlan>>()

/** The counts in the order of the selections; null for those that took too long. */
export async function countMany(pool: pg.Pool, selections: readonly Selection[]): Promise<(number | null)[]> {
  const counts: (number | null)[] = selections.map(() => null)
  const statements = statementsOf(selections, await plansOf(pool, selections))
  await Promise.all(
    statements.map(async ({ query, places }) => {
      const ms = Math.min(maxStatementMs, budgetMs * places.length)
      const found = await within(pool, sql`select ${query}`, ms)
      for (const [n, place] of places.entries()) counts[place] = found?.[n] ?? null
    }),
  )
  return counts
}

const rowsOf = ({ source, where }: Selection): Sql => sql`from ${source} where ${where}`
const oneCount = (selection: Selection): Sql => sql`(select count(*)::bigint ${rowsOf(selection)})`

/** Each query is the column list of a `select`, for shared scans with its `from`. */
function statementsOf(selections: readonly Selection[], plans: readonly CountPlan[]): Statement[] {
  const scans = new Map<string, number[]>()
  const single: Statement[] = []
  const singleCount = (place: number): Statement => ({
    query: oneCount(selections[place] as Selection),
    places: [place],
    cost: (plans[place] as CountPlan).cost,
  })
  for (const [place, { source }] of selections.entries()) {
    const key = `${source.sql} ${JSON.stringify(source.values)}`
    if (plans[place]?.isFullScan) scans.set(key, [...(scans.get(key) ?? []), place])
    else single.push(singleCount(place))
  }
  const shared: Statement[] = []
  for (const places of scans.values()) {
    const [first, ...others] = places.map((place) => selections[place] as Selection)
    if (!first) continue
    if (others.length === 0) single.push(singleCount(places[0] as number))
    else {
      const counts = [first, ...others].map(({ where }) => sql`count(*) filter (where ${where})::bigint`)
      shared.push({ query: sql`${join(counts)} from ${first.source}`, places, cost: 0 })
    }
  }
  return [...shared, ...distribute(single)]
}

/**
 * Distributes single counts over parallel statements: the most expensive first, each to the cheapest
 * statement.
 */
function distribute(single: readonly Statement[]): Statement[] {
  const batches: Statement[][] = Array.from({ length: Math.min(maxParallel, single.length) }, () => [])
  for (const statement of [...single].sort((a, b) => b.cost - a.cost)) {
    const cheapest = batches.reduce((one, other) => (costOf(other) < costOf(one) ? other : one))
    cheapest.push(statement)
  }
  return batches.map((batch) => ({
    query: join(batch.map(({ query }) => query)),
    places: batch.flatMap(({ places }) => places),
    cost: costOf(batch),
  }))
}

const costOf = (batch: readonly Statement[]): number => batch.reduce((sum, { cost }) => sum + cost, 0)

/** The plans of the counts; those that are not cached are read with one `explain`. */
async function plansOf(pool: pg.Pool, selections: readonly Selection[]): Promise<CountPlan[]> {
  const keys = selections.map((selection) => {
    const { sql: text, values } = rowsOf(selection)
    return `${text}\n${JSON.stringify(values)}`
  })
  const planCache = planCaches.get(pool) ?? new Map<string, CachedPlan>()
  planCaches.set(pool, planCache)
  const now = Date.now()
  const isCached = (key: string) => now - (planCache.get(key)?.at ?? 0) < planTtlMs
  const uncached = selections.filter((_, n) => !isCached(keys[n] as string))
  const plans = await explained(pool, uncached)
  uncached.forEach((selection, n) => {
    const key = keys[selections.indexOf(selection)] as string
    planCache.delete(key)
    planCache.set(key, { plan: countPlan(selection, plans[n]), at: now })
  })
  const maxSize = maxPlans + selections.length
  for (const key of planCache.keys()) if (planCache.size > maxSize) planCache.delete(key)
  return keys.map((key) => planCache.get(key)?.plan ?? { isFullScan: false, cost: 0 })
}

async function explained(pool: pg.Pool, selections: readonly Selection[]): Promise<(Plan | undefined)[]> {
  if (selections.length === 0) return []
  const query = sql`explain (format json) select ${join(selections.map(oneCount))}`
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    text: query.text,
    values: query.values,
  })
  const parts = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []
  // Nested subselects are listed below their parent, or before it as separate subplans.
  const own = parts.filter((part) => part['Node Type'] === 'Aggregate')
  return own.length === selections.length ? own : []
}

function countPlan({ scope }: Selection, plan: Plan | undefined): CountPlan {
  if (!plan) return { isFullScan: false, cost: 0 }
  return { isFullScan: isFullScan(plan, scope.access.home.tableName), cost: plan['Total Cost'] }
}

function isFullScan(plan: Plan, tableName: string): boolean {
  if (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === tableName) return true
  return (plan.Plans ?? []).some((part) => isFullScan(part, tableName))
}

/** Runs a query with a time limit. @returns null after a timeout */
async function within(pool: pg.Pool, query: Sql, ms: number): Promise<number[] | null> {
  const client = await pool.connect()
  try {
    await client.query(`begin read only; set local statement_timeout = ${ms}`)
    const { rows } = await client.query<number[]>({
      text: query.text,
      values: query.values,
      rowMode: 'array',
    })
    await client.query('commit')
    return (rows[0] ?? []).map(Number)
  } catch (error) {
    await client.query('rollback')
    if ((error as pg.DatabaseError).code === timedOut) return null
    throw error
  } finally {
    client.release()
  }
}
