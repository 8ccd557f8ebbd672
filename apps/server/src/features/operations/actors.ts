/** Names of team users; queried separately, because team tables are never joined with the platform's. */
import type { actorSchema } from '@muster/contract/operations/operations.schema'
import type { z } from 'zod'
import { type Executor, rows, sql } from '../../platform/db.ts'

export type Actor = z.infer<typeof actorSchema>

/** Finds actors by team user id; null for unknown ids and null. */
export async function actorsOf(
  executor: Executor,
  teamId: number,
  teamUserIds: readonly (number | null)[],
): Promise<(teamUserId: number | null) => Actor> {
  const ids = [...new Set(teamUserIds.filter((id) => id !== null))]
  const found =
    ids.length === 0
      ? []
      : await rows<{ teamUserId: number; name: string }>(
          executor,
          sql`select id as "teamUserId", btrim(first_name || ' ' || last_name) as name from muster.team_user
              where team_id = ${teamId} and id = any(${ids}::bigint[])`,
        )
  const byId = new Map(found.map((actor) => [actor.teamUserId, actor]))
  return (id) => (id === null ? null : (byId.get(id) ?? null))
}
