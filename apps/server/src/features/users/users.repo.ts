/** SQL of a team's users and invitations. Cancelled invitations remain as rows, but are not listed. */
import type { TeamUser } from '@muster/contract/users/users.api'
import { type Executor, one, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'

const teamUsers = sql`
  select tu.id, tu.user_id as "userId", tu.first_name as "firstName", tu.last_name as "lastName", u.email,
    case when tu.is_team_admin then 'team_admin' else 'user' end as "accountType",
    case when tu.deactivated_as_of is not null then 'deactivated'
      when tu.activated_at is null then 'invited' else 'current' end as status,
    (select coalesce(json_agg(json_build_object('id', r.id, 'roleName', r.role_name) order by lower(r.role_name)), '[]')
      from muster.team_user_role l join muster.user_role r on r.id = l.user_role_id
      where l.team_user_id = tu.id) as roles,
    tu.last_opened as "lastActivity", tu.invited_at as "invitedAt",
    (select trim(i.first_name || ' ' || i.last_name) from muster.team_user i where i.id = tu.invited_by)
      as "invitedBy",
    tu.deactivated_as_of as "deactivatedSince"
  from muster.team_user tu join muster.app_user u on u.id = tu.user_id`

const isListed = sql`not (tu.activated_at is null and tu.invitation_cancelled_at is not null)
  and u.erased_at is null`

export function listTeamUsers(executor: Executor, teamId: number): Promise<TeamUser[]> {
  return rows(
    executor,
    sql`${teamUsers} where tu.team_id = ${teamId} and ${isListed}
        order by lower(tu.last_name) collate "und-x-icu", lower(tu.first_name) collate "und-x-icu", tu.id`,
  )
}

export function findTeamUser(
  executor: Executor,
  teamId: number,
  teamUserId: number,
): Promise<TeamUser | undefined> {
  return one(
    executor,
    sql`${teamUsers} where tu.team_id = ${teamId} and tu.id = ${teamUserId} and ${isListed}`,
  )
}

/** Which of the addresses belong to users of the team. A cancelled invitation can be repeated. */
export async function findLinkedEmails(
  executor: Executor,
  teamId: number,
  emails: readonly string[],
): Promise<string[]> {
  const found = await rows<{ email: string }>(
    executor,
    sql`select u.email from muster.team_user tu join muster.app_user u on u.id = tu.user_id
        where tu.team_id = ${teamId} and u.email = any(${emails}) and ${isListed}`,
  )
  return found.map(({ email }) => email)
}

/** Serializes changes of administrators, so that a team always has one. */
export async function lockTeam(client: Transaction, teamId: number): Promise<void> {
  await run(client, sql`select from muster.team where id = ${teamId} for update`)
}

/** Current and invited users. */
export async function countPlaces(client: Transaction, teamId: number): Promise<number> {
  const row = await one<{ count: number }>(
    client,
    sql`select count(*) from muster.team_user
        where team_id = ${teamId}
          and case when activated_at is null then invitation_cancelled_at is null else deactivated_as_of is null end`,
  )
  return row?.count ?? 0
}

export async function countActiveAdmins(client: Transaction, teamId: number): Promise<number> {
  const row = await one<{ count: number }>(
    client,
    sql`select count(*) from muster.team_user
        where team_id = ${teamId} and is_team_admin and activated_at is not null and deactivated_as_of is null`,
  )
  return row?.count ?? 0
}

export interface NewInvitation {
  teamId: number
  userId: string
  firstName: string
  lastName: string
  isTeamAdmin: boolean
  interfaceLanguage: string | null
  /** The inviting team user. */
  invitedBy: number
}

/**
 * Creates the team user, or reuses one whose invitation was cancelled.
 * @returns undefined if the user is already linked to the team
 */
export async function insertInvitation(
  client: Transaction,
  invitation: NewInvitation,
): Promise<{ teamUserId: number } | undefined> {
  const { teamId, userId, firstName, lastName, isTeamAdmin, interfaceLanguage, invitedBy } = invitation
  return one(
    client,
    sql`insert into muster.team_user as tu (team_id, user_id, first_name, last_name, is_team_admin,
          interface_language, invited_at, invited_by)
        values (${teamId}, ${userId}, ${firstName}, ${lastName}, ${isTeamAdmin}, ${interfaceLanguage}, now(),
          ${invitedBy})
        on conflict (team_id, user_id) do update set first_name = excluded.first_name,
          last_name = excluded.last_name, is_team_admin = excluded.is_team_admin,
          interface_language = excluded.interface_language, invited_at = excluded.invited_at,
          invited_by = excluded.invited_by, invitation_cancelled_at = null
        where tu.activated_at is null and tu.invitation_cancelled_at is not null
        returning id as "teamUserId"`,
  )
}

/** @returns how many of the ids are assignable roles of the team */
export function addRoles(
  client: Transaction,
  teamId: number,
  teamUserId: number,
  userRoleIds: readonly number[],
): Promise<number> {
  return run(
    client,
    sql`insert into muster.team_user_role (team_user_id, user_role_id)
        select ${teamUserId}, r.id from muster.user_role r
        where r.team_id = ${teamId} and not r.is_member and r.id = any(${userRoleIds})`,
  )
}

export async function removeRoles(
  client: Transaction,
  teamUserId: number,
  userRoleIds: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`delete from muster.team_user_role
        where team_user_id = ${teamUserId} and user_role_id = any(${userRoleIds})`,
  )
}

