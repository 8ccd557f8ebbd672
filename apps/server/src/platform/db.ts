/** The connection pool, and SQL as tagged templates: values are parameters, names come from the model. */
import crypto from 'node:crypto'
import pg from 'pg'
import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'
import { ByteClient, queryByteRows } from './byte-rows.ts'
import { ContextVariable } from './context-variable.ts'

export { empty, join, type Sql }
export const sql = sqlTag

/** A pool or a client inside a transaction. */
export type Executor = pg.Pool | pg.PoolClient
export type Transaction = pg.PoolClient

/** A statement with its parameters, such as a `Sql`. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** A bigint becomes a number, because ids stay below 2^53. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.DATE, String)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** Returns every value as the text that PostgreSQL sent. */
const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value }

const settings = {
  // Timestamps in JSON must be in UTC.
  timezone: 'UTC',
  // The workload is many small concurrent queries: starting a parallel worker or compiling takes longer than
  // running one.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  // Twice the default, because comparing text by language costs more than comparing numbers. It also raises
  // PostgreSQL's estimate for the cost of planning, so that it keeps the generic plan of a prepared statement
  // where planning each time would take as long as running the query.
  cpu_operator_cost: 0.005,
  statement_timeout: 60_000,
  // An import reads the rows of its file four times: with the default of 8 MB, each time from the file system. A connection
  // takes the memory when it needs it, and keeps it until it is closed.
  temp_buffers: '32MB',
}

interface PoolOptions {
  max?: number
  name?: string
}

/** @param options `max` connections (default 10); `name` of the connections in PostgreSQL's list */
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
    Client: ByteClient,
    application_name: name,
    types,
    options: Object.entries(settings)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
  })
  // An idle connection that the server closes is replaced on the next use; without a listener, its error
  // would end us.
  pool.on('error', () => {})
  // The same for a connection in use, e.g. between two statements of a transaction: only its work may fail.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const maxAutonomous = 2
const autonomousPools = new WeakMap<pg.Pool, pg.Pool>()

/**
 * Connections for single statements whose effect must persist even if the transaction around them is rolled
 * back, such as incrementing a counter. They are in a separate small pool: if transactions waited for a
 * second connection of their own pool, they could deadlock once they occupied all of it.
 *
 * @param pool created by `createPool`
 */
export function autonomous(pool: pg.Pool): pg.Pool {
  return autonomousPools.get(pool) ?? pool
}

const namePattern = /^[a-z][a-z0-9_@]{0,62}$/

/** A quoted identifier. Pass only names from the model; the check here is a second line of defence. */
export function ident(...names: readonly string[]): Sql {
  for (const name of names) if (!namePattern.test(name)) throw new Error(`Not a name: ${name}`)
  return raw(names.map((name) => `"${name}"`).join('.'))
}

/** A quoted constant in SQL text, such as a JSON key. Never pass text from a request. */
export function literal(text: string): Sql {
  return raw(`'${text.replaceAll("'", "''")}'`)
}

/** Constant SQL text. Never pass text from a request. */
export const rawSql = raw

/**
 * A relation for the `from` of an UPDATE whose effect need not be on disk when the statement ends: a crash of PostgreSQL
 * may lose it. Its commit does not write the log of other transactions either, for which it could wait 0.1 s beside a
 * long one. Only for a statement that is a transaction by itself.
 */
export const lazily = sql`(select set_config('synchronous_commit', 'off', true)) as lazily`

const timeouts = new ContextVariable<number>()

/** In milliseconds, of the `withReadTimeout` around the caller. */
export const currentReadTimeout = (): number | undefined => timeouts.getStore()

/** Runs work whose reads by `rows` and `queryText` on a pool are cancelled after `ms`, with PostgreSQL's 57014. */
export function withReadTimeout<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return timeouts.run(ms, work)
}

/** Sends a query. A time limit is kept here and not by the server, where setting it would take more round trips. */
async function send<Row>(executor: Executor, query: (executor: Executor) => Promise<Row[]>): Promise<Row[]> {
  const ms = timeouts.getStore()
  if (ms === undefined || !(executor instanceof pg.Pool)) return query(executor)
  const client = await executor.connect()
  let cancelled: Promise<unknown> | undefined
  const timer = setTimeout(() => {
    const { processID } = client as unknown as { processID: number }
    cancelled = autonomous(executor).query('select pg_cancel_backend($1)', [processID])
    // It is awaited below, but may fail before.
    cancelled.catch(() => {})
  }, ms)
  try {
    return await query(client)
  } finally {
    clearTimeout(timer)
    // The cancellation may arrive late, and must not meet the connection's next query.
    const isUnknown = await Promise.resolve(cancelled).then(
      () => false,
      () => true,
    )
    client.release(isUnknown)
  }
}

/** Runs a query and returns the rows as objects. `isHot` keeps the statement prepared: see `queryText`. */
export async function rows<Row>(executor: Executor, query: Sql, isHot: Hot = false): Promise<Row[]> {
  const { text, values } = query
  const config = { ...named(text, isHot), text, values: values as unknown[] }
  return send(executor, async (target) => (await target.query(config)).rows as Row[])
}

