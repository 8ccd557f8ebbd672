/**
 * Checks access and the length of the body in a hook that runs before the body is read, so that rejecting a
 * request costs a lookup and no parsing.
 */
import { largeBodyLimit } from '@muster/contract/body-limits'
import type { AnyEndpoint } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { dataPermissionsIn, includesScope } from '@muster/contract/integrations/api-scopes'
import { hasPermission } from '@muster/contract/roles/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BodyBudget } from './body-budget.ts'
import type { ApiTokenOf, Authenticator, PublicContext, SessionUser, TeamUser } from './context.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { languageOf } from './language.ts'
import { Turns } from './turns.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The handler's context; null until access has been granted. */
    admitted: PublicContext | null
  }
}

export interface AdmissionDeps {
  authenticator: Authenticator
  /** Default: one budget that all endpoints of the process share. */
  bodyBudget?: BodyBudget
}

/** Enough for two bodies of the largest size at a time. */
const processBudget = new BodyBudget({ bytes: 128 * 1024 * 1024, waitMs: 30_000 })

/** Of requests that anyone can send. */
const turns = new Turns(2)

/** A `preParsing` hook. The rate limit runs before it, in `onRequest`, because it is cheaper. */
export function admission(
  endpoint: AnyEndpoint,
  { authenticator, bodyBudget = processBudget }: AdmissionDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const isOpenToAll = endpoint.access === 'public' && !endpoint.isRead
  return async (request, reply) => {
    if (isOpenToAll) await turns.begin()
    const user = await authenticator.user(request)
    const language = languageOf(request)
    const context: PublicContext = { user, requestId: request.id, language, request, reply }
    request.admitted = await admit(endpoint, context, request, authenticator)
    idempotencyKeyOf(endpoint, request, request.admitted.user)
    if (endpoint.kind !== 'upload') await admitBody(endpoint.bodyLimit, bodyBudget, request, reply)
  }
}

/**
 * The context with current permissions.
 * @throws AppError when the caller would be rejected now
 */
export async function admitAgain(
  endpoint: AnyEndpoint,
  { requestId, language, request, reply }: PublicContext,
  authenticator: Authenticator,
): Promise<PublicContext> {
  const user = await authenticator.user(request)
  return admit(endpoint, { user, requestId, language, request, reply }, request, authenticator)
}

/** Callers outside the team get `not_found`, members without the permission `access_denied`. */
async function admit(
  endpoint: AnyEndpoint,
  context: PublicContext,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<PublicContext> {
  const { access } = endpoint
  // The answer may depend on a session, but not on a token.
  if (access === 'public') return context.user?.token ? { ...context, user: null } : context
  const { user } = context
  if (!user) throw new AppError('not_signed_in')
  if (user.token) checkScope(endpoint, user.token)
  const teamUserOf = async (teamId: number): Promise<TeamUser> => {
    if (user.token) return tokenUser(user, user.token, teamId, authenticator)
    const teamUser = await authenticator.teamUser(user.userId, teamId)
    if (!teamUser) throw new AppError('not_found')
    if (user.seesTeamId !== teamId || !teamUser.isTeamAdmin) return teamUser
    const seen = await authenticator.seenAs(user, teamUser)
    if (seen.seenAs && !isPersonal(endpoint)) throw new AppError('seeing_as')
    return seen
  }
  Object.assign(context, { teamUserOf })
  if (access === 'signedIn') return context
  if (access === 'sysAdmin') {
    if (!user.isSysAdmin) throw new AppError('access_denied')
    return context
  }
  const { teamId } = request.params as { teamId?: string }
  const id = Number(teamId)
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('not_found')
  const teamUser = await teamUserOf(id)
  const isAllowed =
    access === 'teamUser' || (access === 'teamAdmin' ? teamUser.isTeamAdmin : hasPermission(teamUser, access))
  if (!isAllowed) throw new AppError('access_denied')
  return Object.assign(context, { teamUser })
}

/** @throws AppError token_not_allowed */
function checkScope({ apiScope }: AnyEndpoint, { scopes }: ApiTokenOf): void {
  if (apiScope === null) {
    throw new AppError('token_not_allowed', { detail: 'API tokens may not call this endpoint.' })
  }
  if (!includesScope(scopes, apiScope)) {
    throw new AppError('token_not_allowed', { detail: `The API token needs the scope ${apiScope}.` })
  }
}

/**
 * The user of a token in its team, limited by its scopes.
 *
 * @throws AppError not_found for any other team, token_invalid when the user is no longer active, token_not_allowed when
 * they may no longer use tokens
 */
async function tokenUser(
  { userId }: SessionUser,
  { id, teamId, scopes }: ApiTokenOf,
  requested: number,
  authenticator: Authenticator,
): Promise<TeamUser> {
  if (requested !== teamId) throw new AppError('not_found')
  const user = await authenticator.teamUser(userId, teamId)
  if (!user) throw new AppError('token_invalid')
  if (!hasPermission(user, 'integrations_zapier')) {
    throw new AppError('token_not_allowed', { detail: 'The user of the API token may not use tokens.' })
  }
  const scope = { permissions: dataPermissionsIn(scopes), dataCollectionIds: null }
  return { ...user, kind: 'api_token', id, scope }
}

/** Whether it changes nothing, or only how the screens of the caller look. */
function isPersonal({ isRead, changes }: AnyEndpoint): boolean {
  return isRead || changes.every((subject) => subject === 'settings' || subject === 'session')
}

/** A body without a length counts as `limit` bytes: reading stops there. */
async function admitBody(
  limit: number,
  budget: BodyBudget,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const bytes = length === undefined ? (encoding === undefined ? 0 : limit) : Number(length)
  if (bytes > limit) throw new AppError('payload_too_large', { params: { max: limit } })
  if (bytes > largeBodyLimit) await budget.reserve(bytes, request, reply)
}
