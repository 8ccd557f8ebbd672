/** Accounts for other features: find one, create one, prove that it belongs to the reader of our mail. */
import { AppError } from '@muster/contract/errors'
import { hashPassword } from 'better-auth/crypto'
import type { Executor, Transaction } from '../../platform/db.ts'
import { type AccountRow, confirmUser, findAccount, findOrCreateUser, setPassword } from './auth.repo.ts'

export type Account = Omit<AccountRow, 'password'> & {
  hasPassword: boolean
  /** False for invited users and unconfirmed addresses, whose password may have been set by a stranger. */
  isProven: boolean
}

/** @throws AppError not_found when there is no such user */
export async function accountOf(executor: Executor, userId: string): Promise<Account> {
  const found = await findAccount(executor, userId)
  if (!found) throw new AppError('not_found')
  const { password, ...account } = found
  const hasPassword = Boolean(password)
  return {
    ...account,
    hasPassword,
    isProven: account.isEmailVerified && (hasPassword || account.hasIdentity),
  }
}

/** Finds the user with this address, or creates one without a password. */
export function ensureAccount(
  client: Transaction,
  user: { name: string; email: string },
): Promise<{ userId: string }> {
  return findOrCreateUser(client, user)
}

/** Takes about 100 ms: do not call it inside a transaction. */
export function hashOf(password: string): Promise<string> {
  return hashPassword(password)
}

/** For a user who has proved that they own the address; null leaves a value unchanged. */
export async function proveAccount(
  client: Transaction,
  userId: string,
  set: { name: string | null; passwordHash: string | null },
): Promise<void> {
  await confirmUser(client, userId, set.name)
  if (set.passwordHash) await setPassword(client, userId, set.passwordHash)
}
