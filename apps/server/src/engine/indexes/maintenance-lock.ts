/** Care for a team's tables outside any transaction: building indexes, gathering statistics, cleaning. */
import type pg from 'pg'
import { one, sql } from '../../platform/db.ts'

/** First half of the lock's key; the second is the team. */
const lockKey = 6_301_010
const askMs = 100

/**
 * Does the work while no other maintenance of this team's tables runs. `create index concurrently` waits for every
 * statement that is under way, `analyze` and `vacuum` wait for it: two of them at once end in a deadlock. For the same
 * reason nothing waits here within a statement.
 *
 * @param work gets a connection without a time limit, which is closed afterwards
 */
export async function aloneWithTables<Result>(
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
      await new Promise((resolve) => setTimeout(resolve, askMs))
    }
  } finally {
    // The lock and the session's time limit go with the connection.
    client.release(true)
  }
}
