/** The context of a handler, by the access that its endpoint declares. */
import type { Access } from '@muster/contract/endpoint'
import type { Language } from '@muster/contract/paging'
import type { TeamStanding } from '@muster/contract/roles/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface SessionUser {
  userId: string
  sessionId: string
  name: string
  email: string
  isSysAdmin: boolean
}

/** An active user of a team. */
export interface TeamUser extends TeamStanding {
  kind: 'team_user'
  teamId: number
  teamUserId: number
  /** The user's active roles, including the fixed Member role. */
  userRoleIds: readonly number[]
}

export interface PublicContext {
  user: SessionUser | null
  requestId: string
  /** The best supported language of Accept-Language. */
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}
export interface UserContext extends PublicContext {
  user: SessionUser
  /**
   * The caller's team user, for endpoints that have the team in the query instead of the path.
   * @throws AppError not_found when they are not an active user of the team
   */
  teamUserOf(teamId: number): Promise<TeamUser>
}
export interface TeamContext extends UserContext {
  teamUser: TeamUser
}

export type ContextOf<A extends Access> = A extends 'public'
  ? PublicContext
  : A extends 'signedIn' | 'sysAdmin'
    ? UserContext
    : TeamContext

/** Identifies the caller; both lookups use a cache that NOTIFY invalidates. */
export interface Authenticator {
  user(request: FastifyRequest): Promise<SessionUser | null>
  /** Null when the person is not an active user of the team, or the team does not exist. */
  teamUser(userId: string, teamId: number): Promise<TeamUser | null>
}
