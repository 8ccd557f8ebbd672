/** Fetches the picture at a web address, from public addresses only and within limits. */
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import type { WebPictureProblem } from '@muster/contract/files/pictures'
import { FairSlots } from '../../../platform/fair-slots.ts'
import { bareHost, isAllowedUrl, lookupPublic } from '../../../platform/public-addresses.ts'

const maxRedirects = 4

/** A host that has failed so often in a row is left alone for a while. */
const maxFailures = 3
const restMs = 30_000
const maxKnownHosts = 1_000

/** Why there is no picture at an address. */
export class NoPicture extends Error {
  readonly problem: WebPictureProblem
  constructor(problem: WebPictureProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface FetchLimits {
  maxBytes: number
  /** With all redirects, until the last byte; waiting for a turn does not count. */
  timeoutMs: number
  /** Hosts that may have private addresses. */
  allowedHosts: readonly string[]
}

/** Of all teams: nobody can use us to flood a site. */
const hosts = new FairSlots<string>({ total: 64, perKey: 4, maxWaiting: 500 })
const failing = new Map<string, { failures: number; until: number }>()

/**
 * Calls `take` with the bytes at an address.
 *
 * @throws NoPicture; errors of `take`; AppError busy when too many already wait for the host
 */
export async function fetchPicture<Result>(
  address: string,
  limits: FetchLimits,
  take: (bytes: Readable) => Promise<Result>,
): Promise<Result> {
  const deadline = new Deadline(limits.timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (!isAllowedUrl(url, limits.allowedHosts, ['https:', 'http:'])) throw new NoPicture('refused')
    const answer = await fromHost(url, limits, deadline, take)
    if ('result' in answer) return answer.result
    url = answer.next
  }
  throw new NoPicture('unreachable')
}

/** The time that is left. */
class Deadline {
  private left: number

  constructor(timeoutMs: number) {
    this.left = timeoutMs
  }

  /** @throws NoPicture unreachable when the time is over before the work is */
  async within<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const began = Date.now()
    const signal = AbortSignal.timeout(Math.max(1, this.left))
    try {
      return await work(signal)
    } catch (error) {
      throw signal.aborted ? new NoPicture('unreachable') : error
    } finally {
      this.left -= Date.now() - began
    }
  }
}

type Answered<Result> = { result: Result } | { next: string }

function fromHost<Result>(
  url: string,
  limits: FetchLimits,
  deadline: Deadline,
  take: (bytes: Readable) => Promise<Result>,
): Promise<Answered<Result>> {
  const { host } = new URL(url)
  return hosts.run(
    host,
    () => new AbortController().signal,
    async () => {
      const known = failing.get(host)
      if (known && known.failures >= maxFailures && known.until > Date.now()) {
        throw new NoPicture('unreachable')
      }
      try {
        const answer = await deadline.within((signal) => ask(url, limits, signal, take))
        failing.delete(host)
        return answer
      } catch (error) {
        if (error instanceof NoPicture && error.problem === 'unreachable') noteFailure(host)
        throw error
      }
    },
  )
}

function noteFailure(host: string): void {
  if (failing.size >= maxKnownHosts) failing.clear()
  const failures = (failing.get(host)?.failures ?? 0) + 1
  failing.set(host, { failures, until: Date.now() + restMs })
}

/** One request. No cookies and no referrer: the site learns only that we ask. */
function ask<Result>(
  url: string,
  { maxBytes, allowedHosts }: FetchLimits,
  signal: AbortSignal,
  take: (bytes: Readable) => Promise<Result>,
): Promise<Answered<Result>> {
  const isAnyAddress = allowedHosts.includes(bareHost(new URL(url).hostname))
  return new Promise((resolve, reject) => {
    const client = url.startsWith('https:') ? https : http
    const request = client.get(url, {
      agent: false,
      signal,
      headers: {
        accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/*;q=0.5',
        'accept-encoding': 'identity',
        'user-agent': 'Muster-Pictures/1',
      },
      ...(!isAnyAddress && { lookup: lookupPublic }),
    })
    request.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new NoPicture(code === 'EADDRESS' ? 'refused' : 'unreachable')),
    )
    request.on('response', (response) => {
      const finish = (): Answered<Result> | Promise<Answered<Result>> => {
        const { statusCode = 0, headers } = response
        if (statusCode >= 300 && statusCode < 400) {
          const next = URL.canParse(headers.location ?? '', url) && new URL(headers.location ?? '', url)
          if (!next) throw new NoPicture('unreachable')
          return { next: next.href }
        }
        const problem = problemOf(statusCode)
        if (problem) throw new NoPicture(problem)
        if (Number(headers['content-length'] ?? 0) > maxBytes) throw new NoPicture('too_large')
        return take(response).then((result) => ({ result }))
      }
      // Nothing more is read, of an answer without a picture and of one that is too large.
      Promise.resolve()
        .then(finish)
        .then(resolve, (error: NodeJS.ErrnoException) =>
          reject(brokenOff.has(error.code ?? '') ? new NoPicture('unreachable') : error),
        )
        .finally(() => response.destroy())
    })
  })
}

/** How a stream fails whose other end went away. */
const brokenOff = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'])

function problemOf(status: number): WebPictureProblem | null {
  if (status === 200) return null
  if (status === 404 || status === 410) return 'missing'
  // 429: too many requests.
  return status >= 400 && status < 500 && status !== 429 && status !== 408 ? 'denied' : 'unreachable'
}
