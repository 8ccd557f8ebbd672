/** SQL that finds, marks and ends API tokens. */
import type { ApiScope } from '@muster/contract/integrations/api-scopes'
import { type Executor, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

/** A token that may be used, with its user. Times in milliseconds since 1970. */
export interface LiveToken {
  id: number
  teamId: number
  scopes: ApiScope[]
  expiresAt: number | null
  lastUsedAt: number | null
  userId: string
  name: string
  email: string
  /** Whether the user is locked, and with them the token. */
  isLocked: boolean
}

/** Neither revoked nor expired, of an active user. */
export async function findLiveToken(executor: Executor, hash: Buffer): Promise<LiveToken | null> {
  const row = await one<
    Omit<LiveToken, 'expiresAt' | 'lastUsedAt'> & { expiresAt: string | null; lastUsedAt: string | null }
  >(
    executor,
    sql`select t.id, t.team_id as "teamId", t.scopes, t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
          u.id as "userId", u.name, u.email, u.locked_at is not null as "isLocked"
        from muster.api_token t join muster.team_user tu on tu.id = t.team_user_id
          join muster.app_user u on u.id = tu.user_id
        where t.hash = ${hash} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
          and tu.activated_at is not null and tu.deactivated_as_of is null`,
  )
  const msOf = (time: string | null) => (time === null ? null : Date.parse(time))
  return row ? { ...row, expiresAt: msOf(row.expiresAt), lastUsedAt: msOf(row.lastUsedAt) } : null
}

export async function recordTokenUse(executor: Executor, id: number): Promise<void> {
  await run(executor, sql`update muster.api_token set last_used_at = now() where id = ${id}`)
}

/** @returns the tokens that were still in use */
export function revokeTokensOf(
  client: Transaction,
  teamUserId: number,
): Promise<{ id: number; name: string }[]> {
  return rows(
    client,
    sql`update muster.api_token set revoked_at = now()
        where team_user_id = ${teamUserId} and revoked_at is null returning id, name`,
  )
}
