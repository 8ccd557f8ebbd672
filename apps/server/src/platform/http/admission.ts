/**
 * Checks access and the length of the body in a hook that runs before the body is read, so that rejecting a
 * request costs a lookup and no parsing.
 */
import { largeBodyLimit } from '@muster/contract/body-limits'
import type { Access, AnyEndpoint } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { hasPermission } from '@muster/contract/roles/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BodyBudget } from './body-budget.ts'
import type { Authenticator, PublicContext } from './context.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { languageOf } from './language.ts'

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

/** A `preParsing` hook. The rate limit runs before it, in `onRequest`, because it is cheaper. */
export function admission(
  endpoint: AnyEndpoint,
  { authenticator, bodyBudget = processBudget }: AdmissionDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const user = await authenticator.user(request)
    const language = languageOf(request)
    const context: PublicContext = { user, requestId: request.id, language, request, reply }
    request.admitted = await admit(endpoint.access, context, request, authenticator)
    idempotencyKeyOf(endpoint, request, user)
    if (endpoint.kind !== 'upload') await admitBody(endpoint.bodyLimit, bodyBudget, request, reply)
  }
}

/** Callers outside the team get `not_found`, members without the permission `access_denied`. */
async function admit(
  access: Access,
  context: PublicContext,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<PublicContext> {
  if (access === 'public') return context
  const { user } = context
  if (!user) throw new AppError('not_signed_in')
  const teamUserOf = async (teamId: number) => {
    const teamUser = await authenticator.teamUser(user.userId, teamId)
    if (!teamUser) throw new AppError('not_found')
    return teamUser
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
