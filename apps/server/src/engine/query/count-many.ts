/**
 * Counts of many collections in one call, for a sidebar: what an index answers is counted by itself, and all
 * that would read a whole table are counted in one pass over it.
 */
import type pg from 'pg'
import { join, type Sql, sql } from '../../platform/db.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import type { Selection } from './page.ts'

/** Statements at a time: more would only take each other's processor. */
const lanes = 3
/** Time limits: per count in a statement, and per statement. */
const budgetMs = scaledTimeout(400)
const longestMs = scaledTimeout(3000)
/** Plans are looked at again after this time, because indexes come and go. */
const plansKeptMs = 15_000
const maxPlans = 500
const timedOut = '57014'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Subplan Name'?: string
  'Total Cost': number
  Plans?: Plan[]
}

/** How a count would be made by itself. */
interface Way {
  readsAll: boolean
  cost: number
}

interface Statement {
  query: Sql
  /** Places of its columns among the selections. */
  places: number[]
  cost: number
}

const ways = new Map<string, { way: Way; at: number }>()

/** The counts in the order of the selections; null for what took too long. */
export async function countMany(pool: pg.Pool, selections: readonly Selection[]): Promise<(number | null)[]> {
  const counts: (number | null)[] = selections.map(() => null)
  const statements = statementsOf(selections, await waysOf(pool, selections))
  await Promise.all(
    statements.map(async ({ query, places }) => {
      const found = await within(pool, sql`select ${query}`, Math.min(longestMs, budgetMs * places.length))
      for (const [n, place] of places.entries()) counts[place] = found?.[n] ?? null
    }),
  )
  return counts
}

const rowsOf = ({ source, where }: Selection): Sql => sql`from ${source} where ${where}`
const oneCount = (selection: Selection): Sql => sql`(select count(*)::bigint ${rowsOf(selection)})`

/** Each is the list of columns of a `select`, and maybe its `from`. */
function statementsOf(selections: readonly Selection[], known: readonly Way[]): Statement[] {
  const passes = new Map<string, number[]>()
  const single: Statement[] = []
  const alone = (place: number): Statement => ({
    query: oneCount(selections[place] as Selection),
    places: [place],
    cost: (known[place] as Way).cost,
  })
  for (const [place, { source }] of selections.entries()) {
    const key = `${source.sql} ${JSON.stringify(source.values)}`
    if (known[place]?.readsAll) passes.set(key, [...(passes.get(key) ?? []), place])
    else single.push(alone(place))
  }
  const shared: Statement[] = []
  for (const places of passes.values()) {
    const [first, ...others] = places.map((place) => selections[place] as Selection)
    if (!first) continue
    if (others.length === 0) single.push(alone(places[0] as number))
    else {
      const counts = [first, ...others].map(({ where }) => sql`count(*) filter (where ${where})::bigint`)
      shared.push({ query: sql`${join(counts)} from ${first.source}`, places, cost: 0 })
    }
  }
  return [...shared, ...dealt(single)]
}

/** Single counts, the dearest first, each to where the least is to do. */
function dealt(single: readonly Statement[]): Statement[] {
  const hands: Statement[][] = Array.from({ length: Math.min(lanes, single.length) }, () => [])
  for (const statement of [...single].sort((a, b) => b.cost - a.cost)) {
    const least = hands.reduce((one, other) => (costOf(other) < costOf(one) ? other : one))
    least.push(statement)
  }
  return hands.map((hand) => ({
    query: join(hand.map(({ query }) => query)),
    places: hand.flatMap(({ places }) => places),
    cost: costOf(hand),
  }))
}

const costOf = (lane: readonly Statement[]): number => lane.reduce((sum, { cost }) => sum + cost, 0)
/** Asks the planner once for all that is not known. */
async function waysOf(pool: pg.Pool, selections: readonly Selection[]): Promise<Way[]> {
  const keys = selections.map((selection) => {
    const { sql: text, values } = rowsOf(selection)
    return `${text}\n${JSON.stringify(values)}`
  })
  const now = Date.now()
  const isKnown = (key: string) => now - (ways.get(key)?.at ?? 0) < plansKeptMs
  const asked = selections.filter((_, n) => !isKnown(keys[n] as string))
  const plans = await explained(pool, asked)
  asked.forEach((selection, n) => {
    const key = keys[selections.indexOf(selection)] as string
    ways.delete(key)
    ways.set(key, { way: wayOf(selection, plans[n]), at: now })
  })
  for (const key of ways.keys()) if (ways.size > maxPlans + selections.length) ways.delete(key)
  return keys.map((key) => ways.get(key)?.way ?? { readsAll: false, cost: 0 })
}

async function explained(pool: pg.Pool, selections: readonly Selection[]): Promise<(Plan | undefined)[]> {
  if (selections.length === 0) return []
  const query = sql`explain (format json) select ${join(selections.map(oneCount))}`
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    text: query.text,
    values: query.values,
  })
  const parts = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []
  // Nested subselects are listed below the one they are part of, or before it with a number of their own.
  const own = parts.filter((part) => part['Node Type'] === 'Aggregate')
  return own.length === selections.length ? own : []
}

function wayOf({ scope }: Selection, plan: Plan | undefined): Way {
  if (!plan) return { readsAll: false, cost: 0 }
  return { readsAll: readsAll(plan, scope.access.home.tableName), cost: plan['Total Cost'] }
}

function readsAll(plan: Plan, tableName: string): boolean {
  if (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === tableName) return true
  return (plan.Plans ?? []).some((part) => readsAll(part, tableName))
}

/** Null when it takes longer than it may. */
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
