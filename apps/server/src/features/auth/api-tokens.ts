/** API tokens: made of random bytes, stored as a hash, found by it, and counted as a session of their own. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import { apiTokenPrefix } from '@muster/contract/integrations/api-scopes'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/db.ts'
import { ExpiringCache } from '../../platform/expiring-cache.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import { findLiveToken, type LiveToken, recordTokenUse, revokeTokensOf } from './api-tokens.repo.ts'

/** The last use of a token is written at most this often. */
const useIntervalMs = 60_000
/** Invalidations clear the cache at once; this limits the effect of one that is lost. */
const ttlMs = 30_000
const maxTokens = 20_000
/** Characters after `mst_` that remain readable in lists. */
const shownLength = 6

/** A new token: `secret` is what its user gets, the rest is stored. */
export function newApiToken(): { secret: string; prefix: string; hash: Buffer } {
  const secret = `${apiTokenPrefix}${crypto.randomBytes(32).toString('base64url')}`
  return { secret, prefix: secret.slice(0, apiTokenPrefix.length + shownLength), hash: hashOfToken(secret) }
}

/** A fast hash suffices for 256 random bits. */
function hashOfToken(secret: string): Buffer {
  return crypto.createHash('sha256').update(secret).digest()
}

/** What stands for the session of a token in invalidations and open streams. */
export function sessionOfToken(id: number): string {
  return `token ${id}`
}

/** Revokes all tokens of a user who is deactivated: they must not come back with the user. */
export async function endTokensOf(client: Transaction, teamId: number, teamUserId: number): Promise<void> {
  for (const { id, name } of await revokeTokensOf(client, teamUserId)) {
    await audit(client, { teamId, subject: 'api_token', subjectId: id, name, action: 'ended' })
  }
}

/**
 * Finds the users of tokens, by a cache that invalidations clear.
 *
 * @returns a function that throws AppError token_invalid for what is unknown, expired or revoked
 */
export function tokenReader({ pool, live }: Pick<Deps, 'pool' | 'live'>) {
  const tokens = new ExpiringCache<LiveToken | null>({ ttlMs, maxEntries: maxTokens })
  live.onInvalidation(
    (what) => {
      if ('session' in what)
        tokens.forget((token) => token !== null && sessionOfToken(token.id) === what.session)
      else if ('user' in what) tokens.forget((token) => token?.userId === what.user)
      else if ('team' in what) tokens.forget((token) => token?.teamId === what.team)
    },
    () => tokens.clear(),
  )
  return async (secret: string): Promise<SessionUser> => {
    const hash = hashOfToken(secret)
    const token = await tokens.get(hash.toString('base64'), () => findLiveToken(pool, hash))
    const now = Date.now()
    if (!token || token.isLocked || (token.expiresAt !== null && token.expiresAt <= now))
      throw new AppError('token_invalid')
    if (token.lastUsedAt === null || now - token.lastUsedAt >= useIntervalMs) {
      token.lastUsedAt = now
      await recordTokenUse(pool, token.id)
    }
    const { id, teamId, scopes, expiresAt, userId, name, email } = token
    return {
      userId,
      sessionId: sessionOfToken(id),
      name,
      email,
      // Tokens are for the data of one team, also those of system administrators.
      isSysAdmin: false,
      seesTeamId: null,
      token: { id, teamId, scopes, expiresAt },
    }
  }
}
