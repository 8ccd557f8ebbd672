/**
 * A sign-in with a provider that has begun in this browser. Its cookie makes sure that it ends where it began: nobody can
 * send somebody else a link that signs them in to another account.
 */
import crypto from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { forgetKept, keepShortly, keptShortly } from './short-cookie.ts'
import type { CookieConfig } from './signed-cookie.ts'

/** How long somebody may take at the provider. */
const seconds = 15 * 60

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
})
export type OidcRequest = z.infer<typeof requestSchema>

export function newOidcRequest(of: Pick<OidcRequest, 'issuer' | 'redirect' | 'rememberMe'>): OidcRequest {
  const random = () => crypto.randomBytes(32).toString('base64url')
  return { ...of, state: random(), nonce: random(), codeVerifier: random() }
}

export function keepOidcRequest(reply: FastifyReply, request: OidcRequest, config: CookieConfig): void {
  keepShortly(reply, 'oidc', request, { seconds, config })
}

/** The request of this browser, which cannot be used again; null if there is none, or it took too long. */
export function takeOidcRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  config: CookieConfig,
): OidcRequest | null {
  forgetKept(reply, 'oidc', config)
  return keptShortly(request, 'oidc', requestSchema, config)
}
