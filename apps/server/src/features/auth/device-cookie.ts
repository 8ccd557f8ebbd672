/**
 * Remembers in the browser which accounts have signed in there, so that wrong passwords from elsewhere do not lock their
 * owners out (OWASP, "Slow down online guessing attacks with device cookies"). It opens nothing by itself.
 */
import crypto from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieConfig, cookieAttributes, cookieName, sign, verify } from './signed-cookie.ts'

export interface Device {
  id: string
  /** Digests of the accounts' addresses, the last one used first. */
  accounts: readonly string[]
}

/** The longest that browsers keep a cookie. */
const lifetimeSeconds = 400 * 24 * 60 * 60

/** A computer that many people share, as at a front desk. */
const maxAccounts = 20

/** Whether this account has signed in on the device before. */
export function isKnownTo(device: Device | null, email: string): device is Device {
  return device?.accounts.includes(digestOf(email)) ?? false
}

/** The device of a request, or null when its cookie is missing or was not signed by us. */
export function deviceOf({ cookies }: FastifyRequest, config: CookieConfig): Device | null {
  const text = verify('device', cookies[cookieName('device', config)] ?? '', config)
  const [id, accounts] = text?.split('.') ?? []
  return id && accounts ? { id, accounts: accounts.split('~') } : null
}

/** Adds an account that has just signed in. */
export function rememberDevice(reply: FastifyReply, email: string, config: CookieConfig): void {
  const known = deviceOf(reply.request, config)
  const own = digestOf(email)
  const others = known?.accounts.filter((account) => account !== own) ?? []
  const accounts = [own, ...others].slice(0, maxAccounts).join('~')
  const id = known?.id ?? crypto.randomBytes(12).toString('base64url')
  const value = sign('device', `${id}.${accounts}`, config)
  reply.setCookie(cookieName('device', config), value, {
    ...cookieAttributes(config),
    maxAge: lifetimeSeconds,
  })
}

function digestOf(email: string): string {
  return crypto.createHash('sha256').update(email).digest('base64url').slice(0, 16)
}
