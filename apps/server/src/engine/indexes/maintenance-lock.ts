/** Maintenance of a team's tables outside any transaction: index builds, `analyze`, `vacuum`. */
import type pg from 'pg'
import { one, sql } from '../../platform/db.ts'

/** First half of the lock's key; the second is the team. */
const lockKey = 6_301_010
const retryMs = 100

/**
 * Runs the work while no other maintenance of this team's tables runs. `create index concurrently` waits for
 * every running statement, and `analyze` and `vacuum` wait for it, so two of them at once would deadlock. For
 * the same reason the lock is polled, not waited for inside a statement.
 *
 * @param work gets a connection without a time limit, which is closed afterwards
 */
export async function withMaintenanceLock<Result>(
  pool: pg.Pool,
  teamId: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (;;) {
      const row = await one<{ isOurs: boolean }>(
        client,
        sql`select pg_try_advisory_lock(${lockKey}, ${teamId}::int) as "isOurs"`,
      )
      if (row?.isOurs) return await work(client)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  } finally {
    // Closing the connection releases the lock and resets the time limit.
    client.release(true)
  }
}
