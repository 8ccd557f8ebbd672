/** Teams that can be opened: neither suspended nor deleted. */
import { type Executor, rows, sql } from '../../platform/db.ts'

/** Ids of all open teams, for jobs that visit each of them. */
export async function openTeamIds(executor: Executor): Promise<number[]> {
  const found = await rows<{ id: number }>(
    executor,
    sql`select id from muster.team where suspended_at is null and deleted_at is null order by id`,
  )
  return found.map(({ id }) => id)
}
