/** SQL of calendar feeds. */
import { type Executor, one, run, sql } from '../../platform/db.ts'

interface Feed {
  createdAt: string
  lastUsedAt: string | null
}

export function readFeed(executor: Executor, viewId: number, teamUserId: number): Promise<Feed | undefined> {
  return one<Feed>(
    executor,
    sql`select created_at as "createdAt", last_used_at as "lastUsedAt" from muster.view_feed
        where data_view_id = ${viewId} and team_user_id = ${teamUserId}`,
  )
}

export async function putFeed(
  executor: Executor,
  feed: { teamId: number; viewId: number; teamUserId: number; tokenHash: Buffer },
): Promise<void> {
  await run(
    executor,
    sql`insert into muster.view_feed (data_view_id, team_user_id, team_id, token_hash)
        values (${feed.viewId}, ${feed.teamUserId}, ${feed.teamId}, ${feed.tokenHash})
        on conflict (data_view_id, team_user_id)
        do update set token_hash = excluded.token_hash, created_at = now(), last_used_at = null`,
  )
}

export async function dropFeed(executor: Executor, viewId: number, teamUserId: number): Promise<void> {
  await run(
    executor,
    sql`delete from muster.view_feed where data_view_id = ${viewId} and team_user_id = ${teamUserId}`,
  )
}

/** Finds the feed's view and creator; updates `last_used_at` at most once an hour. */
export async function useFeed(
  executor: Executor,
  tokenHash: Buffer,
): Promise<{ teamId: number; viewId: number; userId: string } | undefined> {
  await run(
    executor,
    sql`update muster.view_feed set last_used_at = now()
        where token_hash = ${tokenHash} and coalesce(last_used_at, '-infinity') < now() - interval '1 hour'`,
  )
  return one(
    executor,
    sql`select f.team_id as "teamId", f.data_view_id as "viewId", u.user_id as "userId"
        from muster.view_feed f join muster.team_user u on u.id = f.team_user_id
        where f.token_hash = ${tokenHash}`,
  )
}
