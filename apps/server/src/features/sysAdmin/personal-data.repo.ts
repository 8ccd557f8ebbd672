/** SQL of what is kept on an account. */
import type { Language } from '@muster/contract/paging'
import { type Executor, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

/** Everything but events of the audit log. No secrets. */
export function accountData(executor: Executor, userId: string): Promise<object | undefined> {
  return one(
    executor,
    sql`select u.id as "userId", u.name, u.email, u.email_verified as "isEmailVerified",
          u.is_sys_admin as "isSysAdmin", u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
          u.locked_at as "lockedAt",
          (select coalesce(json_agg(json_build_object('team', t.name, 'firstName', tu.first_name,
              'lastName', tu.last_name, 'isTeamAdmin', tu.is_team_admin, 'language', tu.interface_language,
              'invitedAt', tu.invited_at, 'activatedAt', tu.activated_at, 'lastOpened', tu.last_opened,
              'deactivatedAt', tu.deactivated_as_of,
              'roles', (select coalesce(json_agg(r.role_name), '[]') from muster.team_user_role l
                join muster.user_role r on r.id = l.user_role_id where l.team_user_id = tu.id),
              'preferences', (select coalesce(json_object_agg(s.key, s.value), '{}') from muster.setting s
                where s.team_user_id = tu.id),
              'bookmarks', (select coalesce(json_agg(json_build_object('recordId', b.record_id, 'memo', b.memo,
                'at', b.created_at)), '[]') from muster.bookmark b where b.team_user_id = tu.id),
              'apiTokens', (select coalesce(json_agg(json_build_object('name', k.name, 'createdAt', k.created_at,
                'lastUsedAt', k.last_used_at)), '[]') from muster.api_token k where k.team_user_id = tu.id)
            ) order by t.id), '[]')
            from muster.team_user tu join muster.team t on t.id = tu.team_id where tu.user_id = u.id) as teams,
          (select coalesce(json_agg(json_build_object('userAgent', s.user_agent, 'address', s.ip_address,
              'createdAt', s.created_at, 'expiresAt', s.expires_at) order by s.created_at), '[]')
            from muster.auth_session s where s.user_id = u.id) as sessions
        from muster.app_user u where u.id = ${userId} and u.erased_at is null`,
  )
}

export interface UserEvent {
  id: number
  at: string
}

/** What the audit log has of an account's own acts, oldest first, after an event. */
export function eventsOfUser(
  executor: Executor,
  userId: string,
  after: number,
  limit: number,
): Promise<UserEvent[]> {
  return rows(
    executor,
    sql`select id, at, action, subject, subject_name as "subjectName", before, after, host(network) as network
        from muster.audit_event where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  )
}

/** The account's places in teams, with the languages of the teams. */
export function placesOf(
  executor: Executor,
  userId: string,
): Promise<{ teamUserId: number; teamId: number; language: Language }[]> {
  return rows(
    executor,
    sql`select tu.id as "teamUserId", tu.team_id as "teamId", t.default_interface_language as language
        from muster.team_user tu join muster.team t on t.id = tu.team_id where tu.user_id = ${userId} order by tu.id`,
  )
}

/** Whether a team that is not deleted has no other active administrator. Locks the teams, as every change of users does. */
export async function isLastAdminSomewhere(client: Transaction, userId: string): Promise<boolean> {
  const row = await one<{ isLast: boolean }>(
    client,
    sql`with own as materialized (
          select t.id from muster.team t join muster.team_user tu on tu.team_id = t.id
          where tu.user_id = ${userId} and tu.is_team_admin and tu.activated_at is not null
            and tu.deactivated_as_of is null and t.deleted_at is null
          order by t.id for update of t
        )
        select exists (
          select from own where not exists (
            select from muster.team_user other
            where other.team_id = own.id and other.user_id <> ${userId} and other.is_team_admin
              and other.activated_at is not null and other.deactivated_as_of is null
          )
        ) as "isLast"`,
  )
  return row?.isLast ?? false
}

/** The user of a team keeps their row, without what tells who they were. */
export async function erasePlace(
  client: Transaction,
  teamUserId: number,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await run(
    client,
    sql`update muster.team_user
        set first_name = ${name.firstName}, last_name = ${name.lastName}, is_team_admin = false,
          interface_language = null, last_opened = null,
          deactivated_as_of = coalesce(deactivated_as_of, now()),
          invitation_cancelled_at = case when activated_at is null then now() else invitation_cancelled_at end
        where id = ${teamUserId}`,
  )
  for (const table of [
    sql`muster.setting`,
    sql`muster.bookmark`,
    sql`muster.view_feed`,
    sql`muster.api_token`,
    sql`muster.webhook`,
    sql`muster.team_user_role`,
  ]) {
    await run(client, sql`delete from ${table} where team_user_id = ${teamUserId}`)
  }
}

/** The account keeps its row and can never be signed in to. */
export async function eraseAccount(client: Transaction, userId: string): Promise<void> {
  await run(client, sql`delete from muster.auth_account where user_id = ${userId}`)
  await run(client, sql`delete from muster.auth_session where user_id = ${userId}`)
  await run(client, sql`delete from muster.auth_verification where value = ${userId}`)
  await run(client, sql`delete from muster.idempotency_key where caller = ${userId}`)
  await run(
    client,
    sql`update muster.app_user
        set name = '', email = ${`${userId}@erased.invalid`}, email_verified = false, image = null,
          is_sys_admin = false, last_sign_in_at = null, locked_at = now(), erased_at = now(), updated_at = now()
        where id = ${userId}`,
  )
}
