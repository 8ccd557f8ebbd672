/** The context of a handler, by the access that its endpoint declares. */
import type { Access } from '@muster/contract/endpoint'
import type { ApiScope } from '@muster/contract/integrations/api-scopes'
import type { Language } from '@muster/contract/paging'
import type { DataPermission, TeamStanding } from '@muster/contract/roles/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface SessionUser {
  userId: string
  /** Of an API token: `token` and its id, which no session has. */
  sessionId: string
  name: string
  email: string
  isSysAdmin: boolean
  /** The team that this session sees as somebody else. */
  seesTeamId: number | null
  /** Present if the request came with an API token instead of a session. */
  token?: ApiTokenOf
}

/** The API token of a request. */
export interface ApiTokenOf {
  id: number
  /** The only team in which it may be used. */
  teamId: number
  scopes: readonly ApiScope[]
  /** Milliseconds since 1970; null if it does not expire. */
  expiresAt: number | null
}

/** The limits of an API token's access to records, beside those of its user's roles. */
export interface TokenScope {
  permissions: readonly DataPermission[]
  /** Root collections in the token's scope; null for all. */
  dataCollectionIds: readonly number[] | null
}

interface ActiveUser extends TeamStanding {
  teamId: number
  teamUserId: number
  /** The user's active roles, including the fixed Member role. */
  userRoleIds: readonly number[]
  /**
   * Whose permissions these are, while a team admin sees the team as somebody else; `teamUserId` remains the admin's. Such
   * a caller only reads.
   */
  seenAs?: { teamUserId: number | null; userRoleId: number | null; name: string; isMember: boolean }
}

/** An active user of a team, with a session. */
export interface TeamMember extends ActiveUser {
  kind: 'team_user'
}

/** A program with the API token of an active user. */
export interface TokenUser extends ActiveUser {
  kind: 'api_token'
  id: number
  scope: TokenScope
}

/** An active user of a team, or a program with their token. */
export type TeamUser = TeamMember | TokenUser

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
  /**
   * Set by handlers of downloads: whether a user may have what is being sent. It is called after changes of permissions,
   * and the download ends when it throws.
   */
  stillAllowed?: (teamUser: TeamUser) => Promise<unknown>
}

export type ContextOf<A extends Access> = A extends 'public'
  ? PublicContext
  : A extends 'signedIn' | 'sysAdmin'
    ? UserContext
    : TeamContext

/** Identifies the caller; both lookups use a cache that NOTIFY invalidates. */
export interface Authenticator {
  /** By API token or else by session. @throws AppError token_invalid */
  user(request: FastifyRequest): Promise<SessionUser | null>
  /** Null when the person is not an active user of the team, or the team does not exist. */
  teamUser(userId: string, teamId: number): Promise<TeamMember | null>
  /** A team admin with the permissions of those as whom their session sees the team; unchanged when that has ended. */
  seenAs(session: SessionUser, admin: TeamMember): Promise<TeamMember>
}
