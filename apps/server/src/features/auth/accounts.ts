/** Accounts as other features may use them: found, made, and proven to belong to who opened our mail. */
import { AppError } from '@muster/contract/errors'
import { hashPassword } from 'better-auth/crypto'
import type { Executor, Transaction } from '../../platform/db.ts'
import { type AccountRow, confirmUser, findAccount, findOrCreateUser, setPassword } from './auth.repo.ts'

export type Account = Omit<AccountRow, 'password'> & {
  /** False for somebody who was invited and for an address that nobody confirmed: its password may be a stranger's. */
  isProven: boolean
}

/** @throws AppError not_found when there is no such user */
export async function accountOf(executor: Executor, userId: string): Promise<Account> {
  const found = await findAccount(executor, userId)
  if (!found) throw new AppError('not_found')
  const { password, ...account } = found
  return { ...account, isProven: Boolean(password) && account.isEmailVerified }
}

/** The user with this address; made without a password when there is none. */
export function ensureAccount(
  client: Transaction,
  user: { name: string; email: string },
): Promise<{ userId: string }> {
  return findOrCreateUser(client, user)
}

/** Takes a tenth of a second; not to be done inside a transaction. */
export function hashOf(password: string): Promise<string> {
  return hashPassword(password)
}

/** What somebody sets who has shown that the address is his; null leaves a thing as it is. */
export async function proveAccount(
  client: Transaction,
  userId: string,
  set: { name: string | null; passwordHash: string | null },
): Promise<void> {
  await confirmUser(client, userId, set.name)
  if (set.passwordHash) await setPassword(client, userId, set.passwordHash)
}