export async function updateUser(
  client: Transaction,
  teamUserId: number,
  set: { firstName: string; lastName: string; isTeamAdmin: boolean },
): Promise<void> {
  await run(
    client,
    sql`update muster.team_user set first_name = ${set.firstName}, last_name = ${set.lastName},
          is_team_admin = ${set.isTeamAdmin}
        where id = ${teamUserId}`,
  )
}

/** Updates a pending invitation. @returns whether it was pending */
async function updateInvitation(
  client: Transaction,
  teamId: number,
  teamUserId: number,
  change: Sql,
): Promise<boolean> {
  const count = await run(
    client,
    sql`update muster.team_user set ${change}
        where id = ${teamUserId} and team_id = ${teamId} and activated_at is null
          and invitation_cancelled_at is null`,
  )
  return count > 0
}

export function renewInvitation(client: Transaction, teamId: number, teamUserId: number): Promise<boolean> {
  return updateInvitation(client, teamId, teamUserId, sql`invited_at = now()`)
}

export function cancelInvitation(client: Transaction, teamId: number, teamUserId: number): Promise<boolean> {
  return updateInvitation(client, teamId, teamUserId, sql`invitation_cancelled_at = now()`)
}

export function activate(client: Transaction, teamId: number, teamUserId: number): Promise<boolean> {
  return updateInvitation(client, teamId, teamUserId, sql`activated_at = now()`)
}

export async function setDeactivated(
  client: Transaction,
  teamUserId: number,
  isDeactivated: boolean,
): Promise<void> {
  await run(
    client,
    sql`update muster.team_user set deactivated_as_of = case when ${isDeactivated} then now() end
        where id = ${teamUserId}`,
  )
}

/** The data of an invitation's mail and screen. */
export interface InvitationRow {
  teamUserId: number
  teamId: number
  userId: string
  email: string
  firstName: string
  lastName: string
  teamName: string
  enumAppBrandId: number
  invitedBy: string | null
  language: 'en' | 'es' | 'fr'
}

/** Finds a pending invitation. */
export function findInvitation(executor: Executor, teamUserId: number): Promise<InvitationRow | undefined> {
  return one(
    executor,
    sql`select tu.id as "teamUserId", tu.team_id as "teamId", tu.user_id as "userId", u.email,
          tu.first_name as "firstName", tu.last_name as "lastName", t.name as "teamName",
          t.enum_app_brand_id as "enumAppBrandId",
          coalesce(tu.interface_language, t.default_interface_language) as language,
          (select trim(i.first_name || ' ' || i.last_name) from muster.team_user i where i.id = tu.invited_by)
            as "invitedBy"
        from muster.team_user tu join muster.app_user u on u.id = tu.user_id join muster.team t on t.id = tu.team_id
        where tu.id = ${teamUserId} and tu.activated_at is null and tu.invitation_cancelled_at is null`,
  )
}
