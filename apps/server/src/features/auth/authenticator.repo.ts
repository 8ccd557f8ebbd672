/** SQL for sessions and team members, one statement each. */
import type { FeaturePermission } from '@muster/contract/roles/permissions'
import { type Executor, one, sql } from '../../platform/db.ts'
import type { SessionUser, TeamMember } from '../../platform/http/context.ts'

export interface LiveSession {
  user: SessionUser
  /** Milliseconds since 1970. */
  expiresAt: number
}

export async function findSession(executor: Executor, token: string): Promise<LiveSession | null> {
  const row = await one<SessionUser & { expiresAt: string }>(
    executor,
    sql`select s.id as "sessionId", s.expires_at as "expiresAt", u.id as "userId", u.name, u.email,
          u.is_sys_admin as "isSysAdmin", a.team_id as "seesTeamId"
        from muster.auth_session s join muster.app_user u on u.id = s.user_id
          left join muster.seeing_as a on a.session_id = s.id
        where s.token = ${token} and s.expires_at > now() and u.locked_at is null`,
  )
  if (!row) return null
  const { expiresAt, ...user } = row
  return { user, expiresAt: Date.parse(expiresAt) }
}

/** An active user of an open team, with their active roles; everyone has the Member role. */
export async function findTeamUser(
  executor: Executor,
  userId: string,
  teamId: number,
): Promise<TeamMember | null> {
  const row = await one<{
    teamUserId: number
    isTeamAdmin: boolean
    userRoleIds: number[]
    featurePermissions: FeaturePermission[]
  }>(
    executor,
    sql`with roles as (
          select r.id from muster.user_role r
          where r.team_id = ${teamId} and (r.is_member or r.is_active and exists (
            select from muster.team_user_role l join muster.team_user m on m.id = l.team_user_id
            where l.user_role_id = r.id and m.team_id = ${teamId} and m.user_id = ${userId}))
        )
        select tu.id as "teamUserId", tu.is_team_admin as "isTeamAdmin",
          (select coalesce(json_agg(id order by id), '[]') from roles) as "userRoleIds",
          (select coalesce(json_agg(distinct p.permission), '[]')
            from muster.feature_permission p join roles on roles.id = p.user_role_id) as "featurePermissions"
        from muster.team_user tu join muster.team t on t.id = tu.team_id
        where tu.team_id = ${teamId} and tu.user_id = ${userId} and t.suspended_at is null and t.deleted_at is null
          and tu.activated_at is not null and tu.deactivated_as_of is null`,
  )
  return row ? { kind: 'team_user', teamId, ...row } : null
}

export async function findUserId(
  executor: Executor,
  teamId: number,
  teamUserId: number,
): Promise<string | null> {
  const row = await one<{ userId: string }>(
    executor,
    sql`select user_id as "userId" from muster.team_user where id = ${teamUserId} and team_id = ${teamId}`,
  )
  return row?.userId ?? null
}
