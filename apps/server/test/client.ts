/** Calls endpoints of the contract on an app in this process, as a user or without a session. */
import type { AnyEndpoint, Call, Endpoint, Response } from '@muster/contract/endpoint'
import type { Problem } from '@muster/contract/errors'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

export interface Answer<E extends Endpoint> {
  status: number
  /** The declared response for a status below 300, otherwise the problem. */
  body: Response<E>
  problem: Problem | undefined
  headers: LightMyRequestResponse['headers']
  raw: LightMyRequestResponse
}

/** A person with a session cookie, such as a user of `aTeam`, or a program with an API token. */
export type Caller = { cookie: string } | { token: string }

export interface Client {
  /** A client for another caller; without one, for a visitor. */
  as(caller?: Caller): Client
  /** Returns any response, including errors. */
  call<E extends Endpoint>(endpoint: E, ...call: CallOf<E>): Promise<Answer<E>>
  /** Returns the body of a successful response. @throws Error with the problem otherwise */
  ok<E extends Endpoint>(endpoint: E, ...call: CallOf<E>): Promise<Response<E>>
  /** Returns the problem of an unsuccessful response. @throws Error otherwise */
  refused<E extends Endpoint>(endpoint: E, ...call: CallOf<E>): Promise<Problem>
  /** Sends any request with this caller's cookie or token. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

type Extras = { headers?: Record<string, string>; remoteAddress?: string }
type CallOf<E extends Endpoint> =
  Record<string, never> extends Call<E> ? [call?: Call<E> & Extras] : [call: Call<E> & Extras]

interface AnyCall extends Extras {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function clientOf(app: FastifyInstance, caller?: Caller): Client {
  const credentials: Record<string, string> = !caller
    ? {}
    : 'token' in caller
      ? { authorization: `Bearer ${caller.token}` }
      : { cookie: caller.cookie }
  const client: Client = {
    as: (other) => clientOf(app, other),
    inject: (options) => app.inject({ ...options, headers: { ...credentials, ...options.headers } }),
    async call(endpoint, ...[given]) {
      const { params = {}, query, body, headers, remoteAddress } = (given ?? {}) as AnyCall
      const raw = await client.inject({
        method: endpoint.method,
        url: urlOf(endpoint, params, query),
        headers: headers ?? {},
        ...(body === undefined ? {} : { payload: body as object }),
        ...(remoteAddress ? { remoteAddress } : {}),
      })
      const isJson = String(raw.headers['content-type'] ?? '').includes('json')
      const json = isJson && raw.body !== '' ? JSON.parse(raw.body) : undefined
      const isOk = raw.statusCode < 300
      return {
        status: raw.statusCode,
        body: json,
        problem: isOk ? undefined : json,
        headers: raw.headers,
        raw,
      }
    },
    async ok(endpoint, ...call) {
      const { status, body, raw } = await client.call(endpoint, ...call)
      if (status < 300) return body
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${raw.body}`)
    },
    async refused(endpoint, ...call) {
      const { problem, raw } = await client.call(endpoint, ...call)
      if (problem) return problem
      throw new Error(`${endpoint.method} ${endpoint.path} was allowed: ${raw.statusCode} ${raw.body}`)
    },
  }
  return client
}

/** The endpoint's URL with parameters and query string. */
export function urlOf(
  endpoint: AnyEndpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return `/api${path}${search ? `?${search}` : ''}`
}
