/** Detects dead job workers, so that their jobs are retried at once. */
import type pg from 'pg'
import type { Logger } from './log.ts'

/** First key of the advisory locks; the second is the hash of a worker pool's id. */
const lockKey = 6_301_003

const checkEveryMs = 15_000

export interface Liveness {
  /** Sets the id under which this process locks jobs. */
  setWorkerPool(id: string): void
  /** Takes the lock, releases the jobs of dead processes, and repeats both from time to time. */
  start(): Promise<void>
  stop(): void
}

/**
 * graphile-worker waits four hours before it releases the job of a dead worker, so an import that a crash
 * interrupted would seem to hang. Therefore each process has an advisory lock on a separate connection.
 * PostgreSQL releases the lock when the process ends in any way, so a job is abandoned if the lock of its
 * worker can be taken.
 */
export function createLiveness(pool: pg.Pool, schema: string, log: Logger): Liveness {
  let workerPoolId: string | undefined
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined

  async function takeLock(): Promise<void> {
    if (client || !workerPoolId) return
    const connection = await pool.connect()
    connection.on('error', () => {
      // The next check takes the lock again on a new connection.
      if (client !== connection) return
      client = undefined
      connection.release(true)
    })
    client = connection
    await connection.query('select pg_advisory_lock($1, hashtext($2))', [lockKey, workerPoolId])
  }

  async function check(): Promise<void> {
    try {
      await takeLock()
      const workers = await reclaim(pool, schema)
      if (workers.length > 0) log.warn({ workers }, 'jobs of a process that died are run again')
    } catch (error) {
      log.error({ err: error }, 'cannot look for abandoned jobs')
    }
  }

  return {
    setWorkerPool: (id) => {
      workerPoolId = id
    },
    async start() {
      await check()
      timer = setInterval(() => void check(), checkEveryMs).unref()
    },
    stop() {
      clearInterval(timer)
      const connection = client
      client = undefined
      connection?.release(true)
    },
  }
}

/** Skips jobs that were locked a moment ago, because their process may not have its advisory lock yet. */
async function reclaim(pool: pg.Pool, schema: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with holder as materialized (
       select distinct locked_by as id from ${schema}.jobs
       where locked_by is not null and locked_at < now() - interval '2 seconds'
     )
     select id from holder where pg_try_advisory_xact_lock($1, hashtext(id))`,
    [lockKey],
  )
  const dead = rows.map(({ id }) => id)
  if (dead.length > 0) {
    await pool.query(`select ${schema}.force_unlock_workers($1)`, [dead])
    // The notification of a new job; without it the workers poll only after some seconds.
    await pool.query(`select pg_notify('jobs:insert', '{"r": 0, "count": 1}')`)
  }
  return dead
}
