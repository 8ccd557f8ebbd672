/** Identifies callers and their membership of a team, cached for some seconds to avoid queries. */

import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../engine/public.ts'
import type { Executor } from '../../platform/db.ts'
import { ExpiringCache } from '../../platform/expiring-cache.ts'
import { bearerTokenOf } from '../../platform/http/bearer.ts'
import type { Authenticator, SessionUser, TeamMember } from '../../platform/http/context.ts'
import type { Invalidation } from '../../platform/live.ts'
import { tokenReader } from './api-tokens.ts'
import { findSession, findTeamUser, findUserId, type LiveSession } from './authenticator.repo.ts'
import { findSeenStanding, type SeenStanding } from './see-as.repo.ts'
import { sessionCookieName, verifySession } from './session-cookie.ts'

/** Invalidations clear the caches at once; this limits the effect of one that is lost. */
const ttlMs = 30_000
const maxSessions = 20_000
const maxTeamUsers = 50_000

/** One per server: it listens to `deps.live` for invalidations. */
export function authenticatorOf(deps: Pick<Deps, 'config' | 'pool' | 'live'>): Authenticator {
  const { config, pool, live } = deps
  const cookieName = sessionCookieName(config)
  const sessions = new ExpiringCache<LiveSession | null>({ ttlMs, maxEntries: maxSessions })
  const teamUsers = new ExpiringCache<{ userId: string; teamId: number; teamUser: TeamMember | null }>({
    ttlMs,
    maxEntries: maxTeamUsers,
  })
  const seen = new ExpiringCache<{ sessionId: string; teamId: number; standing: SeenStanding | undefined }>({
    ttlMs,
    maxEntries: maxTeamUsers,
  })

  const userOfToken = tokenReader(deps)

  /** Session tokens by cookie with a valid signature, which stays valid whatever happens to the session. */
  const tokens = new Map<string, string>()

  live.onInvalidation(
    (what: Invalidation) => {
      if ('session' in what) {
        sessions.forget((session) => session?.user.sessionId === what.session)
        seen.forget((entry) => entry.sessionId === what.session)
      } else if ('user' in what) {
        sessions.forget((session) => session?.user.userId === what.user)
        teamUsers.forget((entry) => entry.userId === what.user)
        // Whom they saw, or who saw them, is not known here.
        seen.clear()
      } else if (!('models' in what)) {
        const teamId = 'team' in what ? what.team : what.model
        teamUsers.forget((entry) => entry.teamId === teamId)
        seen.forget((entry) => entry.teamId === teamId)
      }
    },
    () => {
      sessions.clear()
      teamUsers.clear()
      seen.clear()
    },
  )

  return {
    async user(request: FastifyRequest): Promise<SessionUser | null> {
      const bearer = bearerTokenOf(request)
      if (bearer !== null) return userOfToken(bearer)
      const cookie = request.cookies[cookieName]
      if (!cookie) return null
      // Checked before the cache lookup, so that only tokens we issued take up cache entries.
      const token = tokens.get(cookie) ?? verifySession(cookie, config)
      if (!token) return null
      remember(tokens, cookie, token)
      const session = await sessions.get(token, () => findSession(pool, token))
      return session && session.expiresAt > Date.now() ? session.user : null
    },
    async teamUser(userId, teamId) {
      const entry = await teamUsers.get(`${teamId} ${userId}`, async () => ({
        userId,
        teamId,
        teamUser: await findTeamUser(pool, userId, teamId),
      }))
      return entry.teamUser
    },
    async seenAs({ sessionId }, admin) {
      const { teamId } = admin
      const { standing } = await seen.get(`${teamId} ${sessionId}`, async () => ({
        sessionId,
        teamId,
        standing: await findSeenStanding(pool, sessionId, teamId),
      }))
      return standing ? { ...admin, ...standing } : admin
    },
  }
}

/** The caller for a job that runs on a user's behalf; null if they are no longer active in the team. */
export async function callerOf(
  executor: Executor,
  teamId: number,
  teamUserId: number,
): Promise<TeamMember | null> {
  const userId = await findUserId(executor, teamId, teamUserId)
  return userId === null ? null : findTeamUser(executor, userId, teamId)
}

function remember(tokens: Map<string, string>, cookie: string, token: string): void {
  if (tokens.has(cookie)) return
  if (tokens.size >= maxSessions) tokens.clear()
  tokens.set(cookie, token)
}
