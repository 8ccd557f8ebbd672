/**
 * A sign-in with a provider that has begun in this browser. Its cookie makes sure that it ends where it began: nobody can
 * send somebody else a link that signs them in to another account.
 */
import crypto from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type CookieConfig, cookieAttributes, cookieName, sign, verify } from './signed-cookie.ts'

/** How long somebody may take at the provider. */
const lifetimeSeconds = 15 * 60

const requestSchema = z.object({
  issuer: z.string(),
  /** Comes back in the address. */
  state: z.string(),
  /** Comes back in the id token. */
  nonce: z.string(),
  /** Proves to the provider that the code is redeemed by who asked for it (PKCE). */
  codeVerifier: z.string(),
  redirect: z.string().nullable(),
  rememberMe: z.boolean(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})
export type OidcRequest = z.infer<typeof requestSchema>

export function newOidcRequest(of: Pick<OidcRequest, 'issuer' | 'redirect' | 'rememberMe'>): OidcRequest {
  const random = () => crypto.randomBytes(32).toString('base64url')
  return {
    ...of,
    state: random(),
    nonce: random(),
    codeVerifier: random(),
    expiresAt: Date.now() + lifetimeSeconds * 1000,
  }
}

export function keepOidcRequest(reply: FastifyReply, request: OidcRequest, config: CookieConfig): void {
  const text = Buffer.from(JSON.stringify(request)).toString('base64url')
  reply.setCookie(cookieName('oidc', config), sign('oidc', text, config), {
    ...cookieAttributes(config),
    maxAge: lifetimeSeconds,
  })
}

/** The request of this browser, which cannot be used again; null if there is none, or it took too long. */
export function takeOidcRequest(
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  config: CookieConfig,
): OidcRequest | null {
  const name = cookieName('oidc', config)
  reply.clearCookie(name, cookieAttributes(config))
  const text = verify('oidc', cookies[name] ?? '', config)
  if (!text) return null
  const request = requestSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return request.expiresAt > Date.now() ? request : null
}
