/** SQL for bookmarks. */
import { type Executor, one, rawSql, rows, run, sql } from '../../platform/db.ts'

export interface StoredBookmark {
  recordId: number
  memo: string | null
  bookmarkedAt: string
}

/** Newest first; only those older than the bookmark of `after`. */
export function findBookmarks(
  executor: Executor,
  teamUserId: number,
  { limit, after }: { limit: number; after?: number | undefined },
): Promise<StoredBookmark[]> {
  const older =
    after === undefined
      ? rawSql('')
      : sql`and (created_at, record_id) < (select created_at, record_id from muster.bookmark
          where team_user_id = ${teamUserId} and record_id = ${after})`
  return rows<StoredBookmark>(
    executor,
    sql`select record_id as "recordId", memo, created_at as "bookmarkedAt" from muster.bookmark
        where team_user_id = ${teamUserId} ${older} order by created_at desc, record_id desc limit ${limit}`,
  )
}

export function findBookmark(
  executor: Executor,
  teamUserId: number,
  recordId: number,
): Promise<{ memo: string | null } | undefined> {
  return one<{ memo: string | null }>(
    executor,
    sql`select memo from muster.bookmark where team_user_id = ${teamUserId} and record_id = ${recordId}`,
  )
}

/** @param memo undefined leaves it unchanged */
export async function putBookmark(
  executor: Executor,
  teamUserId: number,
  recordId: number,
  memo: string | null | undefined,
): Promise<void> {
  const change = memo === undefined ? rawSql('nothing') : sql`update set memo = excluded.memo`
  await run(
    executor,
    sql`insert into muster.bookmark (team_user_id, record_id, memo)
        values (${teamUserId}, ${recordId}, ${memo ?? null})
        on conflict (team_user_id, record_id) do ${change}`,
  )
}

/** @returns the records whose bookmark was added or removed */
export async function setBookmarks(
  executor: Executor,
  teamUserId: number,
  recordIds: readonly number[],
  isBookmarked: boolean,
): Promise<number[]> {
  const changed = await rows<{ id: number }>(
    executor,
    isBookmarked
      ? sql`insert into muster.bookmark (team_user_id, record_id)
            select ${teamUserId}::bigint, unnest(${recordIds}::bigint[]) on conflict do nothing returning record_id as id`
      : sql`delete from muster.bookmark where team_user_id = ${teamUserId}
              and record_id = any(${recordIds}::bigint[]) returning record_id as id`,
  )
  return changed.map(({ id }) => id)
}

/** What users of a team have saved of records. Record ids are unique per team only. */
export function bookmarksOf(
  executor: Executor,
  teamId: number,
  recordIds: readonly number[],
): Promise<(StoredBookmark & { teamUserId: number })[]> {
  return rows(
    executor,
    sql`select b.record_id as "recordId", b.memo, b.created_at as "bookmarkedAt", b.team_user_id as "teamUserId"
        from muster.bookmark b join muster.team_user u on u.id = b.team_user_id
        where u.team_id = ${teamId} and b.record_id = any(${recordIds}::bigint[])
        order by b.created_at, b.team_user_id`,
  )
}

export async function removeBookmarksOf(
  executor: Executor,
  teamId: number,
  recordIds: readonly number[],
): Promise<void> {
  await run(
    executor,
    sql`delete from muster.bookmark where record_id = any(${recordIds}::bigint[])
          and team_user_id in (select id from muster.team_user where team_id = ${teamId})`,
  )
}
