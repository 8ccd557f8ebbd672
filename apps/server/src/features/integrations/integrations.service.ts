/** API tokens: created and revoked by their users, and revoked by team admins. */
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { ApiToken, integrationsApi } from '@muster/contract/integrations/integrations.api'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { newApiToken, sessionOfToken } from '../auth/public.ts'
import { findToken, insertToken, listTokens, revokeToken } from './integrations.repo.ts'
import { ownerFor } from './owner-for.ts'

type IntegrationDeps = Pick<Deps, 'pool' | 'live'>

export function tokensFor({ pool }: IntegrationDeps, user: TeamUser): Promise<ApiToken[]> {
  return listTokens(pool, user.teamId, ownerFor(user))
}

/** @returns the token itself as `secret`, which cannot be read again */
export function createToken(
  { pool }: IntegrationDeps,
  { teamId, teamUserId }: TeamUser,
  { name, scopes, expiresInDays }: Body<typeof integrationsApi.createToken>,
): Promise<{ apiToken: ApiToken; secret: string }> {
  const { secret, prefix, hash } = newApiToken()
  return transaction(pool, async (client) => {
    const own = { name, prefix, hash, scopes: [...new Set(scopes)], expiresInDays }
    const id = await insertToken(client, { teamId, teamUserId }, own)
    const apiToken = (await findToken(client, teamId, id))!
    const { expiresAt } = apiToken
    await audit(client, {
      teamId,
      subject: 'api_token',
      subjectId: id,
      name,
      action: 'created',
      after: { prefix, scopes: apiToken.scopes, expiresAt },
    })
    return { apiToken, secret }
  })
}

/** Its requests fail and its streams end at once. @throws AppError not_found */
export async function endToken({ pool, live }: IntegrationDeps, user: TeamUser, id: number): Promise<void> {
  const { teamId } = user
  await transaction(pool, async (client) => {
    const revoked = await revokeToken(client, teamId, id, ownerFor(user))
    if (!revoked) throw new AppError('not_found')
    await audit(client, {
      teamId,
      subject: 'api_token',
      subjectId: id,
      name: revoked.name,
      action: 'ended',
    })
  })
  await live.invalidate({ session: sessionOfToken(id) })
}
