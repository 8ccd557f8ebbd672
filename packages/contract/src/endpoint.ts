/** The declaration of an endpoint, shared by the server, the client, OpenAPI and the access test. */
import type { z } from 'zod'
import { defaultBodyLimit } from './body-limits.ts'
import type { ErrorCode } from './errors.ts'
import type { ApiScope } from './integrations/api-scopes.ts'
import type { FeaturePermission } from './roles/permissions.ts'
import type { Subject } from './subjects.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anyone (`public`), anyone signed in, an active user of the team in `:teamId`, a user with a feature
 * permission there (or with any of several; team admins always pass), a team admin, or a system administrator.
 */
export type Access =
  | 'public'
  | 'signedIn'
  | 'teamUser'
  | 'teamAdmin'
  | 'sysAdmin'
  | FeaturePermission
  | readonly FeaturePermission[]

type Schema = z.ZodType
type Optional = Schema | undefined

export interface Endpoint<
  P extends Optional = Optional,
  Q extends Optional = Optional,
  B extends Optional = Optional,
  R extends Optional = Optional,
  A extends Access = Access,
> {
  readonly method: Method
  /** Below `/api`, with `:name` parameters. */
  readonly path: `/${string}`
  readonly access: A
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Body of a 200; if undefined, the endpoint answers 204. */
  readonly response: R
  readonly errors: readonly ErrorCode[]
  /** json (default); upload: the request body is the file itself; stream: the response is a file; events: SSE. */
  readonly kind: 'json' | 'upload' | 'stream' | 'events'
  /** Requests per minute and client address, if stricter than the general limit. */
  readonly rateLimit: number | undefined
  /** Pages of any origin may read the response, which is the same for everybody: cookies are ignored. */
  readonly isOpen: boolean
  /** Changes nothing: all GETs, and POSTs that only query. Other endpoints take an `Idempotency-Key`. */
  readonly isRead: boolean
  /** A read that may go through all records of a collection: only a few run at a time for each team. */
  readonly isHeavy: boolean
  /** Bytes of JSON it accepts. Uploads are limited by their handlers. */
  readonly bodyLimit: number
  /** Whose `Idempotency-Key` counts: that of callers who are signed in, of anyone, or of nobody. */
  readonly idempotency: 'signedIn' | 'anyone' | 'nobody'
  /** The scope that an API token needs to call it; null if API tokens may not. */
  readonly apiScope: ApiScope | null
  /** Keys of the query or body whose handler itself cleans or reports text that cannot be stored. */
  readonly checksOwnText: readonly string[]
  /** What the response shows; empty for a write. */
  readonly reads: readonly Subject[]
  /** What a successful call changes; empty for a read. */
  readonly changes: readonly Subject[]
}

/** A read declares what it reads and a write what it changes; the list may be empty. */
type Effects =
  | { method: 'GET'; isRead?: true; reads: readonly Subject[]; changes?: never }
  | { isRead: true; reads: readonly Subject[]; changes?: never }
  | { method: Exclude<Method, 'GET'>; isRead?: false; changes: readonly Subject[]; reads?: never }

interface EndpointInput<
  P extends Optional,
  Q extends Optional,
  B extends Optional,
  R extends Optional,
  A extends Access,
> {
  method: Method
  path: `/${string}`
  access: A
  summary: string
  params?: P
  query?: Q
  body?: B
  response?: R
  errors?: readonly ErrorCode[]
  kind?: Endpoint['kind']
  rateLimit?: number
  isOpen?: boolean
  isRead?: boolean
  isHeavy?: boolean
  bodyLimit?: number
  idempotency?: Endpoint['idempotency']
  apiScope?: ApiScope | null
  checksOwnText?: readonly string[]
}

/** What is about people and their settings, or would lead around the scopes of a token. */
const personal: readonly Subject[] = [
  'feeds',
  'integrations',
  'permissions',
  'presence',
  'roles',
  'session',
  'sessions',
  'settings',
  'users',
]
/** What only people change, in the web app. */
const designed: readonly Subject[] = ['account', 'collections', 'teams', 'views']

