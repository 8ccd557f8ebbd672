/** The session cookie: the session's token with our signature, so that a forged one costs no query. */
import type { FastifyReply } from 'fastify'
import { type CookieConfig, cookieAttributes, cookieName, sign, verify } from './signed-cookie.ts'

export function sessionCookieName(config: CookieConfig): string {
  return cookieName('session', config)
}

/** The cookie's value. */
export function signSession(token: string, config: CookieConfig): string {
  return sign('session', token, config)
}

/** The token of a cookie value we signed, else undefined. */
export function verifySession(value: string, config: CookieConfig): string | undefined {
  return verify('session', value, config)
}

/** @param seconds how long a remembered session lasts; null for one that ends with the browser */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  seconds: number | null,
  config: CookieConfig,
): void {
  reply.setCookie(sessionCookieName(config), signSession(token, config), {
    ...cookieAttributes(config),
    ...(seconds === null ? {} : { maxAge: seconds }),
  })
}

export function clearSessionCookie(reply: FastifyReply, config: CookieConfig): void {
  reply.clearCookie(sessionCookieName(config), cookieAttributes(config))
}
