/** Checks an account's password, with the same rate limits as sign-in. */

import { AppError } from '@muster/contract/errors'
import { verifyPassword } from 'better-auth/crypto'
import type { Deps } from '../../engine/public.ts'
import { findAccount } from './auth.repo.ts'
import type { Visit } from './sessions.ts'
import { attempt, forgive, signInLimits } from './throttle.ts'

/** @throws AppError rate_limited, sign_in_failed */
export async function checkPassword(
  { pool }: Pick<Deps, 'pool'>,
  { userId, email }: { userId: string; email: string },
  password: string,
  visit: Visit,
): Promise<void> {
  const limits = signInLimits(email, visit)
  if (!(await attempt(pool, limits))) throw new AppError('rate_limited')
  const account = await findAccount(pool, userId)
  const isRight = account?.password && (await verifyPassword({ hash: account.password, password }))
  if (!isRight) throw new AppError('sign_in_failed')
  await forgive(pool, limits)
}
