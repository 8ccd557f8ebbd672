/** SQL of projects: internal collections, team users and member records. */

import { memberColumns } from '@muster/contract/projects/projects.rules'
import type { TeamModel } from '../../engine/public.ts'
import { type Executor, ident, rows, sql } from '../../platform/db.ts'
import type { InternalKind } from '../collections/public.ts'

/** Collections of the team that are not deleted. */
export async function internalCollections(
  executor: Executor,
  teamId: number,
): Promise<Map<InternalKind, number>> {
  const found = await rows<{ kind: InternalKind; id: number }>(
    executor,
    sql`select internal_kind as kind, id from muster.data_collection
        where team_id = ${teamId} and internal_kind is not null and deleted_at is null`,
  )
  return new Map(found.map(({ kind, id }) => [kind, id]))
}

export interface Member {
  teamUser: number
  name: string
  isActive: boolean
}

/** All users who ever joined. */
export function teamMembers(executor: Executor, teamId: number): Promise<Member[]> {
  return rows(
    executor,
    sql`select id as "teamUser", trim(first_name || ' ' || last_name) as name,
          deactivated_as_of is null as "isActive"
        from muster.team_user where team_id = ${teamId} and activated_at is not null order by id`,
  )
}

export interface MemberRecord {
  id: number
  name: string | null
  teamUser: number | null
  isActive: boolean | null
}

export function memberRecords(
  executor: Executor,
  { schema, collections }: TeamModel,
  dataCollectionId: number,
): Promise<MemberRecord[]> {
  const table = collections.get(dataCollectionId)!.tableName
  const { name, teamUser, isActive } = memberColumns
  return rows(
    executor,
    sql`select record_id as id, ${ident(name)} as name, ${ident(teamUser)} as "teamUser",
          ${ident(isActive)} as "isActive"
        from ${ident(schema, table)} where deleted_at is null order by record_id`,
  )
}
