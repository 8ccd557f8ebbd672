/** What the cookies of sign-in share: their names, their attributes, and our signature. */
import crypto from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { isSameText } from '../../platform/same-text.ts'

export type CookieConfig = Pick<Config, 'secret' | 'publicUrl'>

/** What a value was signed for, so that one cookie's value is worth nothing in another. */
export type Purpose = 'session' | 'device' | 'oidc' | 'code'

/** Over https the prefix stops other hosts of the domain, and plain http, from setting the cookie. */
export function cookieName(purpose: Purpose, config: CookieConfig): string {
  return `${isSecure(config) ? '__Host-' : ''}muster_${purpose}`
}

export function cookieAttributes(config: CookieConfig) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) } as const
}

/** `<text>.<signature>`, safe in a cookie without encoding if the text is. */
export function sign(purpose: Purpose, text: string, config: CookieConfig): string {
  return `${text}.${signature(purpose, text, config)}`
}

/** The text of a value that we signed for this purpose, else undefined. */
export function verify(purpose: Purpose, value: string, config: CookieConfig): string | undefined {
  const dot = value.lastIndexOf('.')
  if (dot < 1) return undefined
  const text = value.slice(0, dot)
  return isSameText(value.slice(dot + 1), signature(purpose, text, config)) ? text : undefined
}

function isSecure({ publicUrl }: CookieConfig): boolean {
  return publicUrl.startsWith('https:')
}

function signature(purpose: Purpose, text: string, { secret }: CookieConfig): string {
  return crypto.createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url')
}
