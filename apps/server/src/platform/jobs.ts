/** Background jobs in PostgreSQL: a typed face on graphile-worker, with jobs of dead processes taken up at once. */
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

/** The queue's own schema; its tables are graphile-worker's business. */
const schema = 'muster_jobs'

const defaultGraceMs = 15_000

/** Between attempts to start again after the database was lost. */
const restartPauseMs = 1000

/** What a running job may use. */
export interface JobContext {
  jobId: string
  /** 1 for the first attempt. */
  attempt: number
  /** True when a failure of this attempt is final. */
  isLastAttempt: boolean
  /** Aborted when the process is stopping and the job has not ended by itself. */
  signal: AbortSignal
  log: Logger
}

export interface JobTask<Schema extends z.ZodType> {
  /** Shape of the payload, checked when a job is added and again when it runs. */
  schema: Schema
  /** Does the work. Must be safe to run again: an attempt that a crash cut short is repeated. */
  run(payload: z.output<Schema>, context: JobContext): Promise<void>
  /** Times to run by itself with an empty payload, as a cron pattern in UTC. */
  cron?: string
  /** Attempts before giving up; the pauses between them grow. */
  maxAttempts?: number
}

/** Keeps the types of one task together; use it for each entry of `createJobs({ tasks })`. */
export function defineTask<Schema extends z.ZodType>(task: JobTask<Schema>): JobTask<Schema> {
  return task
}

export interface AddOptions {
  /** Not before this time. */
  runAt?: Date
  /** A waiting job with the same key is replaced, so that one piece of work waits once. */
  jobKey?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Adds the job in this connection's transaction: it exists if and only if that commits. */
  client?: Pick<pg.ClientBase, 'query'>
}

export interface Jobs<Schemas extends Record<string, z.ZodType> = Record<string, z.ZodType>> {
  /** @returns the job's id. @throws ZodError when the payload is not of the task's shape */
  add<Name extends keyof Schemas & string>(
    name: Name,
    payload: z.input<Schemas[Name]>,
    options?: AddOptions,
  ): Promise<string>
  /** Begins to work. Processes that only add jobs do not call it. */
  start(): Promise<void>
  /** Takes no new job, waits for the running ones, and after the grace interrupts them to be run again. */
  stop(): Promise<void>
}

/** Each task under its name. */
export type Tasks<Schemas extends Record<string, z.ZodType>> = {
  [Name in keyof Schemas]: JobTask<Schemas[Name]>
}

export interface JobsOptions<Schemas extends Record<string, z.ZodType>> {
  pool: pg.Pool
  /** All tasks by name. A function when they need what is made from the jobs themselves; called at first use. */
  tasks: Tasks<Schemas> | (() => Tasks<Schemas>)
  log: Logger
  metrics?: Pick<Metrics, 'observeJob'>
  /** Jobs at a time in this process. */
  concurrency?: number
  /** How long `stop` lets running jobs go on before it aborts their signal. */
  graceMs?: number
}

/** Makes the queue's tables or brings them up to date. Needed before the first `add`. */
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

  async function begin(): Promise<void> {
    const started = await startRunner(options, liveness)
    runner = started
    started.promise.then(
      () => beginAgain(),
      (error) => beginAgain(error),
    )
    await liveness.begin()
  }

  /**
   * A runner ends by itself when it cannot write that a job has ended, for example because the database restarts. Giving
   * up its lock frees that job; the next runner has a lock of its own.
   */
  async function beginAgain(reason?: unknown): Promise<void> {
    if (isStopping) return
    log.warn({ err: reason }, 'jobs stopped by themselves and are started again')
    liveness.end()
    while (!isStopping) {
      try {
        return await begin()
      } catch (error) {
        log.warn({ err: error }, 'jobs cannot start yet, trying again')
        await sleep(restartPauseMs)
      }
    }
  }

  return {
    async add(name, payload, { runAt, jobKey, queue, client = pool } = {}) {
      const task = tasksOf(options)[name]
      if (!task) throw new Error(`There is no task ${name}`)
      task.schema.parse(payload)
      const { rows } = await client.query<{ id: string }>(
        `select id from ${schema}.add_job($1, payload => $2, run_at => $3, job_key => $4, queue_name => $5, max_attempts => $6)`,
        [
          name,
          JSON.stringify(payload),
          runAt ?? null,
          jobKey ?? null,
          queue ?? null,
          task.maxAttempts ?? null,
        ],
      )
      return String(rows[0]!.id)
    },
    async start() {
      await migrateJobs(pool)
      await begin()
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
      liveness.end()
    },
  }
}

function startRunner<Schemas extends Record<string, z.ZodType>>(
  options: JobsOptions<Schemas>,
  liveness: Liveness,
): Promise<Runner> {
  const entries = Object.entries(tasksOf(options)) as [string, JobTask<z.ZodType>][]
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => liveness.announce(workerPool.id))
  return run({
    pgPool: options.pool,
    schema,
    concurrency: options.concurrency ?? 2,
    // The server has one place that handles signals.
    noHandleSignals: true,
    // Only with a batch does stopping wait until the end of the last jobs is written; else they would run again.
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

/** One attempt: payload checked, time and outcome measured, errors logged and handed on so that it is retried. */
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
  const began = performance.now()
  let outcome: 'success' | 'error' = 'error'
  try {
    await task.run(task.schema.parse(withoutCron(payload)), context)
    outcome = 'success'
  } catch (error) {
    context.log.error({ err: error, attempt: attempts, isLastAttempt: context.isLastAttempt }, 'job failed')
    throw error
  } finally {
    metrics?.observeJob(name, outcome, (performance.now() - began) / 1000)
  }
}

/** The worker adds the time to a cron job's payload, which no task's schema knows. */
function withoutCron(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return payload
  const { _cron, ...rest } = payload
  return rest
}

function adaptLogger(log: Logger): WorkerLogger {
  // Its "info" has a line for every job, which is our "debug".
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return new WorkerLogger(() => (level, message) => log[levels[level as keyof typeof levels]](message))
}

/** A connection that breaks must fail its query, not end the process, as an unhandled 'error' event would. */
function tolerateLostConnections(pool: pg.Pool): void {
  if (pool.listenerCount('error') === 0) pool.on('error', () => {})
  if (pool.listenerCount('connect') === 0) pool.on('connect', (client) => void client.on('error', () => {}))
}
