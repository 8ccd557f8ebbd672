/** Turns every error into a problem+json response (RFC 9457), unknown errors without internals. */
import { AppError, type ErrorCode, type Problem } from '@muster/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { translateError } from '../errors.ts'
import { errorTitle } from '../texts.ts'
import { languageOf } from './language.ts'

/** Our codes for Fastify's errors. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_file',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
}

function knownError(error: unknown): AppError | undefined {
  const translated = translateError(error)
  if (translated instanceof AppError) return translated
  const { code, statusCode } = translated as FastifyError
  const ours = code ? fastifyCodes[code] : undefined
  if (ours) return new AppError(ours, { cause: error })
  if (statusCode === 429) return new AppError('rate_limited', { cause: error })
  if (statusCode === 400) return new AppError('bad_json', { cause: error })
  return undefined
}

export function toProblem(error: unknown, request: FastifyRequest): Problem {
  const app = knownError(error) ?? new AppError('internal')
  return {
    type: `urn:muster:error:${app.code}`,
    title: errorTitle(app.code, languageOf(request), app.params),
    status: app.status,
    code: app.code,
    requestId: request.id,
    ...(app.message !== app.code ? { detail: app.message } : {}),
    ...(app.errors.length > 0 ? { errors: [...app.errors] } : {}),
    ...(Object.keys(app.params).length > 0 ? { params: app.params } : {}),
  }
}

/** `Retry-After` of a response with status 503 that does not set it, in seconds. */
const retryAfter = 2

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem))
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request)
    // Fastify closes the connection when it stops reading a body, so the response may be lost: see
    // unread-body.ts.
    reply.removeHeader('connection')
    const line = { reqId: request.id, url: request.routeOptions.url }
    // While the database restarts, or too much is asked for, every request would log the same stack.
    if (problem.code === 'unavailable' || problem.code === 'busy') {
      // Who has left ends their own wait.
      if (!reply.raw.destroyed) request.log.warn({ ...line, reason: (error as Error).message }, problem.code)
    } else if (problem.status >= 500) request.log.error({ ...line, err: error }, 'request failed')
    return sendProblem(reply, problem)
  })
}
