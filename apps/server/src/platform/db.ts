/** The pool, and SQL as tagged templates: values are always parameters, names come only from the model. */
import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import pg from 'pg'
import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'

export { empty, join, type Sql }
export const sql = sqlTag

/** A pool or a client inside a transaction. */
export type Executor = pg.Pool | pg.PoolClient
export type Transaction = pg.PoolClient

/** SQL that is ready to be sent; a `Sql` is one. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** Ids stay below 2^53, so bigint is a number; JSON is made by PostgreSQL as text and parsed only where needed. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.DATE, String)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** Leaves every value the text PostgreSQL wrote. */
const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value }

const settings = {
  // So that the timestamps in JSON are in UTC.
  timezone: 'UTC',
  // Many people ask small questions at once: a parallel worker, or a compiler, for one of them takes longer to start
  // than the answer.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  // Twice the usual: words are compared as people write them, which costs more than numbers do. PostgreSQL reckons the
  // cost of planning from it too, and so keeps the plan of a prepared statement where a new one each time would take
  // as long as its answer.
  cpu_operator_cost: 0.005,
  statement_timeout: 60_000,
}

interface PoolOptions {
  max?: number
  name?: string
}

/** @param options `max` connections (10); `name` under which PostgreSQL lists them */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = openPool(url, options)
  const companion = openPool(url, { ...options, max: maxAutonomous })
  autonomousPools.set(pool, companion)
  const end = pool.end.bind(pool)
  pool.end = async () => {
    await Promise.all([end(), companion.end()])
  }
  return pool
}

function openPool(url: string, { max = 10, name = 'muster' }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    types,
    options: Object.entries(settings)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
  })
  // A connection the server dropped while idle is replaced on the next use; without a listener it would end us.
  pool.on('error', () => {})
  return pool
}

const maxAutonomous = 2
const autonomousPools = new WeakMap<pg.Pool, pg.Pool>()

/**
 * Connections for single statements that must persist even if the transaction around them is rolled back, such as
 * taking the next number of a counter. They are a small pool of their own: transactions that waited for another
 * connection of their own pool could wait for ever once they hold all of it.
 *
 * @param pool made by `createPool`
 */
export function autonomous(pool: pg.Pool): pg.Pool {
  return autonomousPools.get(pool) ?? pool
}

const namePattern = /^[a-z][a-z0-9_@]{0,62}$/

/** A quoted identifier. It must already have come from the model: this is the second lock, not the first. */
export function ident(...names: readonly string[]): Sql {
  for (const name of names) if (!namePattern.test(name)) throw new Error(`Not a name: ${name}`)
  return raw(names.map((name) => `"${name}"`).join('.'))
}

/** A constant of ours in SQL text: a key of JSON, a cast's type. Never a request's word. */
export function literal(text: string): Sql {
  return raw(`'${text.replaceAll("'", "''")}'`)
}

/** Fixed SQL text of ours. */
export const rawSql = raw

/** As objects. A statement that is repeated may stay prepared: see `queryText`. */
export async function rows<Row>(executor: Executor, query: Sql, isHot: Hot = false): Promise<Row[]> {
  const { text, values } = query
  const result = await executor.query({ ...named(text, isHot), text, values: values as unknown[] })
  return result.rows as Row[]
}

export async function one<Row>(executor: Executor, query: Sql): Promise<Row | undefined> {
  return (await rows<Row>(executor, query))[0]
}

/** Runs for its effect; the number of rows touched. */
export async function run(executor: Executor, query: Sql): Promise<number> {
  const result = await executor.query({ text: query.text, values: query.values as unknown[] })
  return result.rowCount ?? 0
}

const statementNames = new Map<string, string>()
const maxStatements = 500

/** Statements seen often keep a prepared plan per connection; the name is a hash of the text. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known) return known
  if (statementNames.size >= maxStatements) return undefined
  const name = `s_${crypto.createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
  statementNames.set(text, name)
  return name
}

const timesSeen = new Map<string, number>()
const maxSeen = 300
const oftenEnough = 5

/** Whether a text has come so often that it is worth its room in each connection. */
function isRepeated(text: string): boolean {
  const times = (timesSeen.get(text) ?? 0) + 1
  if (times === 1 && timesSeen.size >= maxSeen) timesSeen.clear()
  timesSeen.set(text, times)
  return times > oftenEnough
}

/** Whether a statement stays prepared in each connection: always, never, or when it has come some times. */
type Hot = boolean | 'afterRepeats'

function named(text: string, isHot: Hot): { name?: string } {
  const isKept = isHot === 'afterRepeats' ? isRepeated(text) : isHot
  const name = isKept ? statementName(text) : undefined
  return name ? { name } : {}
}

/**
 * Runs a prepared statement whose columns stay text, e.g. JSON that goes to the client as it is.
 * For the few statement shapes of hot paths: each shape stays prepared in each connection, unless `isHot` is false, or
 * until it is repeated.
 */
export async function queryText(
  executor: Executor,
  query: Statement,
  isHot: Hot = true,
): Promise<(string | null)[][]> {
  const text = query.text
  const result = await executor.query<(string | null)[]>({
    ...named(text, isHot),
    text,
    values: query.values as unknown[],
    rowMode: 'array',
    types: asText,
  })
  return result.rows
}

const open = new AsyncLocalStorage<pg.Pool>()

/** Whether the code that runs now is inside a `transaction` on this pool, and so may not wait for another connection of it. */
export function isInTransaction(pool: pg.Pool): boolean {
  return open.getStore() === pool
}

/** Runs what another caller does at the same time, from a callback inside a transaction. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return open.exit(work)
}

const guards = new WeakMap<pg.Pool, () => void>()

/** Runs a check before each transaction of a pool; what it throws refuses the transaction. */
export function guardTransactions(pool: pg.Pool, check: () => void): void {
  guards.set(pool, check)
}

interface FirstCommit {
  step(client: Transaction): Promise<void>
  isDone: boolean
}
const firstCommits = new AsyncLocalStorage<FirstCommit>()

/**
 * Runs work whose first transaction does `step` as well, right before it commits: after a crash both are there, or
 * neither. Without any transaction the step is never done.
 */
export function withFirstCommit<Result>(
  step: FirstCommit['step'],
  work: () => Promise<Result>,
): Promise<Result> {
  return firstCommits.run({ step, isDone: false }, work)
}

/** Runs work that prepares what the request is for: its transactions may be repeated, and do not do the step. */
export function beforeFirstCommit<Result>(work: () => Result): Result {
  return firstCommits.exit(work)
}

/** Runs a single statement that writes: as a transaction where a step of `withFirstCommit` is still to be done. */
export function inOneCommit<Result>(
  executor: Executor,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  const hasStep = firstCommits.getStore()?.isDone === false
  return hasStep && executor instanceof pg.Pool ? transaction(executor, work) : work(executor)
}

/** All or nothing; an error rolls back and goes on to the caller. */
export async function transaction<Result>(
  pool: pg.Pool,
  work: (client: Transaction) => Promise<Result>,
): Promise<Result> {
  guards.get(pool)?.()
  const first = firstCommits.getStore()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await open.run(pool, () => work(client))
    if (first && !first.isDone) await first.step(client)
    await client.query('commit')
    if (first) first.isDone = true
    client.release()
    return result
  } catch (error) {
    // A connection whose rollback fails is of no further use.
    const isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(isBroken)
    throw error
  }
}
