/** Sign-in, sign-up, email confirmation and passwords. Responses never reveal whether an account exists. */

import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import type { Deps } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import { checkNewAddress, checkNewPassword } from '../settings/public.ts'
import { hashOf, proveAccount } from './accounts.ts'
import { queueMail } from './auth.jobs.ts'
import {
  deleteSessionByToken,
  findAccount,
  findAccountByEmail,
  recordSignIn,
  setPassword,
  setSessionLength,
} from './auth.repo.ts'
import { checkPassword } from './check-password.ts'
import { claimsOf } from './claims.ts'
import { type AuthLibrary, addressHeader, inLanguage } from './library.ts'
import { setupPasswordMail } from './mails.ts'
import { consumeLink, findLink, issueLink } from './one-time-links.ts'
import {
  asksForCode,
  endOtherSessions,
  type SignInResult,
  sessionOf,
  sessionSeconds,
  startSession,
  type Visit,
} from './sessions.ts'
import { attempt, forgive, mailLimits, signInLimits } from './throttle.ts'

/** How long links to set up a password are valid. */
const linkDays = 14

export function authService(deps: Deps, auth: AuthLibrary) {
  const { pool } = deps

  async function signIn(
    credentials: { email: string; password: string; rememberMe: boolean },
    visit: Visit,
    language: Language,
  ): Promise<SignInResult> {
    const limits = signInLimits(credentials.email, visit)
    if (!(await attempt(pool, limits))) throw new AppError('rate_limited')
    const headers = { [addressHeader]: visit.address, 'user-agent': visit.userAgent.slice(0, 500) }
    const { token, user } = await inLanguage(language, () =>
      auth.api.signInEmail({ body: credentials, headers }),
    ).catch((error: unknown) => {
      throw statusOf(error) === 401
        ? new AppError('sign_in_failed')
        : statusOf(error) === 403
          ? new AppError('email_not_verified')
          : error
    })
    await forgive(pool, limits)
    if ((await findAccount(pool, user.id))?.isLocked) {
      await endOtherSessions(deps, user.id, null)
      throw new AppError('account_locked')
    }
    if (await asksForCode(deps, user.id)) {
      await deleteSessionByToken(pool, token)
      return { pending: { userId: user.id, rememberMe: credentials.rememberMe } }
    }
    await recordSignIn(pool, user.id)
    const rememberedSeconds = credentials.rememberMe ? await sessionSeconds(pool) : null
    // The library only knows its own length.
    if (rememberedSeconds !== null) await setSessionLength(pool, token, rememberedSeconds)
    return { token, rememberedSeconds, session: await sessionOf(deps, user.id) }
  }

  async function signUp(
    account: { name: string; email: string; password: string },
    language: Language,
  ): Promise<void> {
    await checkNewAddress(pool, account.email)
    await checkNewPassword(pool, account.password, 'password')
    if (!(await attempt(pool, mailLimits(account.email)))) return
    await inLanguage(language, () => auth.api.signUpEmail({ body: account })).catch((error: unknown) => {
      // A concurrent sign-up with the same address won.
      if (statusOf(error) !== 422) throw error
    })
  }

  /** @param current the signed-in user; a link they have already used still works for them */
  async function verifyEmail(
    token: string,
    current: SessionUser | null,
    visit: Visit,
  ): Promise<SignInResult | null> {
    const account = await findAccountByEmail(pool, emailIn(token))
    if (!account) throw new AppError('link_expired')
    if (account.isEmailVerified) {
      if (current?.userId === account.userId) return null
      throw new AppError('link_expired')
    }
    await auth.api.verifyEmail({ query: { token } }).catch(expired)
    return startSession(deps, account.userId, visit)
  }

  async function resendVerification(email: string, language: Language): Promise<void> {
    if (!(await attempt(pool, mailLimits(email)))) return
    await inLanguage(language, () => auth.api.sendVerificationEmail({ body: { email } }))
  }

  async function forgotPassword(email: string, language: Language): Promise<void> {
    if (!(await attempt(pool, mailLimits(email)))) return
    await inLanguage(language, () => auth.api.requestPasswordReset({ body: { email } }))
  }

  /** @throws AppError link_expired */
  async function checkResetLink(token: string): Promise<void> {
    const { internalAdapter } = await auth.$context
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    if (!found || found.expiresAt <= new Date()) throw new AppError('link_expired')
  }

  async function resetPassword(token: string, password: string): Promise<void> {
    await checkNewPassword(pool, password, 'password')
    await auth.api.resetPassword({ body: { token, newPassword: password } }).catch(expired)
  }

  /** @throws AppError link_expired */
  async function checkSetupLink(userId: string, token: string): Promise<void> {
    if ((await findLink(pool, 'setup-password', token)) !== userId) throw new AppError('link_expired')
  }

  async function setupPassword(
    userId: string,
    token: string,
    password: string,
    visit: Visit,
  ): Promise<SignInResult> {
    await checkSetupLink(userId, token)
    await checkNewPassword(pool, password, 'password')
    const hash = await hashOf(password)
    await transaction(pool, async (client) => {
      if ((await consumeLink(client, 'setup-password', token)) !== userId) throw new AppError('link_expired')
      await proveAccount(client, userId, { name: null, passwordHash: hash })
    })
    await endOtherSessions(deps, userId, null)
    return startSession(deps, userId, visit)
  }

  async function changePassword(
    user: SessionUser,
    passwords: { currentPassword: string; newPassword: string },
    visit: Visit,
  ): Promise<void> {
    await checkPassword(deps, user, passwords.currentPassword, visit)
    await checkNewPassword(pool, passwords.newPassword, 'newPassword')
    await setPassword(pool, user.userId, await hashOf(passwords.newPassword))
    await endOtherSessions(deps, user.userId, user.sessionId)
  }

  return {
    signIn,
    signUp,
    verifyEmail,
    resendVerification,
    forgotPassword,
    checkResetLink,
    resetPassword,
    checkSetupLink,
    setupPassword,
    changePassword,
  }
}

/** Sends a user created by an administrator the link to choose a first password. */
export async function sendPasswordSetup(
  deps: Deps,
  user: { userId: string; email: string },
  language: Language,
): Promise<void> {
  await transaction(deps.pool, async (client) => {
    const token = await issueLink(client, 'setup-password', user.userId, linkDays)
    await queueMail(deps.jobs, setupPasswordMail(deps.config.publicUrl, language, user, token), client)
  })
}

/** The library's errors carry an HTTP status. */
function statusOf(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode
}

function expired(error: unknown): never {
  throw statusOf(error) ? new AppError('link_expired') : error
}

/** The address in a verification token that the library has not checked yet. */
function emailIn(token: string): string {
  const { email } = claimsOf(token)
  return typeof email === 'string' ? email : ''
}
