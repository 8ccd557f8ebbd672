/**
 * The OpenID Connect provider of the system. Its addresses, the exchange of codes and the checks of id tokens are the auth
 * library's plugin; who may sign in is ours (oidc.service.ts).
 */
import { AppError, type FieldErrorCode } from '@muster/contract/errors'
import type { SystemSettings } from '@muster/contract/sysAdmin/settings.schema'
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import { ExpiringCache } from '../../platform/expiring-cache.ts'
import type { Logger } from '../../platform/log.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import { claimsOf } from './claims.ts'
import type { AuthLibrary } from './library.ts'
import type { OidcRequest } from './oidc-request.ts'

/** For each answer of a provider. */
const timeoutMs = scaledTimeout(10_000)

/** How long its addresses are remembered. */
const discoveryTtlMs = 10 * 60 * 1000

export type OidcSettings = Pick<SystemSettings, 'oidcIssuer' | 'oidcClientId' | 'oidcScopes'>

/** Somebody as the provider describes them. */
export interface OidcPerson {
  issuer: string
  /** Unique and for ever with this provider. */
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string
}

export interface OidcProvider {
  issuer: string
  /** Where the browser goes. */
  authorizationUrl(request: OidcRequest): Promise<string>
  /** @throws AppError oidc_failed when the code, or anything about the id token, is not right */
  person(code: string, request: OidcRequest): Promise<OidcPerson>
}

/** Finds the provider of the settings, and remembers it for a while. */
export function oidcProviders(deps: { auth: AuthLibrary; log: Logger; redirectUri: string }) {
  const providers = new ExpiringCache<OidcProvider>({ ttlMs: discoveryTtlMs, maxEntries: 10 })
  /** @throws AppError oidc_unavailable */
  return (settings: OidcSettings, clientSecret: string | null): Promise<OidcProvider> => {
    const { oidcIssuer, oidcClientId, oidcScopes } = settings
    const key = JSON.stringify([oidcIssuer, oidcClientId, oidcScopes, clientSecret])
    return providers.get(key, () => loadProvider(deps, settings, clientSecret))
  }
}

/**
 * Before settings are saved with which people sign in.
 *
 * @throws AppError validation_failed when something is missing, or no such provider answers
 */
export async function checkOidcSettings({ oidcIssuer, oidcClientId }: OidcSettings): Promise<void> {
  const refuse = (path: string, code: FieldErrorCode) => {
    throw new AppError('validation_failed', { errors: [{ path, code }] })
  }
  if (oidcIssuer === '') refuse('oidcIssuer', 'required')
  if (oidcClientId === '') refuse('oidcClientId', 'required')
  const found = await discover(oidcIssuer)
  if (typeof found === 'string') refuse('oidcIssuer', found)
}

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  // The standard's default.
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
type Discovery = z.infer<typeof discoverySchema>

const discoveryUrl = (issuer: string) => `${withoutSlash(issuer)}/.well-known/openid-configuration`
const withoutSlash = (text: string) => text.replace(/\/$/, '')

/** The discovery document of a provider, or what is wrong with it. */
async function discover(issuer: string): Promise<Discovery | 'oidc_no_answer' | 'oidc_other_issuer'> {
  let document: unknown
  try {
    const response = await fetch(discoveryUrl(issuer), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    document = await response.json()
  } catch {
    return 'oidc_no_answer'
  }
  const { data } = discoverySchema.safeParse(document)
  if (!data) return 'oidc_no_answer'
  return withoutSlash(data.issuer) === withoutSlash(issuer) ? data : 'oidc_other_issuer'
}

async function loadProvider(
  { auth, log, redirectUri }: { auth: AuthLibrary; log: Logger; redirectUri: string },
  { oidcIssuer, oidcClientId, oidcScopes }: OidcSettings,
  clientSecret: string | null,
): Promise<OidcProvider> {
  const found = await discover(oidcIssuer)
  if (typeof found === 'string') throw new AppError('oidc_unavailable', { detail: found })
  const plugin = genericOAuth({
    config: [
      {
        providerId: found.issuer,
        discoveryUrl: discoveryUrl(oidcIssuer),
        requireIdTokenVerification: true,
        clientId: oidcClientId,
        ...(clientSecret !== null && { clientSecret }),
        tokenEndpointAuth: tokenEndpointAuth(found, clientSecret),
        scopes: [...new Set(['openid', ...oidcScopes])],
      },
    ],
  })
  // It takes a library of any options.
  const library = (await auth.$context) as unknown as Parameters<typeof plugin.init>[0]
  const { context } = await inTime(plugin.init(library))
  const { issuer } = found
  const provider = context.socialProviders.find(({ id }) => id === issuer)
  if (!provider) throw new AppError('oidc_unavailable')

  async function read(code: string, { nonce, codeVerifier }: OidcRequest): Promise<OidcPerson | null> {
    const tokens = await provider!.validateAuthorizationCode({ code, codeVerifier, redirectURI: redirectUri })
    // Without an id token the library would believe an answer that nobody has signed for this request.
    if (!tokens?.idToken) return null
    const answer = await provider!.getUserInfo({ ...tokens, expectedIdTokenNonce: nonce })
    const { sub } = claimsOf(tokens.idToken)
    const { data, user } = answer ?? {}
    // What the id token leaves out comes from another address, which must speak of the same person.
    if (!data || !user || typeof sub !== 'string' || (data as { sub?: unknown }).sub !== sub) return null
    const { email, emailVerified, name } = user as {
      email?: unknown
      emailVerified?: unknown
      name?: unknown
    }
    return {
      issuer,
      subject: sub,
      email: typeof email === 'string' && email !== '' ? email.trim().toLowerCase() : null,
      // Some providers write it as text.
      isEmailVerified: emailVerified === true || emailVerified === 'true',
      name: typeof name === 'string' ? name.trim() : '',
    }
  }

  return {
    issuer,
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const url = await provider.createAuthorizationURL({
        state,
        codeVerifier,
        idTokenNonce: nonce,
        redirectURI: redirectUri,
      })
      return url.toString()
    },
    async person(code, request) {
      const person = await inTime(read(code, request)).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'The OpenID Connect provider refused a code')
        return null
      })
      if (!person) throw new AppError('oidc_failed')
      return person
    },
  }
}

function tokenEndpointAuth(
  { token_endpoint_auth_methods_supported: methods }: Discovery,
  clientSecret: string | null,
): NonNullable<GenericOAuthConfig['tokenEndpointAuth']> {
  if (clientSecret === null) return { method: 'none' }
  return { method: methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post' }
}

/** What the provider says, or why it could not be asked; never the request, which has secrets. */
function reasonOf(error: unknown): string {
  const { error: code, message } = error as { error?: unknown; message?: unknown }
  return String(code ?? message ?? 'unknown')
}

/** The library's own requests have no time limit. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('oidc_unavailable')), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