export async function one<Row>(executor: Executor, query: Sql): Promise<Row | undefined> {
  return (await rows<Row>(executor, query))[0]
}

/** Runs a statement and returns the number of affected rows. */
export async function run(executor: Executor, query: Sql): Promise<number> {
  const result = await executor.query({ text: query.text, values: query.values as unknown[] })
  return result.rowCount ?? 0
}

const statementNames = new Map<string, string>()
const maxStatements = 500

/** The name under which connections keep a statement prepared: a hash of its text. */
function statementName(text: string): string | undefined {
  const existing = statementNames.get(text)
  if (existing) return existing
  if (statementNames.size >= maxStatements) return undefined
  const name = `s_${crypto.createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
  statementNames.set(text, name)
  return name
}

const repetitions = new Map<string, number>()
const maxCounted = 300
const minRepetitions = 5

/** Whether a statement is repeated often enough to be worth the memory in each connection. */
function isRepeated(text: string): boolean {
  const count = (repetitions.get(text) ?? 0) + 1
  if (count === 1 && repetitions.size >= maxCounted) repetitions.clear()
  repetitions.set(text, count)
  return count > minRepetitions
}

/** Whether a statement stays prepared in each connection: always, never, or after some repetitions. */
export type Hot = boolean | 'afterRepeats'

function named(text: string, isHot: Hot): { name?: string } {
  const isPrepared = isHot === 'afterRepeats' ? isRepeated(text) : isHot
  const name = isPrepared ? statementName(text) : undefined
  return name ? { name } : {}
}

/**
 * Runs a query and returns its columns as text, e.g. JSON that is sent to the client unchanged. By default
 * the statement stays prepared in each connection, which suits the few statements of hot paths; with
 * `afterRepeats` only after some repetitions.
 */
export async function queryText(
  executor: Executor,
  query: Statement,
  isHot: Hot = true,
): Promise<(string | null)[][]> {
  const config = textConfig(query, isHot)
  return send(executor, async (target) => (await target.query<(string | null)[]>(config)).rows)
}

/** `queryText`, but the columns are the bytes that PostgreSQL sent: for JSON that may be long. */
export function queryBytes(
  executor: Executor,
  query: Statement,
  isHot: Hot = true,
): Promise<(Buffer | null)[][]> {
  return send(executor, (target) => queryByteRows(target, textConfig(query, isHot)))
}

function textConfig({ text, values }: Statement, isHot: Hot): pg.QueryArrayConfig {
  return { ...named(text, isHot), text, values: values as unknown[], rowMode: 'array', types: asText }
}

const poolInTransaction = new ContextVariable<pg.Pool>()

/** Whether this code runs in a `transaction` of this pool, where it may not wait for another connection. */
export function isInTransaction(pool: pg.Pool): boolean {
  return poolInTransaction.getStore() === pool
}

/** Simulates a concurrent caller from a callback inside a transaction. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return poolInTransaction.exit(work)
}

const guards = new WeakMap<pg.Pool, () => void>()

/** Runs a check before each transaction of a pool; an error prevents the transaction. */
export function guardTransactions(pool: pg.Pool, check: () => void): void {
  guards.set(pool, check)
}

interface FirstCommit {
  step(client: Transaction): Promise<void>
  isDone: boolean
}
const firstCommits = new ContextVariable<FirstCommit>()

/**
 * Runs work whose first transaction does `step` as well, right before it commits: after a crash both are there, or
 * neither. Without any transaction the step is never done.
 */
export function withFirstCommit<Result>(
  step: FirstCommit['step'],
  work: () => Promise<Result>,
): Promise<Result> {
  const first = { step, isDone: false }
  // What the work leaves running has transactions of its own.
  return firstCommits.run(first, work).finally(() => {
    first.isDone = true
  })
}

/** Runs work that prepares what the request is for: its transactions may be repeated, and do not do the step. */
export function beforeFirstCommit<Result>(work: () => Result): Result {
  return firstCommits.exit(work)
}

/**
 * Whether a statement on the pool can be one for several callers: not within a transaction, and not where a step of
 * `withFirstCommit` is still to be done.
 */
export function canShareStatement(pool: pg.Pool): boolean {
  return !isInTransaction(pool) && !hasFirstStep()
}

const hasFirstStep = (): boolean => firstCommits.getStore()?.isDone === false

/** Runs a single statement that writes: as a transaction where a step of `withFirstCommit` is still to be done. */
export function inOneCommit<Result>(
  executor: Executor,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  return hasFirstStep() && executor instanceof pg.Pool ? transaction(executor, work) : work(executor)
}

/** Runs the work in a transaction; an error rolls back and is thrown to the caller. */
export async function transaction<Result>(
  pool: pg.Pool,
  work: (client: Transaction) => Promise<Result>,
): Promise<Result> {
  guards.get(pool)?.()
  const first = firstCommits.getStore()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await poolInTransaction.run(pool, () => work(client))
    if (first && !first.isDone) await first.step(client)
    await client.query('commit')
    if (first) first.isDone = true
    client.release()
    return result
  } catch (error) {
    // A connection whose rollback fails is closed.
    const isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(isBroken)
    throw error
  }
}
