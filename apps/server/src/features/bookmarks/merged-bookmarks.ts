/**
 * Bookmarks of merged records are copied to the survivor. A copy has the time and memo of its original, which
 * stays, so that an undo knows which copies to remove.
 */
import { run, sql, type Transaction } from '../../platform/db.ts'

/** A merged record, and the one it was merged into. */
export interface Merged {
  recordId: number
  survivorId: number
}

const pairsOf = (merged: readonly Merged[]) => sql`(
  select * from unnest(${merged.map(({ recordId }) => recordId)}::bigint[],
    ${merged.map(({ survivorId }) => survivorId)}::bigint[]) p (record_id, survivor_id)) p`

/** Record ids are unique per team only, so bookmarks are limited to the team's users. */
const usersOf = (teamId: number) => sql`(select id from muster.team_user where team_id = ${teamId})`

export async function copyBookmarks(
  client: Transaction,
  teamId: number,
  merged: readonly Merged[],
): Promise<void> {
  if (merged.length === 0) return
  await run(
    client,
    sql`insert into muster.bookmark (team_user_id, record_id, memo, created_at)
        select distinct on (b.team_user_id, p.survivor_id) b.team_user_id, p.survivor_id, b.memo, b.created_at
        from muster.bookmark b join ${pairsOf(merged)} on p.record_id = b.record_id
        where b.team_user_id in ${usersOf(teamId)}
        order by b.team_user_id, p.survivor_id, b.created_at desc
        on conflict do nothing`,
  )
}

export async function removeCopies(
  client: Transaction,
  teamId: number,
  merged: readonly Merged[],
): Promise<void> {
  if (merged.length === 0) return
  await run(
    client,
    sql`delete from muster.bookmark c using muster.bookmark b, ${pairsOf(merged)}
        where b.record_id = p.record_id and c.record_id = p.survivor_id and c.team_user_id = b.team_user_id
          and c.created_at = b.created_at and c.memo is not distinct from b.memo
          and b.team_user_id in ${usersOf(teamId)}`,
  )
}
