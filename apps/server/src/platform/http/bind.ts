/** Binds a feature's handlers to its endpoints: access, validation and answer come from the contract alone. */
import { defaultBodyLimit } from '@muster/contract/body-limits'
import type {
  AnyEndpoint,
  Api,
  Body,
  Endpoint,
  HookEndpoint,
  Params,
  Query,
  Response,
} from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { positionHeader } from '@muster/contract/events/position'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Requester, withRequester } from '../audit.ts'
import { requireDiskSpace } from '../disk-space.ts'
import { validationError } from '../errors.ts'
import type { Warnings } from '../warnings.ts'
import { type AdmissionDeps, admission, admitAgain } from './admission.ts'
import type { ContextOf, PublicContext, TeamContext } from './context.ts'
import { asBytes, type HookBody, hookBodyOf } from './hook-body.ts'
import { type Idempotency, idempotencyKeyOf } from './idempotency.ts'
import { checkText } from './json-body.ts'
import { compressed, encodingFor } from './json-compression.ts'
import type { OpenDownloads } from './open-downloads.ts'
import { ReadLimits } from './read-limits.ts'

/** JSON that PostgreSQL made, as text or as its bytes; it is passed through. */
export class RawJson {
  readonly json: string | Buffer
  constructor(json: string | Buffer) {
    this.json = json
  }

  parsed(): unknown {
    return JSON.parse(String(this.json))
  }
}

export interface Input<E extends AnyEndpoint> {
  params: Params<E>
  query: Query<E>
  body: E extends Endpoint ? Body<E> : HookBody
}

/** What a handler gives back: for a callback the text of its content type, or nothing for an empty 204. */
type AnswerOf<E extends AnyEndpoint> = E extends Endpoint
  ? Response<E> | RawJson
  : E extends HookEndpoint
    ? E['answers'] extends string
      ? string | undefined
      : undefined
    : never

/** `stream` and `events` handlers answer on `context.reply` themselves. */
export type Handler<E extends AnyEndpoint> = (
  input: Input<E>,
  context: ContextOf<E['access']>,
) => Promise<AnswerOf<E>>

export type Handlers<A extends Api> = { [Name in keyof A]: Handler<A[Name]> }

export interface BindDeps extends AdmissionDeps {
  idempotency: Idempotency
  warnings: Warnings
  /** Left out, all endpoints of the process share one. */
  readLimits?: ReadLimits
  /** Left out, downloads that have begun are not checked again. */
  downloads?: OpenDownloads
  /** Where in a team's live events a request is answered. */
  position(teamId: number): string
  /** Check answers against the contract: in tests and development. */
  checksResponses: boolean
}

/**
 * @throws Error at start when an endpoint has no access or no handler, or takes large bodies from anyone: nothing is
 * served, or missing, by accident
 */
export function bind<A extends Api>(
  app: FastifyInstance,
  deps: BindDeps,
  api: A,
  handlers: Handlers<A>,
): void {
  for (const [name, endpoint] of Object.entries<AnyEndpoint>(api)) {
    const handler = handlers[name] as unknown as AnyHandler | undefined
    checkDeclaration(endpoint, handler)
    const add = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        bodyLimit: endpoint.bodyLimit,
        config: {
          endpoint,
          ...(endpoint.rateLimit ? { rateLimit: { max: endpoint.rateLimit, timeWindow: '1 minute' } } : {}),
        },
        preParsing: admission(endpoint, deps),
        handler: (request, reply) =>
          withRequester(requesterOf(request), () => serve(endpoint, handler, deps, request, reply)),
      })
    if (endpoint.kind === 'upload') asStream(app, add)
    else if (endpoint.kind === 'hook') asBytes(app, add)
    else add(app)
  }
}

function checkDeclaration(
  { method, path, access, kind, bodyLimit }: AnyEndpoint,
  handler: AnyHandler | undefined,
): asserts handler {
  if (!access) throw new Error(`${method} ${path} declares no access`)
  if (!handler) throw new Error(`${method} ${path} has no handler`)
  if (access === 'public' && kind !== 'hook' && bodyLimit > defaultBodyLimit) {
    throw new Error(`${method} ${path} is public and accepts more than ${defaultBodyLimit} bytes`)
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
      // Before the body is read.
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed)
        throw new AppError('method_not_allowed')
      },
      handler: async () => {},
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
    endpoint?: AnyEndpoint
  }
}

