/** SQL for sessions that see a team as somebody else. */
import type { SeenAs } from '@muster/contract/auth/auth.api'
import type { FeaturePermission } from '@muster/contract/roles/permissions'
import { type Executor, one, run, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'

export type SeenStanding = Pick<TeamUser, 'isTeamAdmin' | 'userRoleIds' | 'featurePermissions'> & {
  seenAs: NonNullable<TeamUser['seenAs']>
}

/** The standing of the person or role as which a session sees a team; undefined if it does not, or no longer. */
export async function findSeenStanding(
  executor: Executor,
  sessionId: string,
  teamId: number,
): Promise<SeenStanding | undefined> {
  const row = await one<{
    teamUserId: number | null
    userRoleId: number | null
    name: string
    isMember: boolean
    isTeamAdmin: boolean
    userRoleIds: number[]
    featurePermissions: FeaturePermission[]
  }>(
    executor,
    sql`with seen as (
          select team_user_id, user_role_id from muster.seeing_as
          where session_id = ${sessionId} and team_id = ${teamId}
        ), roles as (
          select r.id from muster.user_role r, seen
          where r.team_id = ${teamId} and (r.is_member or r.is_active and (r.id = seen.user_role_id or exists (
            select from muster.team_user_role l
            where l.user_role_id = r.id and l.team_user_id = seen.team_user_id)))
        )
        select s.team_user_id as "teamUserId", s.user_role_id as "userRoleId",
          coalesce(r.role_name, trim(u.first_name || ' ' || u.last_name)) as name,
          coalesce(r.is_member, false) as "isMember", coalesce(u.is_team_admin, false) as "isTeamAdmin",
          (select coalesce(json_agg(id order by id), '[]') from roles) as "userRoleIds",
          (select coalesce(json_agg(distinct p.permission), '[]')
            from muster.feature_permission p join roles on roles.id = p.user_role_id) as "featurePermissions"
        from seen s left join muster.team_user u on u.id = s.team_user_id
          left join muster.user_role r on r.id = s.user_role_id
        where u.id is null or u.deactivated_as_of is null`,
  )
  if (!row) return undefined
  const { teamUserId, userRoleId, name, isMember, ...standing } = row
  return { ...standing, seenAs: { teamUserId, userRoleId, name, isMember } }
}

/** The name of a user who is not deactivated, or of a role; undefined if the team has no such one. */
export async function findSeenName(
  executor: Executor,
  teamId: number,
  target: SeenAs,
): Promise<string | undefined> {
  const row = await one<{ name: string }>(
    executor,
    'teamUserId' in target
      ? sql`select trim(first_name || ' ' || last_name) as name from muster.team_user
            where id = ${target.teamUserId} and team_id = ${teamId} and deactivated_as_of is null
              and (activated_at is not null or invitation_cancelled_at is null)`
      : sql`select role_name as name from muster.user_role where id = ${target.userRoleId} and team_id = ${teamId}`,
  )
  return row?.name
}

export async function insertSeeingAs(
  executor: Executor,
  sessionId: string,
  teamId: number,
  target: SeenAs,
): Promise<void> {
  const [teamUserId, userRoleId] =
    'teamUserId' in target ? [target.teamUserId, null] : [null, target.userRoleId]
  await run(
    executor,
    sql`insert into muster.seeing_as (session_id, team_id, team_user_id, user_role_id)
        values (${sessionId}, ${teamId}, ${teamUserId}, ${userRoleId})
        on conflict (session_id) do update set team_id = excluded.team_id, team_user_id = excluded.team_user_id,
          user_role_id = excluded.user_role_id, started_at = now()`,
  )
}

/** @returns the team that the session saw as somebody else, and the user of the session there */
export function deleteSeeingAs(
  executor: Executor,
  sessionId: string,
): Promise<{ teamId: number; teamUserId: number } | undefined> {
  return one(
    executor,
    sql`delete from muster.seeing_as a using muster.auth_session s, muster.team_user u
        where a.session_id = ${sessionId} and s.id = a.session_id
          and u.user_id = s.user_id and u.team_id = a.team_id
        returning a.team_id as "teamId", u.id as "teamUserId"`,
  )
}
