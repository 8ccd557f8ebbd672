/** Sessions: started after any proof of identity, extended while in use, ended by the user. */

import crypto from 'node:crypto'
import type { Session } from '@muster/contract/auth/session.schema'
import { AppError } from '@muster/contract/errors'
import type { SystemSettings } from '@muster/contract/sysAdmin/settings.schema'
import type { Deps } from '../../engine/public.ts'
import type { Executor } from '../../platform/db.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import { systemSettings } from '../settings/public.ts'
import {
  deleteSession,
  deleteSessions,
  extendSession,
  findAccount,
  insertSession,
  limitSessions,
  listSessions,
  recordSignIn,
} from './auth.repo.ts'
import type { Device } from './device-cookie.ts'
import { hasSecondFactor } from './second-factor.repo.ts'

/** Where a request comes from, as stored with the session. */
export interface Visit {
  address: string
  userAgent: string
  device: Device | null
}

/** A session just started; the token goes into the cookie and nowhere else. */
export interface SignedIn {
  token: string
  /** How long it lasts without use; null if it ends with the browser. */
  rememberedSeconds: number | null
  session: Session
}

/** Somebody who has proved who they are, and has to enter a code of their second factor as well. */
export interface PendingSignIn {
  userId: string
  rememberMe: boolean
}

export type SignInResult = SignedIn | { pending: PendingSignIn }

type SessionDeps = Pick<Deps, 'pool' | 'live'>

/** How long a session lasts that ends with the browser. */
const unrememberedSeconds = 24 * 60 * 60

/**
 * Signs in a user who has proved their identity other than by a password, e.g. with a mailed link.
 *
 * @throws AppError account_locked
 */
export async function startSession(
  deps: SessionDeps,
  userId: string,
  visit: Visit,
  { rememberMe }: { rememberMe: boolean } = { rememberMe: true },
): Promise<SignInResult> {
  const pending = { userId, rememberMe }
  if (await asksForCode(deps, userId)) {
    await requireUnlocked(deps, userId)
    return { pending }
  }
  return startFullSession(deps, pending, visit)
}

/** Whether the user has a second factor, and the system lets people have one. */
export async function asksForCode({ pool }: Pick<Deps, 'pool'>, userId: string): Promise<boolean> {
  const { isSecondFactorPossible } = await systemSettings(pool)
  return isSecondFactorPossible && (await hasSecondFactor(pool, userId))
}

async function requireUnlocked({ pool }: SessionDeps, userId: string): Promise<void> {
  if ((await findAccount(pool, userId))?.isLocked) throw new AppError('account_locked')
}

/** Signs in a user who has entered a code too, or needs none. @throws AppError account_locked */
export async function startFullSession(
  deps: SessionDeps,
  { userId, rememberMe }: PendingSignIn,
  visit: Visit,
): Promise<SignedIn> {
  await requireUnlocked(deps, userId)
  const { pool } = deps
  const token = crypto.randomBytes(24).toString('base64url')
  const rememberedSeconds = rememberMe ? await sessionSeconds(pool) : null
  await insertSession(pool, {
    userId,
    token,
    seconds: rememberedSeconds ?? unrememberedSeconds,
    ipAddress: visit.address,
    userAgent: visit.userAgent.slice(0, 500),
  })
  await recordSignIn(pool, userId)
  return { token, rememberedSeconds, session: await sessionOf({ pool }, userId) }
}

/** How long remembered sessions last without use. */
export async function sessionSeconds(executor: Executor): Promise<number> {
  return secondsOf(await systemSettings(executor))
}

function secondsOf({ sessionDays }: Pick<SystemSettings, 'sessionDays'>): number {
  return sessionDays * 24 * 60 * 60
}

/** Shortens the sessions that have begun to the present length; all processes obey within half a minute. */
export async function shortenSessions(
  { pool }: Pick<Deps, 'pool'>,
  settings: Pick<SystemSettings, 'sessionDays'>,
): Promise<void> {
  await limitSessions(pool, secondsOf(settings))
}

export async function sessionOf({ pool }: Pick<Deps, 'pool'>, userId: string): Promise<Session> {
  const account = await findAccount(pool, userId)
  if (!account) throw new AppError('not_signed_in')
  const { name, email, isSysAdmin } = account
  return { userId, name, email, isSysAdmin }
}

/** Extends a remembered session, once a day. @returns what the cookie must be set to again, if it must */
export async function prolongSession(
  { pool, live }: SessionDeps,
  user: SessionUser,
  settings: Pick<SystemSettings, 'sessionDays'>,
): Promise<{ token: string; seconds: number } | undefined> {
  const seconds = secondsOf(settings)
  const token = await extendSession(pool, user.sessionId, seconds)
  if (!token) return undefined
  await live.invalidate({ session: user.sessionId })
  return { token, seconds }
}

export async function ownSessions({ pool }: SessionDeps, user: SessionUser) {
  const sessions = await listSessions(pool, user.userId)
  return sessions.map((session) => ({ ...session, isCurrent: session.id === user.sessionId }))
}

/** @throws AppError not_found when the user has no such session */
export async function revokeSession(deps: SessionDeps, user: SessionUser, sessionId: string): Promise<void> {
  if (!(await endSession(deps, user.userId, sessionId))) throw new AppError('not_found')
}

/** @returns whether there was one */
export async function endSession(
  { pool, live }: SessionDeps,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const isEnded = await deleteSession(pool, userId, sessionId)
  await live.invalidate({ session: sessionId })
  return isEnded
}

/** Ends all sessions of a user except the given one. */
export async function endOtherSessions(
  { pool, live }: SessionDeps,
  userId: string,
  exceptSessionId: string | null,
): Promise<void> {
  await deleteSessions(pool, userId, exceptSessionId)
  await live.invalidate({ user: userId })
}
