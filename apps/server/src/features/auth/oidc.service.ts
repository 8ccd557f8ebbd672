/** Sign-in with an OpenID Connect provider: who may, and which account is theirs. */

import type { authApi } from '@muster/contract/auth/auth.api'
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { maxUserNameLength } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Deps } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { isSameText } from '../../platform/same-text.ts'
import { checkNewAddress, clientSecret, oidcRedirectUri, systemSettings } from '../settings/public.ts'
import { confirmUser, findAccountByEmail, findOrCreateUser } from './auth.repo.ts'
import type { AuthLibrary } from './library.ts'
import { deletePassword, findIdentity, insertIdentity } from './oidc.repo.ts'
import { type OidcPerson, type OidcProvider, oidcProviders } from './oidc-provider.ts'
import { newOidcRequest, type OidcRequest } from './oidc-request.ts'
import { endOtherSessions, type SignInResult, startSession, type Visit } from './sessions.ts'
import { addressLimit, attempt, uncount } from './throttle.ts'

export function oidcService(deps: Deps, auth: AuthLibrary) {
  const { pool, log, config } = deps
  const providerOf = oidcProviders({ auth, log, redirectUri: oidcRedirectUri(config) })

  /** @throws AppError not_found when the system has no provider, oidc_unavailable when it does not answer */
  async function currentProvider(): Promise<OidcProvider> {
    const settings = await systemSettings(pool)
    if (!settings.isOidcOn) throw new AppError('not_found')
    return providerOf(settings, await clientSecret(deps, pool))
  }

  /** @throws AppError not_found, oidc_unavailable */
  async function start({
    redirect = null,
    rememberMe,
  }: {
    redirect?: string | null
    rememberMe: boolean
  }): Promise<{ request: OidcRequest; url: string }> {
    const provider = await currentProvider()
    const request = newOidcRequest({ issuer: provider.issuer, redirect, rememberMe })
    return { request, url: await provider.authorizationUrl(request) }
  }

  /**
   * @param request what began in this browser
   * @throws AppError as the endpoint declares
   */
  async function finish(
    answer: Body<(typeof authApi)['finishOidc']>,
    request: OidcRequest | null,
    visit: Visit,
  ): Promise<{ signedIn: SignInResult; redirect: string | null }> {
    if (!request || !isSameText(answer.state, request.state)) throw new AppError('oidc_failed')
    if (answer.error !== undefined) throw new AppError('oidc_refused')
    if (answer.code === undefined) throw new AppError('oidc_failed')
    const limits = [addressLimit(visit.address)]
    if (!(await attempt(pool, limits))) throw new AppError('rate_limited')
    const provider = await currentProvider()
    const { issuer } = provider
    if (request.issuer !== issuer || (answer.iss ?? issuer) !== issuer) throw new AppError('oidc_failed')
    const person = await provider.person(answer.code, request)
    const userId = await accountOf(person)
    await uncount(pool, limits)
    return {
      signedIn: await startSession(deps, userId, visit, request),
      redirect: request.redirect,
    }
  }

  /**
   * The account of a person: the one they have signed in to before, else the one with their address. Only the provider's
   * word that the address is theirs connects the two.
   */
  async function accountOf(person: OidcPerson): Promise<string> {
    const { email } = person
    if (email === null || !person.isEmailVerified) throw new AppError('oidc_email_unverified')
    await checkNewAddress(pool, email)
    const { doesOidcCreateAccounts } = await systemSettings(pool)
    const found = await transaction(pool, async (client) => {
      const known = await findIdentity(client, person)
      if (known) return { userId: known, isClaimed: false }
      if (doesOidcCreateAccounts) await findOrCreateUser(client, { name: nameOf(person, email), email })
      const account = await findAccountByEmail(client, email)
      if (!account) throw new AppError('oidc_unknown_person', { params: { email } })
      const { userId, isEmailVerified } = account
      if (!isEmailVerified) await deletePassword(client, userId)
      await confirmUser(client, userId, null)
      await insertIdentity(client, userId, person)
      return { userId, isClaimed: !isEmailVerified }
    })
    // Those of an unconfirmed account may be a stranger's.
    if (found.isClaimed) await endOtherSessions(deps, found.userId, null)
    return found.userId
  }

  return { start, finish }
}

function nameOf({ name }: OidcPerson, email: string): string {
  return (name || email.slice(0, email.lastIndexOf('@'))).slice(0, maxUserNameLength)
}
