/** One endpoint, told once: the server binds it, the client calls it, OpenAPI and the access test read it. */
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { FeaturePermission } from './roles/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: nobody in particular, a session, an active user of the team in `:teamId`, the holder of a
 * feature permission there (or of any of several; team admins pass always), a team admin, a system administrator.
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
  /** What a 200 carries; undefined answers 204. */
  readonly response: R
  readonly errors: readonly ErrorCode[]
  /** json (default); upload: the request body is the file itself; stream: the answer is a file; events: SSE. */
  readonly kind: 'json' | 'upload' | 'stream' | 'events'
  /** Requests allowed per minute and client address, where less than the general limit. */
  readonly rateLimit: number | undefined
  /** Pages of any origin may read the answer, which is the same for everybody: no cookie is looked at. */
  readonly isOpen: boolean
  /** Changes nothing: GETs, and the POSTs that only ask. Others take an `Idempotency-Key`. */
  readonly isRead: boolean
}

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
}

/** Declares an endpoint; what is left out is undefined, and `access` cannot be left out. */
export function endpoint<
  const A extends Access,
  P extends Optional = undefined,
  Q extends Optional = undefined,
  B extends Optional = undefined,
  R extends Optional = undefined,
>(e: EndpointInput<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
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
    isRead: e.isRead ?? e.method === 'GET',
  }
}

/** The endpoints of one feature, by the name of their handler. */
export type Api = Readonly<Record<string, Endpoint>>

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type Params<E extends Endpoint> = Out<E['params']>
export type Query<E extends Endpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
export type Response<E extends Endpoint> = Out<E['response']>

type Given<K extends string, S> = S extends Schema
  ? Record<string, never> extends In<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }
  : unknown

/** What a caller passes: `{ params, query, body }`, only the parts that the endpoint has. */
export type Call<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>
