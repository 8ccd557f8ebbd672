/** Sends one signed request (Standard Webhooks), to public addresses only. */
import http from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import { bareHost, isAllowedUrl, lookupPublic } from '../../platform/public-addresses.ts'

const timeoutMs = 10_000
/** A longer response is not read to its end. */
const maxResponseBytes = 64 * 1024

export interface SignedRequest {
  url: string
  secret: string
  /** The same in all attempts, so that the receiver recognises a repetition. */
  messageId: string
  body: string
  /** Hosts that may have private addresses and plain http. */
  allowedHosts: readonly string[]
  now: Date
}

/** How the receiver answered: an HTTP status, or an error code if there was no response. */
export interface Answer {
  status: number | null
  error: string | null
}

/** Never throws; follows no redirects. */
export function send({ url, secret, messageId, body, allowedHosts, now }: SignedRequest): Promise<Answer> {
  if (!isAllowedUrl(url, allowedHosts)) return Promise.resolve({ status: null, error: 'EADDRESS' })
  const isAnyAddress = allowedHosts.includes(bareHost(new URL(url).hostname))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Muster-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(messageId, now, body),
  }
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve({ status: null, error: error.code ?? 'EFAILED' })
    const client = url.startsWith('https:') ? https : http
    const request = client.request(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isAnyAddress && { lookup: lookupPublic }),
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? { ...error, code: 'ETIMEDOUT' }
          : error,
      ),
    )
    request.on('response', (response) => {
      const answer = { status: response.statusCode ?? null, error: null }
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > maxResponseBytes) response.destroy()
      })
      // The status counts, whatever happens to the rest of the response.
      response.on('error', () => {})
      response.on('close', () => resolve(answer))
    })
    request.end(body)
  })
}
