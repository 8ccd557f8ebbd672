import type pg from 'pg'
import { one, sql } from '../src/platform/db.ts'

/** How many statements in the test's database wait for a lock. */
export async function waitingForLocks(pool: pg.Pool): Promise<number> {
  const found = await one<{ count: number }>(
    pool,
    sql`select count(*) as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return found!.count
}
