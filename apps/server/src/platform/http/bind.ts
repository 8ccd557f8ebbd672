/** Binds a feature's handlers to its endpoints: access, validation and answer come from the contract alone. */
import type { Access, Api, Body, Endpoint, Params, Query, Response } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { hasPermission } from '@muster/contract/roles/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { validationError } from '../errors.ts'
import type { Authenticator, ContextOf, PublicContext } from './context.ts'
import type { Idempotency } from './idempotency.ts'
import { compressed, encodingFor } from './json-compression.ts'
import { languageOf } from './language.ts'

/** JSON that PostgreSQL made; its bytes are passed through. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface Input<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
}

/** `stream` and `events` handlers answer on `context.reply` themselves. */
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  context: ContextOf<E['access']>,
) => Promise<Response<E> | RawJson>

export type Handlers<A extends Api> = { [Name in keyof A]: Handler<A[Name]> }

export interface BindDeps {
  authenticator: Authenticator
  idempotency: Idempotency
  /** Check answers against the contract: in tests and development. */
  checksResponses: boolean
}

const bulkBodyLimit = 64 * 1024 * 1024

/** @throws Error at start when an endpoint has no access or no handler: nothing is served, or missing, by accident */
export function bind<A extends Api>(
  app: FastifyInstance,
  deps: BindDeps,
  api: A,
  handlers: Handlers<A>,
): void {
  for (const [name, endpoint] of Object.entries(api)) {
    if (!endpoint.access) throw new Error(`${endpoint.method} ${endpoint.path} declares no access`)
    const handler = handlers[name] as unknown as AnyHandler | undefined
    if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`)
    const add = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        ...(endpoint.kind === 'json' ? { bodyLimit: bulkBodyLimit } : {}),
        config: {
          endpoint,
          ...(endpoint.rateLimit ? { rateLimit: { max: endpoint.rateLimit, timeWindow: '1 minute' } } : {}),
        },
        handler: (request, reply) => serve(endpoint, handler, deps, request, reply),
      })
    if (endpoint.kind === 'upload') asStream(app, add)
    else add(app)
  }
}

/** A file is a stream whatever it says it is: text and JSON are not read into memory first. */
function asStream(app: FastifyInstance, add: (scope: FastifyInstance) => unknown): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    add(scope)
  })
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/**
 * After all features are bound: what the contract has and nobody serves stops the start, and a method that an address
 * does not have is told which it has.
 *
 * `app.ready()` fails with an error that names the endpoint that is not served.
 */
export function bindRest(app: FastifyInstance, features: Record<string, Api>): void {
  const endpoints = Object.values(features).flatMap((api) => Object.values(api))
  app.addHook('onReady', async () => {
    for (const { method, path } of endpoints) {
      const isServed = app.hasRoute({ method, url: `/api${path}` })
      if (!isServed) throw new Error(`${method} ${path} is served by no feature`)
    }
  })
  const known = new Map<string, Set<string>>()
  const open = new Set<string>()
  for (const { method, path, isOpen } of endpoints) {
    const url = `/api${path}`
    if (isOpen) open.add(url)
    known.set(url, (known.get(url) ?? new Set()).add(method))
  }
  for (const [url, own] of known) {
    if (open.has(url)) app.options(url, (_request, reply) => preflight(reply, own))
    const allowed = [...own, ...(own.has('GET') ? ['HEAD'] : [])].sort().join(', ')
    app.route({
      method: methods.filter((method) => !own.has(method)),
      url,
      handler: (_request, reply) => {
        reply.header('allow', allowed)
        throw new AppError('method_not_allowed')
      },
    })
  }
}

/** What browsers ask before a page of another origin sends JSON. */
function preflight(reply: FastifyReply, methods: ReadonlySet<string>): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', [...methods].sort().join(', '))
    .header('access-control-allow-headers', 'content-type, accept-language, if-none-match')
    .header('access-control-max-age', '86400')
    .send()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>

async function serve(
  endpoint: Endpoint,
  handler: AnyHandler,
  deps: BindDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const user = await deps.authenticator.user(request)
  const context: PublicContext = {
    user,
    requestId: request.id,
    language: languageOf(request),
    request,
    reply,
  }
  const allowed = await admit(endpoint.access, context, request, deps.authenticator)
  const input = {
    params: parse(endpoint.params, request.params, 'params'),
    query: parse(endpoint.query, request.query, 'query'),
    // Bodies of uploads are streams, and are the handler's.
    body: endpoint.kind === 'json' ? parse(endpoint.body, request.body ?? undefined, '') : undefined,
  }
  const key = request.headers['idempotency-key']
  if (!endpoint.isRead && endpoint.kind === 'json' && typeof key === 'string' && user) {
    const stored = await deps.idempotency.once(user.userId, key, request, async () =>
      textOf(await handler(input, allowed)),
    )
    return send(request, reply, stored)
  }
  const answer = await handler(input, allowed)
  if (reply.sent || reply.raw.headersSent || endpoint.kind === 'stream' || endpoint.kind === 'events') {
    return reply
  }
  if (deps.checksResponses) checkResponse(endpoint, answer)
  return send(request, reply, textOf(answer))
}

function textOf(answer: unknown): string {
  return answer instanceof RawJson ? answer.text : answer === undefined ? '' : JSON.stringify(answer)
}

async function send(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (text === '') return reply.code(204).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'], text.length)
  if (!encoding) return reply.send(text)
  return reply
    .header('content-encoding', encoding)
    .header('vary', 'accept-encoding')
    .send(await compressed(text, encoding))
}

/** Who may not enter a team does not learn that it exists; who lacks a permission in his team is told so. */
async function admit(
  access: Access,
  context: PublicContext,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<unknown> {
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

function parse(schema: z.ZodType | undefined, value: unknown, at: string): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw validationError(result.error, at)
}

function checkResponse(endpoint: Endpoint, answer: unknown): void {
  const body = answer instanceof RawJson ? JSON.parse(answer.text) : answer
  const result = endpoint.response?.safeParse(body)
  if (result && !result.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} answers what its contract does not say: ${result.error.message}`,
    )
  }
}
