/** SQL for the second factor. */
import { type Executor, one, run, sql } from '../../platform/db.ts'

export interface SecondFactorRow {
  /** Encrypted. */
  secret: string
  isConfirmed: boolean
  recoveryCodesLeft: number
}

export function findSecondFactor(executor: Executor, userId: string): Promise<SecondFactorRow | undefined> {
  return one(
    executor,
    sql`select secret, is_confirmed as "isConfirmed", cardinality(recovery_codes) as "recoveryCodesLeft"
        from muster.second_factor where user_id = ${userId}`,
  )
}

export async function hasSecondFactor(executor: Executor, userId: string): Promise<boolean> {
  return (await findSecondFactor(executor, userId))?.isConfirmed ?? false
}

/** Replaces a secret that was never confirmed. @returns false if there is a confirmed one */
export async function putSecret(executor: Executor, userId: string, secret: string): Promise<boolean> {
  const count = await run(
    executor,
    sql`insert into muster.second_factor as f (user_id, secret) values (${userId}, ${secret})
        on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where not f.is_confirmed`,
  )
  return count > 0
}

/** Confirms it, and replaces the recovery codes. */
export async function confirmSecret(
  executor: Executor,
  userId: string,
  recoveryCodes: readonly string[],
): Promise<void> {
  await run(
    executor,
    sql`update muster.second_factor set is_confirmed = true, recovery_codes = ${recoveryCodes}::text[]
        where user_id = ${userId}`,
  )
}

/** @returns false if the code of this period, or a later one, was used before */
export async function useStep(executor: Executor, userId: string, step: number): Promise<boolean> {
  const count = await run(
    executor,
    sql`update muster.second_factor set last_step = ${step} where user_id = ${userId} and last_step < ${step}`,
  )
  return count > 0
}

/** @returns whether there was such a code; it cannot be used again */
export async function useRecoveryCode(executor: Executor, userId: string, hash: string): Promise<boolean> {
  const count = await run(
    executor,
    sql`update muster.second_factor set recovery_codes = array_remove(recovery_codes, ${hash})
        where user_id = ${userId} and ${hash} = any (recovery_codes)`,
  )
  return count > 0
}

/** @returns whether there was a confirmed one */
export async function deleteSecondFactor(executor: Executor, userId: string): Promise<boolean> {
  const row = await one<{ isConfirmed: boolean }>(
    executor,
    sql`delete from muster.second_factor where user_id = ${userId} returning is_confirmed as "isConfirmed"`,
  )
  return row?.isConfirmed ?? false
}
