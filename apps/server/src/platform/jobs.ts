/** Background jobs: a typed interface to graphile-worker that retries jobs of dead processes at once. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import type pg from 'pg'
import type { z } from 'zod'
import { createLiveness, type Liveness } from './jobs-liveness.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/** The schema of graphile-worker's tables. */
const schema = 'muster_jobs'

const defaultGraceMs = 15_000

/** Between attempts to restart after the connection to the database was lost. */
const restartPauseMs = 1000

/** The context of a running job. */
export interface JobContext {
  jobId: string
  /** 1 for the first attempt. */
  attempt: number
  /** True when a failure of this attempt is final. */
  isLastAttempt: boolean
  /** Aborted when the process is stopping and the job has not ended within the grace period. */
  signal: AbortSignal
  log: Logger
}

export interface JobTask<Schema extends z.ZodType> {
  /** Schema of the payload, checked when a job is added and again when it runs. */
  schema: Schema
  /** Does the work. It must be idempotent, because an attempt that a crash interrupts is retried. */
  run(payload: z.output<Schema>, context: JobContext): Promise<void>
  /** Cron pattern in UTC for runs with an empty payload. */
  cron?: string
  /** Attempts before the job fails for good, with growing backoff. */
  maxAttempts?: number
}

/** Infers the type of the payload from the schema; use it for each entry of `createJobs({ tasks })`. */
export function defineTask<Schema extends z.ZodType>(task: JobTask<Schema>): JobTask<Schema> {
  return task
}

export interface AddOptions {
  /** Not before this time. */
  runAt?: Date
  /** Replaces a waiting job with the same key. */
  jobKey?: string
  /** Whether the waiting job that it replaces keeps its time, so that jobs that are added all the time do run. */
  keepsRunAt?: boolean
  /** Jobs of one queue run one at a time. */
  queue?: string
  /** Adds the job in the transaction of this connection, so that it exists only if that commits. */
  client?: Pick<pg.ClientBase, 'query'>
}

export interface Jobs<Schemas extends Record<string, z.ZodType> = Record<string, z.ZodType>> {
  /** @returns the job's id. @throws ZodError when the payload does not match the task's schema */
  add<Name extends keyof Schemas & string>(
    name: Name,
    payload: z.input<Schemas[Name]>,
    options?: AddOptions,
  ): Promise<string>
  /** Starts to run jobs. Processes that only add jobs do not call it. */
  start(): Promise<void>
  /** Starts no more jobs, waits for the running ones, and aborts them after the grace period for a retry. */
  stop(): Promise<void>
}

/** Tasks by name. */
export type Tasks<Schemas extends Record<string, z.ZodType>> = {
  [Name in keyof Schemas]: JobTask<Schemas[Name]>
}

export interface JobsOptions<Schemas extends Record<string, z.ZodType>> {
  pool: pg.Pool
  /** A function is called on first use, for tasks that depend on objects that need the jobs. */
  tasks: Tasks<Schemas> | (() => Tasks<Schemas>)
  log: Logger
  metrics?: Pick<Metrics, 'observeJob'>
  /** Number of concurrent jobs in this process. */
  concurrency?: number
  /** How long `stop` waits for running jobs before it aborts their signal. */
  graceMs?: number
}

/** Creates or migrates the tables of the queue. Required before the first `add`. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  tolerateLostConnections(pool)
  await runMigrations({ pgPool: pool, schema, logger: new WorkerLogger(() => () => {}) })
}

export function createJobs<Schemas extends Record<string, z.ZodType>>(
  options: JobsOptions<Schemas>,
): Jobs<Schemas> {
  const { pool, log, graceMs = defaultGraceMs } = options
  let runner: Runner | undefined
  let isStopping = false
  const liveness = createLiveness(pool, schema, log)
  tolerateLostConnections(pool)

  async function start(): Promise<void> {
    const started = await startRunner(options, liveness)
    runner = started
    started.promise.then(
      () => restart(),
      (error) => restart(error),
    )
    await liveness.start()
  }

  /**
   * A runner ends by itself when it cannot record the end of a job, e.g. because the database restarts.
   * Stopping `liveness` releases that job; the next runner takes a new lock.
   */
  async function restart(reason?: unknown): Promise<void> {
    if (isStopping) return
    log.warn({ err: reason }, 'jobs stopped by themselves and are started again')
    liveness.stop()
    while (!isStopping) {
      try {
        return await start()
      } catch (error) {
        log.warn({ err: error }, 'jobs cannot start yet, trying again')
        await sleep(restartPauseMs)
      }
    }
  }

  return {
    async add(name, payload, { runAt, jobKey, keepsRunAt = false, queue, client = pool } = {}) {
      const task = tasksOf(options)[name]
      if (!task) throw new Error(`There is no task ${name}`)
      task.schema.parse(payload)
      const { rows } = await client.query<{ id: string }>(
        `select id from ${schema}.add_job($1, payload => $2, run_at => $3, job_key => $4, queue_name => $5, max_attempts => $6, job_key_mode => $7)`,
        [
          name,
          JSON.stringify(payload),
          runAt ?? null,
          jobKey ?? null,
          queue ?? null,
          task.maxAttempts ?? null,
          keepsRunAt ? 'preserve_run_at' : 'replace',
        ],
      )
      return String(rows[0]!.id)
    },
    async start() {
      await migrateJobs(pool)
      await start()
    },
    async stop() {
      isStopping = true
      const stopping = runner
      runner = undefined
      if (!stopping) return
      const kill = setTimeout(() => void stopping.kill('stopping took too long'), graceMs + 3000)
      try {
        await stopping.stop('the server is stopping')
        await stopping.promise
      } catch (error) {
        log.error({ err: error }, 'jobs did not stop cleanly')
      }
      clearTimeout(kill)
      liveness.stop()
    },
  }
}