function requesterOf({ admitted, ip }: FastifyRequest): Requester {
  const teamUserId = admitted && isOfTeam(admitted) ? admitted.teamUser.teamUserId : null
  return { userId: admitted?.user?.userId ?? null, teamUserId, network: ip }
}

function isOfTeam(context: PublicContext): context is TeamContext {
  return 'teamUser' in context
}

const processLimits = new ReadLimits()

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>

async function serve(
  endpoint: AnyEndpoint,
  handler: AnyHandler,
  deps: BindDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const context = request.admitted
  if (!context) throw new Error(`${endpoint.method} ${endpoint.path} is served without admission`)
  // Before anything is read: what changes meanwhile comes after it.
  if (isOfTeam(context)) reply.header(positionHeader, deps.position(context.teamUser.teamId))
  const input = {
    params: parse(endpoint.params, request.params, 'params'),
    query: parse(endpoint.query, request.query, 'query', endpoint.checksOwnText),
    body: bodyOf(endpoint, request),
  }
  if (writesData(endpoint)) requireDiskSpace(deps.warnings)
  if (endpoint.kind === 'hook') return sendText(reply, endpoint, await handler(input, context))
  const key = idempotencyKeyOf(endpoint, request, context.user)
  if (key) {
    const stored = await deps.idempotency.once(key, request, async () => {
      const answer = await handler(input, context)
      if (deps.checksResponses) checkResponse(endpoint, answer)
      return String(bodyOfAnswer(answer))
    })
    return send(request, reply, stored)
  }
  if (endpoint.kind === 'stream' && isOfTeam(context)) trackDownload(endpoint, context, deps)
  const { teamId } = (input.params ?? {}) as { teamId?: unknown }
  const { readLimits = processLimits } = deps
  const answer = await (typeof teamId === 'number'
    ? readLimits.run({ endpoint, teamId, reply }, () => handler(input, context))
    : handler(input, context))
  if (reply.sent || reply.raw.headersSent || endpoint.kind === 'stream' || endpoint.kind === 'events') {
    return reply
  }
  if (deps.checksResponses) checkResponse(endpoint, answer)
  return send(request, reply, bodyOfAnswer(answer))
}

function trackDownload(endpoint: Endpoint, context: TeamContext, deps: BindDeps): void {
  const { user, teamUser, reply } = context
  deps.downloads?.track({
    teamId: teamUser.teamId,
    userId: user.userId,
    sessionId: user.sessionId,
    reply,
    async check() {
      const current = await admitAgain(endpoint, context, deps.authenticator)
      if (isOfTeam(current)) await context.stillAllowed?.(current.teamUser)
    },
  })
}

/** Signing in and out goes on when nothing else may be written. */
function writesData({ isRead, changes }: AnyEndpoint): boolean {
  return !isRead && changes.some((subject) => subject !== 'session')
}

/** Bodies of uploads are streams, and are the handler's. */
function bodyOf(endpoint: AnyEndpoint, request: FastifyRequest): unknown {
  if (endpoint.kind === 'hook') return hookBodyOf(request)
  return endpoint.kind === 'json' ? parse(endpoint.body, request.body ?? undefined, '') : undefined
}

function bodyOfAnswer(answer: unknown): string | Buffer {
  return answer instanceof RawJson ? answer.json : answer === undefined ? '' : JSON.stringify(answer)
}

/** The answer of a callback. */
function sendText(reply: FastifyReply, { answers }: HookEndpoint, text: unknown): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (typeof text !== 'string' || answers === undefined) return reply.code(204).send()
  return reply.header('content-type', answers).send(text)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
): Promise<FastifyReply> {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (body.length === 0) return reply.code(204).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'], body.length)
  if (!encoding) return reply.send(body)
  return reply
    .header('content-encoding', encoding)
    .header('vary', 'accept-encoding')
    .send(await compressed(body, encoding))
}

function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  at: string,
  checksOwnText: readonly string[] = [],
): unknown {
  if (!schema) return undefined
  // That of a body was checked when it was read.
  if (at !== '') checkText(value, at, checksOwnText)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw validationError(result.error, at)
}

function checkResponse(endpoint: Endpoint, answer: unknown): void {
  const body = answer instanceof RawJson ? answer.parsed() : answer
  const result = endpoint.response?.safeParse(body)
  if (result && !result.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} answers what its contract does not say: ${result.error.message}`,
    )
  }
}
