/** Tells which job workers live, so that the jobs of a process that died are run again at once. */
import type pg from 'pg'
import type { Logger } from './log.ts'

/** First key of the advisory locks; the second is made from the id of a pool of workers. */
const lockKey = 6_301_003

const checkEveryMs = 15_000

export interface Liveness {
  /** Remembers the id under which this process locks jobs. */
  announce(workerPoolId: string): void
  /** Announces it to other processes, frees the jobs of dead ones, and goes on doing both. */
  begin(): Promise<void>
  end(): void
}

/**
 * graphile-worker waits four hours before it takes a job from a worker that it does not hear of: an import cut
 * short by a crash would seem to hang. Here each process holds an advisory lock on a connection of its own. The
 * lock vanishes with the process, however that ends; so a job whose holder's lock can be taken is free.
 */
export function createLiveness(pool: pg.Pool, schema: string, log: Logger): Liveness {
  let workerPoolId: string | undefined
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined

  async function hold(): Promise<void> {
    if (client || !workerPoolId) return
    const taken = await pool.connect()
    taken.on('error', () => {
      // The connection broke: the next check takes the lock again on a new one.
      if (client !== taken) return
      client = undefined
      taken.release(true)
    })
    client = taken
    await taken.query('select pg_advisory_lock($1, hashtext($2))', [lockKey, workerPoolId])
  }

  async function check(): Promise<void> {
    try {
      await hold()
      const workers = await reclaim(pool, schema)
      if (workers.length > 0) log.warn({ workers }, 'jobs of a process that died are run again')
    } catch (error) {
      log.error({ err: error }, 'cannot look for abandoned jobs')
    }
  }

  return {
    announce: (id) => {
      workerPoolId = id
    },
    async begin() {
      await check()
      timer = setInterval(() => void check(), checkEveryMs).unref()
    },
    end() {
      clearInterval(timer)
      const held = client
      client = undefined
      held?.release(true)
    },
  }
}

/** A job locked a moment ago is left alone: its process may not have announced itself yet. */
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
    // What a newly added job would send; without it the workers poll again after some seconds.
    await pool.query(`select pg_notify('jobs:insert', '{"r": 0, "count": 1}')`)
  }
  return dead
}