/** API tokens may call what every active user of a team may, if it is about the team's data. */
function defaultScope({
  access,
  isRead,
  reads,
  changes,
}: Pick<Endpoint, 'access' | 'isRead' | 'reads' | 'changes'>): ApiScope | null {
  if (access !== 'teamUser') return null
  const has = (subject: Subject) => reads.includes(subject) || changes.includes(subject)
  if (personal.some(has)) return null
  if (isRead) return 'read'
  return designed.some(has) ? null : 'write'
}

/** Declares an endpoint. Omitted keys get their defaults; `access` is required. */
export function endpoint<
  const A extends Access,
  P extends Optional = undefined,
  Q extends Optional = undefined,
  B extends Optional = undefined,
  R extends Optional = undefined,
>(e: EndpointInput<P, Q, B, R, A> & Effects): Endpoint<P, Q, B, R, A> {
  const isRead = e.isRead ?? e.method === 'GET'
  const effects = { reads: e.reads ?? [], changes: e.changes ?? [] }
  return {
    method: e.method,
    path: e.path,
    access: e.access,
    summary: e.summary,
    params: e.params as P,
    query: e.query as Q,
    body: e.body as B,
    response: e.response as R,
    errors: e.errors ?? [],
    kind: e.kind ?? 'json',
    rateLimit: e.rateLimit,
    isOpen: e.isOpen ?? false,
    isRead,
    isHeavy: e.isHeavy ?? false,
    bodyLimit: e.bodyLimit ?? defaultBodyLimit,
    idempotency: e.idempotency ?? 'signedIn',
    apiScope: e.apiScope === undefined ? defaultScope({ access: e.access, isRead, ...effects }) : e.apiScope,
    checksOwnText: e.checksOwnText ?? [],
    ...effects,
  }
}

/**
 * A callback for another service: the handler gets the raw bytes and checks the service's signature over them itself.
 * Not an `Endpoint`, so that the web client cannot call it.
 */
export interface HookEndpoint<
  P extends Optional = Optional,
  Q extends Optional = Optional,
  T extends string | undefined = string | undefined,
> extends Omit<Endpoint<P, Q, undefined, undefined, 'public'>, 'kind'> {
  readonly kind: 'hook'
  /** Content type of the response; if undefined, it is a 204. */
  readonly answers: T
}

export type AnyEndpoint = Endpoint | HookEndpoint

/** Declares a callback: a public POST, since other services do not sign in. */
export function hook<
  P extends Optional = undefined,
  Q extends Optional = undefined,
  const T extends string | undefined = undefined,
>(
  e: Omit<
    EndpointInput<P, Q, undefined, undefined, 'public'>,
    | 'method'
    | 'access'
    | 'body'
    | 'response'
    | 'kind'
    | 'isOpen'
    | 'isRead'
    | 'idempotency'
    | 'apiScope'
    | 'checksOwnText'
  > & { answers?: T },
): HookEndpoint<P, Q, T> {
  const declared = endpoint<'public', P, Q>({ ...e, method: 'POST', access: 'public', changes: [] })
  return { ...declared, kind: 'hook', answers: e.answers as T }
}

/** The endpoints of one feature, by handler name. */
export type Api = Readonly<Record<string, AnyEndpoint>>

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type Params<E extends AnyEndpoint> = Out<E['params']>
export type Query<E extends AnyEndpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
export type Response<E extends Endpoint> = Out<E['response']>

type CallPart<K extends string, S> = S extends Schema
  ? Record<string, never> extends In<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }
  : unknown

/** Arguments of a call: `{ params, query, body }`, only the parts that the endpoint has. */
export type Call<E extends Endpoint> = CallPart<'params', E['params']> &
  CallPart<'query', E['query']> &
  CallPart<'body', E['body']>
