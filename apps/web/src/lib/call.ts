/**
 * Calls of the HTTP API, typed by the contract. `api.ts` has the hooks over them.
 *
 *   const team = await call(api.teams.get, { params: { teamId } })
 *
 * Failures are `ApiError` (spec section 7: every status of 300 and above) or `RequestCanceledError`.
 */
import type { Call, Endpoint, Response as ResponseOf } from '@muster/contract/endpoint'
import type { ErrorCode, FieldError, Problem } from '@muster/contract/errors'
import { positionHeader } from '@muster/contract/events/position'
import { requireEndpoint } from './known-endpoints.ts'
import { hasSentAnswers, takeSentAnswer } from './sent-answers.ts'

/** Codes of the server's catalogue, and two of our own: no answer at all, and an answer that is no problem document. */
export type ApiErrorCode = ErrorCode | 'offline' | 'unexpected'

/** An answer of status 300 or above, or none. `errors` has one entry per bad value of the request. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly problem: Problem | null

  constructor(status: number, code: ApiErrorCode, problem: Problem | null = null) {
    super(problem?.detail ?? problem?.title ?? code)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.problem = problem
  }

  get errors(): readonly FieldError[] {
    return this.problem?.errors ?? []
  }

  get params(): Record<string, unknown> {
    return this.problem?.params ?? {}
  }
}

/** Spec section 7: a cancelled request. Nothing to show: the caller cancelled it. */
export class RequestCanceledError extends Error {
  constructor() {
    super('Request is canceled by user')
    this.name = 'RequestCanceledError'
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Same key, same effect: pass one to make a repeated write safe. Default: a new one per POST. */
  idempotencyKey?: string
  /** Further headers, e.g. the key of a visitor's run. */
  headers?: Readonly<Record<string, string>>
  /** Arrives although the page is left meanwhile; for bodies of less than 64 kB. */
  keepalive?: boolean
}

/** The parts of a call; loosely typed inside, strictly at the exported functions below. */
export interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export type Args<E extends Endpoint> =
  Record<string, never> extends Call<E> ? [args?: Call<E>] : [args: Call<E>]

/** The address of an endpoint, for links to files and for event sources. */
export function urlOf<E extends Endpoint>(endpoint: E, args?: Call<E>): string {
  const { params = {}, query = {} } = (args ?? {}) as Parts
  const path = requireEndpoint(endpoint).path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null)
      throw new Error(`Missing parameter ${name} of ${endpoint.path}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Calls an endpoint. FormData, File and Blob bodies go as they are, anything else as JSON. */
export async function call<E extends Endpoint>(
  endpoint: E,
  args?: Call<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const { method } = requireEndpoint(endpoint)
  if (!isSent(endpoint)) throw new RequestCanceledError()
  const { body } = (args ?? {}) as Parts
  const headers = new Headers({ ...options.headers, accept: 'application/json' })
  if (method === 'POST' || options.idempotencyKey) {
    headers.set('idempotency-key', options.idempotencyKey ?? newKey())
  }
  const isRaw = body instanceof FormData || body instanceof Blob
  if (body !== undefined && !isRaw) headers.set('content-type', 'application/json')
  if (body instanceof Blob) headers.set('content-type', body.type || 'application/octet-stream')

  const signal = method === 'GET' ? anyOf(reads.signal, options.signal) : options.signal
  const answer = ask(urlOf(endpoint, args), {
    method,
    headers,
    body: body === undefined ? undefined : isRaw ? body : JSON.stringify(body),
    credentials: 'same-origin',
    signal,
    keepalive: options.keepalive ?? false,
  })
  if (method !== 'GET') keepUntilDone(answer)
  const { status, text } = await answer
  return read(status, text) as ResponseOf<E>
}

const teamAddress = /^\/api\/teams\/(\d+)[/?]/
const firstPositions = new Map<number, string>()

/** Keeps where in a team's events its first answer was read. */
function notePosition(url: string, position: string | null): void {
  const teamId = Number(teamAddress.exec(url)?.[1])
  if (teamId && position && !firstPositions.has(teamId)) firstPositions.set(teamId, position)
}

/** Where in a team's events the first answer shown was read; undefined before there is one. */
export function firstPosition(teamId: number): string | undefined {
  return firstPositions.get(teamId)
}

async function ask(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const sent = init.method === 'GET' ? takeSent(url) : null
  if (sent !== null) return { status: 200, text: sent }
  try {
    const response = await fetch(url, init)
    notePosition(url, response.headers.get(positionHeader))
    return { status: response.status, text: await response.text() }
  } catch {
    if (init.signal?.aborted) throw new RequestCanceledError()
    throw new ApiError(0, 'offline')
  }
}

function takeSent(url: string): string | null {
  const sent = takeSentAnswer(url)
  if (!sent) return null
  notePosition(url, sent.position)
  return sent.text
}

/** What `call` would return, if it came with the page: so that the first drawing has it. Each answer is taken once. */
export function takeAnswer<E extends Endpoint>(endpoint: E, args?: Call<E>): ResponseOf<E> | undefined {
  if (requireEndpoint(endpoint).method !== 'GET' || !isSent(endpoint) || !hasSentAnswers()) return undefined
  const text = takeSent(urlOf(endpoint, args))
  return text === null ? undefined : (read(200, text) as ResponseOf<E>)
}

const anyOf = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([one, other]) : one

/** Reads in flight, to be cancelled together; writes in flight, to be waited for. */
let reads = new AbortController()
const writes = new Set<Promise<unknown>>()

function keepUntilDone(answer: Promise<unknown>): void {
  writes.add(answer)
  const forget = () => writes.delete(answer)
  answer.then(forget, forget)
}

/** False from the end of a session until the next begins. */
let isSessionOpen = true

const isSent = (endpoint: Endpoint): boolean => isSessionOpen || endpoint.access === 'public'

/** After a session has ended: calls that need one are cancelled, as the server would refuse them. */
export function closeCalls(): void {
  isSessionOpen = false
}

/** When a session begins: all calls are sent again. */
export function openCalls(): void {
  isSessionOpen = true
}

/**
 * Before a session ends: closes calls, cancels all reads, whose answers are no longer needed, and lets writes arrive,
 * because they would be refused afterwards. Gives up on a write after `timeoutMs`.
 */
export async function settleCalls(timeoutMs: number): Promise<void> {
  closeCalls()
  reads.abort()
  reads = new AbortController()
  if (writes.size === 0) return
  await Promise.race([Promise.allSettled(writes), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}

export interface UploadOptions extends CallOptions {
  /** Sent and total bytes during an upload. */
  onProgress?: (sent: number, total: number) => void
}

/** Sends a file as the request body of an endpoint of kind `upload`, reporting progress. */
export function upload<E extends Endpoint>(
  endpoint: E,
  args: Call<E>,
  file: Blob,
  options: UploadOptions = {},
): Promise<ResponseOf<E>> {
  if (!isSent(endpoint)) return Promise.reject(new RequestCanceledError())
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(requireEndpoint(endpoint).method, urlOf(endpoint, args))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    if (endpoint.method === 'POST') {
      request.setRequestHeader('idempotency-key', options.idempotencyKey ?? newKey())
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => options.onProgress?.(event.loaded, event.total)
    request.onerror = () => reject(new ApiError(0, 'offline'))
    request.onabort = () => reject(new RequestCanceledError())
    request.onload = () => {
      try {
        resolve(read(request.status, request.responseText) as ResponseOf<E>)
      } catch (error) {
        reject(error)
      }
    }
    if (options.signal?.aborted) return reject(new RequestCanceledError())
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

type Listener = () => void
const unauthenticatedListeners = new Set<Listener>()

/** Subscribes to answers that find no valid session. @returns the unsubscribe function */
export function onUnauthenticated(listener: Listener): () => void {
  unauthenticatedListeners.add(listener)
  return () => unauthenticatedListeners.delete(listener)
}

function read(status: number, text: string): unknown {
  let json: unknown
  try {
    json = text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new ApiError(status, 'unexpected')
  }
  if (status < 300) return json
  const problem = isProblem(json) ? json : null
  if (problem?.code === 'not_signed_in') for (const listener of unauthenticatedListeners) listener()
  throw new ApiError(status, problem?.code ?? 'unexpected', problem)
}

function isProblem(json: unknown): json is Problem {
  return typeof json === 'object' && json !== null && 'code' in json && typeof json.code === 'string'
}

/** `crypto.randomUUID` exists only on https and localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
