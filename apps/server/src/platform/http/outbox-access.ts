/**
 * Decides who may read the outbox. Its mails contain links that sign people in, so access never depends on
 * the caller's address or on headers of a proxy: it takes a system administrator's session, or the link
 * printed at start, which works once.
 */
import crypto from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isSameText } from '../same-text.ts'
import type { Authenticator } from './context.ts'

const path = '/dev/outbox'
const cookieName = 'muster_outbox'
/** How long the cookie is valid. */
const lifetimeSeconds = 8 * 60 * 60

export interface OutboxAccess {
  mayRead(request: FastifyRequest): Promise<boolean>
  /** Exchanges the token of the link for a cookie, once; undefined for any other token. */
  exchange(token: string): { name: string; value: string; options: object } | undefined
}

/** Whether the outbox page exists in this configuration. */
export function hasOutboxPage({
  smtpUrl,
  databaseUrl,
  environment,
}: Pick<Config, 'smtpUrl' | 'databaseUrl' | 'environment'>): boolean {
  return !smtpUrl && (!databaseUrl || environment === 'development')
}

/** A token that is valid until the server stops. */
export function newOutboxToken(): string {
  return crypto.randomBytes(32).toString('base64url')
}

/** The link to print at start. */
export function outboxLink(publicUrl: string, token: string): string {
  return `${publicUrl}${path}/open/${token}`
}

/** @param token of the link; without one only system administrators may read */
export function createOutboxAccess(
  { secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>,
  authenticator: Authenticator,
  token: string | undefined,
): OutboxAccess {
  let unusedToken = token
  const signatureOf = (expires: string) =>
    crypto.createHmac('sha256', secret).update(`outbox:${expires}`).digest('base64url')

  function isValid(cookie: string | undefined): boolean {
    const [expires = '', signature = ''] = cookie?.split('.') ?? []
    return isSameText(signature, signatureOf(expires)) && Number(expires) > Date.now()
  }

  return {
    async mayRead(request) {
      if (isValid(request.cookies[cookieName])) return true
      return (await authenticator.user(request))?.isSysAdmin === true
    },
    exchange(candidate) {
      if (unusedToken === undefined || !isSameText(candidate, unusedToken)) return undefined
      unusedToken = undefined
      const expires = String(Date.now() + lifetimeSeconds * 1000)
      const secure = publicUrl.startsWith('https:')
      // Lax, because the link may be opened from a terminal in a web page.
      const options = { path, httpOnly: true, sameSite: 'lax', secure, maxAge: lifetimeSeconds }
      return { name: cookieName, value: `${expires}.${signatureOf(expires)}`, options }
    },
  }
}
