import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testDatabase } from '../../test/template-db.ts'
import { createJobs, defineTask, type JobContext, type Jobs, migrateJobs, releasingOnce } from './jobs.ts'
import { createLogger } from './log.ts'

let warnings: string[]
const log = createLogger('silent')
let database: TestDatabase
let pool: pg.Pool
let done: { payload: unknown; context: JobContext }[]
let work: (payload: { name: string }, context: JobContext) => Promise<void>
let observed: [string, string][]

const greetTask = defineTask({
  schema: z.object({ name: z.string().min(1) }),
  async run(payload, context) {
    await work(payload, context)
    done.push({ payload, context })
  },
})
const tasks = { greet: greetTask, once: defineTask({ ...greetTask, maxAttempts: 1 }) }
const create = () =>
  createJobs({
    pool,
    tasks,
    log,
    metrics: { observeJob: (name, outcome) => void observed.push([name, outcome]) },
  })
let jobs: ReturnType<typeof create>
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url })
  await migrateJobs(pool)
})
beforeEach(() => {
  done = []
  observed = []
  warnings = []
  vi.spyOn(log, 'warn').mockImplementation((...args: unknown[]) => void warnings.push(String(args.at(-1))))
  work = async () => {}
  jobs = create()
})
afterEach(async () => {
  await jobs.stop()
  await pool.query('delete from muster_jobs._private_jobs')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const waiting = async () =>
  (await pool.query('select count(*)::int as n from muster_jobs.jobs')).rows[0].n as number

test('an added job runs once and is counted in the metrics', async () => {
  await jobs.start()
  const id = await jobs.add('greet', { name: 'Ada' })
  await eventually(() => expect(done).toHaveLength(1))
  expect(done[0]).toMatchObject({
    payload: { name: 'Ada' },
    context: { jobId: id, attempt: 1, isLastAttempt: false },
  })
  await eventually(async () => expect(await waiting()).toBe(0))
  expect(observed).toEqual([['greet', 'success']])
})

test('a payload that does not match the schema is rejected when the job is added', async () => {
  await expect(jobs.add('greet', { name: '' })).rejects.toThrow()
  // @ts-expect-error: the compiler rejects it as well
  await expect(jobs.add('greet', { nome: 'x' })).rejects.toThrow()
  expect(await waiting()).toBe(0)
})

test('a job added in a transaction exists only when that commits', async () => {
  await jobs.start()
  const client = await pool.connect()
  await client.query('begin')
  await jobs.add('greet', { name: 'rolled back' }, { client })
  await client.query('rollback')
  await client.query('begin')
  await jobs.add('greet', { name: 'committed' }, { client })
  expect(done).toEqual([])
  await client.query('commit')
  client.release()
  await eventually(() => expect(done.map((job) => job.payload)).toEqual([{ name: 'committed' }]))
})

test('a job replaces a waiting job with the same key', async () => {
  await jobs.add('greet', { name: 'old' }, { jobKey: 'k' })
  await jobs.add('greet', { name: 'new' }, { jobKey: 'k' })
  await jobs.start()
  await eventually(() => expect(done.map((job) => job.payload)).toEqual([{ name: 'new' }]))
})

test('a job does not run before its time', async () => {
  await jobs.start()
  await jobs.add('greet', { name: 'later' }, { runAt: new Date(Date.now() + 3_600_000) })
  await jobs.add('greet', { name: 'now' })
  await eventually(() => expect(done.map((job) => job.payload)).toEqual([{ name: 'now' }]))
  await eventually(async () => expect(await waiting()).toBe(1))
})

test('a failing job is retried, and the last attempt is marked as the last', async () => {
  work = async ({ name }) => {
    throw new Error(`no ${name}`)
  }
  await jobs.start()
  await jobs.add('greet', { name: 'Bob' })
  // It may have failed again meanwhile, because the first backoff is short.
  await eventually(() => expect(observed).toContainEqual(['greet', 'error']))
  await eventually(async () => {
    const { rows } = await pool.query(
      'select attempts > 0 as tried, last_error, run_at > updated_at as later from muster_jobs.jobs',
    )
    expect(rows).toEqual([{ tried: true, last_error: 'no Bob', later: true }])
  })
  let last: boolean | undefined
  work = async (_payload, context) => {
    last = context.isLastAttempt
  }
  await jobs.add('once', { name: 'x' })
  await eventually(() => expect(last).toBe(true))
})

test('stopping waits for the running job and starts no other', async () => {
  let finish = () => {}
  let running = 0
  work = () => {
    running++
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  jobs = createJobs({ pool, tasks, log, concurrency: 1 })
  await jobs.start()
  await jobs.add('greet', { name: 'first' })
  await jobs.add('greet', { name: 'second' })
  await eventually(() => expect(running).toBe(1))
  const stopped = jobs.stop()
  setTimeout(() => finish(), 200)
  await stopped
  expect(done.map((job) => job.payload)).toEqual([{ name: 'first' }])
  expect(await waiting()).toBe(1)
})

test('a job that exceeds the grace period is aborted and stays in the queue', async () => {
  let isStarted = false
  work = (_payload, { signal }) => {
    isStarted = true
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped'))),
    )
  }
  jobs = createJobs({ pool, tasks, log, graceMs: 200 })
  await jobs.start()
  await jobs.add('greet', { name: 'endless' })
  await eventually(() => expect(isStarted).toBe(true))
  await jobs.stop()
  expect(await waiting()).toBe(1)
})

test('the job of a dead process is retried, that of a living one is not', async () => {
  const living = new pg.Client({ connectionString: database.url })
  await living.connect()
  await living.query("select pg_advisory_lock(6301003, hashtext('pool-living'))")
  await jobs.add('greet', { name: 'of the dead' })
  await jobs.add('greet', { name: 'of the living' })
  await pool.query(
    `update muster_jobs._private_jobs set attempts = 1, locked_at = now() - interval '1 minute',
       locked_by = case payload->>'name' when 'of the dead' then 'pool-dead' else 'pool-living' end`,
  )
  await jobs.start()
  await eventually(() => expect(done.map((job) => job.payload)).toEqual([{ name: 'of the dead' }]))
  await eventually(async () => expect(await waiting()).toBe(1))
  await living.end()
})

test('jobs continue after the connection to the database was lost while one of them ended', async () => {
  let finish = () => {}
  let runs = 0
  work = () => (++runs === 1 ? new Promise((resolve) => (finish = resolve)) : Promise.resolve())
  await jobs.start()
  await jobs.add('greet', { name: 'cut short' })
  await eventually(() => expect(runs).toBe(1))
  const { pathname } = new URL(database.url)
  const name = pg.escapeIdentifier(pathname.slice(1))
  const other = new pg.Client({ connectionString: database.url.replace(pathname, '/postgres') })
  await other.connect()
  await other.query(`alter database ${name} allow_connections false`)
  await other.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    pathname.slice(1),
  ])
  finish()
  await eventually(() => expect(observed).toContainEqual(['greet', 'success']))
  // The database was unavailable for so long that the runner could not record the end of the job and gave up.
  await eventually(() => expect(warnings).toContain('jobs stopped by themselves and are started again'))
  await other.query(`alter database ${name} allow_connections true`)
  await other.end()
  await jobs.add('greet', { name: 'added afterwards' })
  await eventually(() =>
    expect(done.map((job) => job.payload)).toEqual([
      { name: 'cut short' },
      { name: 'added afterwards' },
      { name: 'cut short' },
    ]),
  )
})

test('the connection that listens for jobs may be released twice, as graphile-worker does when it is lost', async () => {
  const take = (from: pg.Pool) =>
    new Promise<() => void>((resolve) => from.connect((_error, _client, release) => resolve(release)))
  const [strict, lenient] = [await take(pool), await take(releasingOnce(pool))]
  const taken = pool.totalCount - pool.idleCount
  for (const release of [strict, lenient]) release()
  expect(pool.totalCount - pool.idleCount).toBe(taken - 2)
  expect(() => strict()).toThrow('already been released')
  expect(() => lenient()).not.toThrow()
  expect((await releasingOnce(pool).query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a cron task gets an empty payload, without the time that the worker adds', async () => {
  const payloads: unknown[] = []
  const nightly = createJobs({
    pool,
    log,
    tasks: {
      nightly: defineTask({
        schema: z.strictObject({}),
        cron: '0 3 * * *',
        run: async (payload) => void payloads.push(payload),
      }),
    },
  }) satisfies Jobs<never>
  await nightly.start()
  await pool.query(`select muster_jobs.add_job('nightly', '{"_cron": {"ts": "2026-01-01T03:00:00Z"}}')`)
  await eventually(() => expect(payloads).toEqual([{}]))
  await nightly.stop()
})
