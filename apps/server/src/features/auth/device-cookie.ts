/**
 * Remembers in the browser which accounts have signed in there, so that wrong passwords from elsewhere do not keep their
 * owners out (OWASP, "Slow down online guessing attacks with device cookies"). It opens nothing by itself.
 */
import crypto from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSameText } from '../../platform/same-text.ts'

type CookieConfig = Pick<Config, 'secret' | 'publicUrl'>

export interface Device {
  id: string
  /** Marks of the accounts, the last one used first. */
  accounts: readonly string[]
}

/** The longest that browsers keep a cookie. */
const lifetimeSeconds = 400 * 24 * 60 * 60

/** A computer that many people share, as at a front desk. */
const maxAccounts = 20

/** Whether this account has signed in on the device before. */
export function isKnownTo(device: Device | null, email: string): device is Device {
  return device?.accounts.includes(markOf(email)) ?? false
}

/** The device of a request, or null when its cookie is missing or was not signed by us. */
export function deviceOf({ cookies }: FastifyRequest, config: CookieConfig): Device | null {
  const [id, accounts, signature] = (cookies[cookieName(config)] ?? '').split('.')
  if (!id || !accounts || !signature) return null
  if (!isSameText(signature, sign(`${id}.${accounts}`, config))) return null
  return { id, accounts: accounts.split('~') }
}

/** Adds an account that has just signed in. */
export function rememberDevice(reply: FastifyReply, email: string, config: CookieConfig): void {
  const known = deviceOf(reply.request, config)
  const mark = markOf(email)
  const others = known?.accounts.filter((account) => account !== mark) ?? []
  const accounts = [mark, ...others].slice(0, maxAccounts).join('~')
  const text = `${known?.id ?? crypto.randomBytes(12).toString('base64url')}.${accounts}`
  reply.setCookie(cookieName(config), `${text}.${sign(text, config)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: lifetimeSeconds,
  })
}

function markOf(email: string): string {
  return crypto.createHash('sha256').update(email).digest('base64url').slice(0, 16)
}

/** Over https the prefix keeps other hosts of the domain, and plain http, from setting the cookie. */
function cookieName(config: CookieConfig): string {
  return isSecure(config) ? '__Host-muster_device' : 'muster_device'
}

function isSecure({ publicUrl }: CookieConfig): boolean {
  return publicUrl.startsWith('https:')
}

function sign(text: string, { secret }: CookieConfig): string {
  return crypto.createHmac('sha256', secret).update(`device:${text}`).digest('base64url')
}
