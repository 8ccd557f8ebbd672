/** SQL of API tokens as their owners and team admins see them. */
import type { ApiScope } from '@muster/contract/integrations/api-scopes'
import type { ApiToken } from '@muster/contract/integrations/integrations.api'
import { type Executor, one, rows, sql, type Transaction } from '../../platform/db.ts'

/** Tokens that are still in use come first. */
const maxListed = 500

const tokens = sql`
  select t.id, t.name, t.prefix, t.scopes, t.team_user_id as "teamUserId",
    trim(tu.first_name || ' ' || tu.last_name) as owner, t.created_at as "createdAt", t.expires_at as "expiresAt",
    t.last_used_at as "lastUsedAt", t.revoked_at as "revokedAt"
  from muster.api_token t join muster.team_user tu on tu.id = t.team_user_id`

/** @param teamUserId whose tokens; null for all of the team */
export function listTokens(
  executor: Executor,
  teamId: number,
  teamUserId: number | null,
): Promise<ApiToken[]> {
  return rows(
    executor,
    sql`${tokens} where t.team_id = ${teamId} and (${teamUserId}::bigint is null or t.team_user_id = ${teamUserId})
        order by t.revoked_at is not null, t.id desc limit ${maxListed}`,
  )
}

export function findToken(executor: Executor, teamId: number, id: number): Promise<ApiToken | undefined> {
  return one(executor, sql`${tokens} where t.team_id = ${teamId} and t.id = ${id}`)
}

export interface NewToken {
  name: string
  prefix: string
  hash: Buffer
  scopes: readonly ApiScope[]
  expiresInDays: number | null
}

export async function insertToken(
  client: Transaction,
  { teamId, teamUserId }: { teamId: number; teamUserId: number },
  { name, prefix, hash, scopes, expiresInDays }: NewToken,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.api_token (team_id, team_user_id, name, prefix, hash, scopes, expires_at)
        values (${teamId}, ${teamUserId}, ${name}, ${prefix}, ${hash}, ${scopes}::text[],
          now() + ${expiresInDays}::int * interval '1 day')
        returning id`,
  )
  return row!.id
}

/** @returns whether it was still in use, by its owner if one is given */
export async function revokeToken(
  client: Transaction,
  teamId: number,
  id: number,
  teamUserId: number | null,
): Promise<{ name: string } | undefined> {
  return one<{ name: string }>(
    client,
    sql`update muster.api_token set revoked_at = now()
        where team_id = ${teamId} and id = ${id} and revoked_at is null
          and (${teamUserId}::bigint is null or team_user_id = ${teamUserId})
        returning name`,
  )
}
