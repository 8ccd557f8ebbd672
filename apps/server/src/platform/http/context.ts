/** What a handler knows of its caller, by the access its endpoint declares. */
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
  /** Active roles of the user, the fixed Member role among them. */
  userRoleIds: readonly number[]
}

export interface PublicContext {
  user: SessionUser | null
  requestId: string
  /** Best of Accept-Language among ours. */
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}
export interface UserContext extends PublicContext {
  user: SessionUser
  /**
   * The caller's standing in a team that is not in the path, where the spec has it in the query.
   * @throws AppError not_found when they are no active user of it
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

/** How the server learns who calls; both answers come from a cache that NOTIFY clears. */
export interface Authenticator {
  user(request: FastifyRequest): Promise<SessionUser | null>
  /** Null when the user is no active user of the team, or there is no such team. */
  teamUser(userId: string, teamId: number): Promise<TeamUser | null>
}
