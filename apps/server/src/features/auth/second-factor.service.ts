/** The second factor: people switch it on and off, and it is asked for when they sign in. */

import { AppError } from '@muster/contract/errors'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import { decrypt, encrypt } from '../../platform/encryption.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import { systemSettings } from '../settings/public.ts'
import { findAccount } from './auth.repo.ts'
import { checkPassword } from './check-password.ts'
import { forApp, hashOfCode, isOfApp, newRecoveryCodes, newSecret, normalized, stepOf } from './codes.ts'
import {
  confirmSecret,
  deleteSecondFactor,
  findSecondFactor,
  putSecret,
  useRecoveryCode,
  useStep,
} from './second-factor.repo.ts'
import {
  endOtherSessions,
  type PendingSignIn,
  type SignedIn,
  startFullSession,
  type Visit,
} from './sessions.ts'
import { attempt, forgive, type Limit } from './throttle.ts'

export function secondFactorService(deps: Deps) {
  const { pool, config, log } = deps

  async function state({ userId }: SessionUser) {
    const { isSecondFactorPossible: isPossible } = await systemSettings(pool)
    const found = await findSecondFactor(pool, userId)
    const account = await findAccount(pool, userId)
    return {
      isPossible,
      isOn: found?.isConfirmed ?? false,
      recoveryCodesLeft: found?.recoveryCodesLeft ?? 0,
      hasPassword: Boolean(account?.password),
    }
  }

  /** @throws AppError not_found if the system does not have it, already_done, sign_in_failed, rate_limited */
  async function start(user: SessionUser, password: string, visit: Visit) {
    if (!(await state(user)).isPossible) throw new AppError('not_found')
    await checkPassword(deps, user, password, visit)
    const secret = newSecret()
    const isNew = await putSecret(pool, user.userId, await encrypt(config, secret))
    if (!isNew) throw new AppError('already_done')
    return forApp(secret, user.email)
  }

  /** @throws AppError not_found, code_wrong, rate_limited @returns recovery codes, which cannot be read again */
  async function confirm(user: SessionUser, code: string): Promise<string[]> {
    const found = await findSecondFactor(pool, user.userId)
    if (!found || found.isConfirmed) throw new AppError('not_found')
    await check(user.userId, code)
    const codes = newRecoveryCodes()
    await transaction(pool, async (client) => {
      await confirmSecret(client, user.userId, codes.map(hashOfCode))
      await auditSwitch(client, user, true)
    })
    // They began without a code.
    await endOtherSessions(deps, user.userId, user.sessionId)
    return codes
  }

  /** @throws AppError not_found, sign_in_failed, rate_limited @returns them; they cannot be read again */
  async function renewRecoveryCodes(user: SessionUser, password: string, visit: Visit): Promise<string[]> {
    await checkPassword(deps, user, password, visit)
    if (!(await state(user)).isOn) throw new AppError('not_found')
    const codes = newRecoveryCodes()
    await confirmSecret(pool, user.userId, codes.map(hashOfCode))
    return codes
  }

  /** @throws AppError not_found, sign_in_failed, rate_limited */
  async function stop(user: SessionUser, password: string, visit: Visit): Promise<void> {
    await checkPassword(deps, user, password, visit)
    await transaction(pool, async (client) => {
      if (!(await deleteSecondFactor(client, user.userId))) throw new AppError('not_found')
      await auditSwitch(client, user, false)
    })
  }

  /**
   * @param pending what began in this browser
   * @throws AppError sign_in_expired, code_wrong, account_locked, rate_limited
   */
  async function finish(pending: PendingSignIn | null, code: string, visit: Visit): Promise<SignedIn> {
    if (!pending) throw new AppError('sign_in_expired')
    await check(pending.userId, code)
    return startFullSession(deps, pending, visit)
  }

  /** Each code works once. @throws AppError code_wrong, rate_limited */
  async function check(userId: string, entered: string): Promise<void> {
    const limits: Limit[] = [{ key: `code of ${userId}`, max: 10, windowMinutes: 15 }]
    if (!(await attempt(pool, limits))) throw new AppError('rate_limited')
    if (!(await isRight(userId, normalized(entered)))) throw new AppError('code_wrong')
    await forgive(pool, limits)
  }

  async function isRight(userId: string, code: string): Promise<boolean> {
    if (!isOfApp(code)) return useRecoveryCode(pool, userId, hashOfCode(code))
    const found = await findSecondFactor(pool, userId)
    if (!found) return false
    const secret = await decrypt(config, found.secret).catch(() => null)
    // Recovery codes still work.
    if (secret === null) log.error('A second factor was set up with another MUSTER_SECRET')
    const step = secret === null ? null : await stepOf(secret, code)
    return step !== null && (await useStep(pool, userId, step))
  }

  return { state, start, confirm, renewRecoveryCodes, stop, finish }
}

function auditSwitch(client: Transaction, { userId, name }: SessionUser, isOn: boolean): Promise<void> {
  return audit(client, {
    teamId: null,
    subject: 'app_user',
    subjectId: userId,
    name,
    action: 'updated',
    before: { hasSecondFactor: !isOn },
    after: { hasSecondFactor: isOn },
  })
}
