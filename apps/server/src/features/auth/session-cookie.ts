/** The session cookie: the session's token with our signature, so that a forged one costs no query. */
import crypto from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSameText } from '../../platform/same-text.ts'

type CookieConfig = Pick<Config, 'secret' | 'publicUrl'>

/** How long a remembered session lasts without use. */
export const rememberedSeconds = 30 * 24 * 60 * 60

/** Over https the prefix stops other hosts of the domain, and plain http, from setting the cookie. */
export function sessionCookieName({ publicUrl }: CookieConfig): string {
  return isSecure(publicUrl) ? '__Host-muster_session' : 'muster_session'
}

/** `<token>.<signature>`, safe in a cookie without encoding. */
export function signSession(token: string, { secret }: CookieConfig): string {
  return `${token}.${signature(token, secret)}`
}

/** The token of a cookie value we signed, else undefined. */
export function verifySession(value: string, { secret }: CookieConfig): string | undefined {
  const dot = value.lastIndexOf('.')
  if (dot < 1) return undefined
  const token = value.slice(0, dot)
  return isSameText(value.slice(dot + 1), signature(token, secret)) ? token : undefined
}

/** A session that is not remembered ends with the browser. */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  isRemembered: boolean,
  config: CookieConfig,
): void {
  reply.setCookie(sessionCookieName(config), signSession(token, config), {
    ...attributes(config),
    ...(isRemembered ? { maxAge: rememberedSeconds } : {}),
  })
}

export function clearSessionCookie(reply: FastifyReply, config: CookieConfig): void {
  reply.clearCookie(sessionCookieName(config), attributes(config))
}

function attributes({ publicUrl }: CookieConfig) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) } as const
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

function signature(token: string, secret: string): string {
  return crypto.createHmac('sha256', secret).update(`session:${token}`).digest('base64url')
}