function startRunner<Schemas extends Record<string, z.ZodType>>(
  options: JobsOptions<Schemas>,
  liveness: Liveness,
): Promise<Runner> {
  const entries = Object.entries(tasksOf(options)) as [string, JobTask<z.ZodType>][]
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => liveness.setWorkerPool(workerPool.id))
  return run({
    pgPool: releasingOnce(options.pool),
    schema,
    concurrency: options.concurrency ?? 2,
    // shutdown.ts handles the signals.
    noHandleSignals: true,
    // With batches enabled, stopping waits until the end of the last jobs is recorded; otherwise they would
    // be retried.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    gracefulShutdownAbortTimeout: options.graceMs ?? defaultGraceMs,
    events,
    logger: adaptLogger(options.log),
    taskList: Object.fromEntries(
      entries.map(([name, task]) => [
        name,
        (payload: unknown, helpers: Parameters<typeof perform>[3]) =>
          perform(options, name, task, helpers, payload),
      ]),
    ),
    parsedCronItems: parseCronItems(
      entries.flatMap(([task, { cron, maxAttempts }]) =>
        cron
          ? [{ task, match: cron, options: { backfillPeriod: 0, ...(maxAttempts && { maxAttempts }) } }]
          : [],
      ),
    ),
  })
}

function tasksOf<Schemas extends Record<string, z.ZodType>>({ tasks }: JobsOptions<Schemas>): Tasks<Schemas> {
  return typeof tasks === 'function' ? tasks() : tasks
}

/** Runs one attempt: validates the payload, records metrics, and logs and rethrows errors for a retry. */
async function perform(
  { log, metrics }: Pick<JobsOptions<never>, 'log' | 'metrics'>,
  name: string,
  task: JobTask<z.ZodType>,
  helpers: { job: { id: string; attempts: number; max_attempts: number }; abortSignal: AbortSignal },
  payload: unknown,
): Promise<void> {
  const { id, attempts, max_attempts } = helpers.job
  const context: JobContext = {
    jobId: String(id),
    attempt: attempts,
    isLastAttempt: attempts >= max_attempts,
    signal: helpers.abortSignal,
    log: log.child({ job: name, jobId: String(id) }),
  }
  const startedAt = performance.now()
  let outcome: 'success' | 'error' = 'error'
  try {
    await task.run(task.schema.parse(withoutCron(payload)), context)
    outcome = 'success'
  } catch (error) {
    context.log.error({ err: error, attempt: attempts, isLastAttempt: context.isLastAttempt }, 'job failed')
    throw error
  } finally {
    metrics?.observeJob(name, outcome, (performance.now() - startedAt) / 1000)
  }
}

/** Removes the time that graphile-worker adds to the payload of a cron job. */
function withoutCron(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return payload
  const { _cron, ...rest } = payload
  return rest
}

function adaptLogger(log: Logger): WorkerLogger {
  // graphile-worker logs every job at "info", which is too verbose for ours.
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return new WorkerLogger(() => (level, message) => log[levels[level as keyof typeof levels]](message))
}

/**
 * The same pool, except that a connection taken with a callback may be released repeatedly. graphile-worker 0.17 releases
 * its listening connection twice when that is lost while the runner stops; nobody handles the error of the second
 * release, which would end the process.
 */
export function releasingOnce(pool: pg.Pool): pg.Pool {
  const connect = (callback?: ConnectCallback) => {
    if (!callback) return pool.connect()
    return pool.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (destroy) => {
        if (isReleased) return
        isReleased = true
        release(destroy)
      })
    })
  }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** A lost connection must fail only its query; an unhandled 'error' event would end the process. */
function tolerateLostConnections(pool: pg.Pool): void {
  if (pool.listenerCount('error') === 0) pool.on('error', () => {})
  if (pool.listenerCount('connect') === 0) pool.on('connect', (client) => void client.on('error', () => {}))
}
