/** SQL for accounts and sessions, in addition to the auth library's own. */
import { type Executor, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

export interface AccountRow {
  userId: string
  name: string
  email: string
  isEmailVerified: boolean
  isSysAdmin: boolean
  isLocked: boolean
  /** Hash, or null when the user has none yet. */
  password: string | null
  /** Whether they have signed in with a provider. */
  hasIdentity: boolean
}

const account = sql`
  select u.id as "userId", u.name, u.email, u.email_verified as "isEmailVerified", u.is_sys_admin as "isSysAdmin",
    u.locked_at is not null as "isLocked", a.password,
    exists (select from muster.auth_account o where o.user_id = u.id and o.provider_id <> 'credential')
      as "hasIdentity"
  from muster.app_user u
  left join muster.auth_account a on a.user_id = u.id and a.provider_id = 'credential'`

export function findAccount(executor: Executor, userId: string): Promise<AccountRow | undefined> {
  return one(executor, sql`${account} where u.id = ${userId}`)
}

export function findAccountByEmail(executor: Executor, email: string): Promise<AccountRow | undefined> {
  return one(executor, sql`${account} where u.email = ${email}`)
}

export async function hasPassword(executor: Executor, userId: string): Promise<boolean> {
  return Boolean((await findAccount(executor, userId))?.password)
}

/** Finds the user with this address, or creates one without a password. */
export async function findOrCreateUser(
  client: Transaction,
  user: { name: string; email: string },
): Promise<{ userId: string }> {
  const created = await one<{ userId: string }>(
    client,
    sql`insert into muster.app_user (name, email) values (${user.name}, ${user.email})
        on conflict (email) do nothing returning id as "userId"`,
  )
  if (created) return created
  return (await one(client, sql`select id as "userId" from muster.app_user where email = ${user.email}`))!
}

/** Sets or replaces the password, in the form the library stores. */
export async function setPassword(executor: Executor, userId: string, hash: string): Promise<void> {
  await run(
    executor,
    sql`insert into muster.auth_account (user_id, account_id, provider_id, password)
        values (${userId}, ${userId}, 'credential', ${hash})
        on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
  )
}

/** Marks the address as confirmed, because the user has opened our mail. */
export async function confirmUser(executor: Executor, userId: string, name: string | null): Promise<void> {
  await run(
    executor,
    sql`update muster.app_user set email_verified = true, name = coalesce(${name}, name), updated_at = now()
        where id = ${userId}`,
  )
}

export interface NewSession {
  userId: string
  token: string
  seconds: number
  ipAddress: string
  userAgent: string
}

export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  await run(
    executor,
    sql`insert into muster.auth_session (user_id, token, expires_at, ip_address, user_agent)
        values (${session.userId}, ${session.token}, now() + make_interval(secs => ${session.seconds}),
          ${session.ipAddress}, ${session.userAgent})`,
  )
}

export async function recordSignIn(executor: Executor, userId: string): Promise<void> {
  await run(executor, sql`update muster.app_user set last_sign_in_at = now() where id = ${userId}`)
}

/** Of a session that nobody has seen yet. */
export async function deleteSessionByToken(executor: Executor, token: string): Promise<void> {
  await run(executor, sql`delete from muster.auth_session where token = ${token}`)
}

/** Lets a new session last for so long. */
export async function setSessionLength(executor: Executor, token: string, seconds: number): Promise<void> {
  await run(
    executor,
    sql`update muster.auth_session set expires_at = now() + make_interval(secs => ${seconds}) where token = ${token}`,
  )
}

/** Shortens all sessions that last longer without use. */
export async function limitSessions(executor: Executor, seconds: number): Promise<void> {
  await run(
    executor,
    sql`update muster.auth_session set expires_at = updated_at + make_interval(secs => ${seconds})
        where expires_at > updated_at + make_interval(secs => ${seconds})`,
  )
}

/** Extends a remembered session, at most once a day. @returns its token if it was extended */
export async function extendSession(
  executor: Executor,
  sessionId: string,
  seconds: number,
): Promise<string | undefined> {
  const row = await one<{ token: string }>(
    executor,
    sql`update muster.auth_session set expires_at = now() + make_interval(secs => ${seconds}), updated_at = now()
        where id = ${sessionId} and updated_at < now() - interval '1 day'
          and expires_at - updated_at > interval '2 days' and expires_at > now()
        returning token`,
  )
  return row?.token
}

export interface SessionRow {
  id: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: string
  expiresAt: string
}

export function listSessions(executor: Executor, userId: string): Promise<SessionRow[]> {
  return rows(
    executor,
    sql`select id, nullif(user_agent, '') as "userAgent", nullif(ip_address, '') as "ipAddress",
          created_at as "createdAt", expires_at as "expiresAt"
        from muster.auth_session where user_id = ${userId} and expires_at > now()
        order by created_at desc, id`,
  )
}

/** @returns whether the user had such a session */
export async function deleteSession(executor: Executor, userId: string, sessionId: string): Promise<boolean> {
  return (
    (await run(
      executor,
      sql`delete from muster.auth_session where id = ${sessionId} and user_id = ${userId}`,
    )) > 0
  )
}

/** Ends the user's sessions except one. @returns how many */
export function deleteSessions(
  executor: Executor,
  userId: string,
  exceptSessionId: string | null,
): Promise<number> {
  return run(
    executor,
    sql`delete from muster.auth_session
        where user_id = ${userId} and id is distinct from ${exceptSessionId}`,
  )
}

/** Deletes expired sessions, links, throttle counts and idempotency keys. */
export async function deleteExpired(executor: Executor): Promise<void> {
  await run(executor, sql`delete from muster.auth_session where expires_at < now()`)
  await run(executor, sql`delete from muster.auth_verification where expires_at < now()`)
  await run(executor, sql`delete from muster.attempt where since < now() - interval '1 day'`)
  await run(executor, sql`delete from muster.idempotency_key where created_at < now() - interval '1 day'`)
}
