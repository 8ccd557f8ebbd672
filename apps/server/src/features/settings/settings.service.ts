/** Settings of the system: read by other features, changed by system administrators. */
import { AppError } from '@muster/contract/errors'
import {
  defaultSettings,
  isAllowedAddress,
  type SystemSettings,
  systemSettingsSchema,
} from '@muster/contract/sysAdmin/settings.schema'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { type Executor, transaction } from '../../platform/db.ts'
import { findSettings, lockSettings, putSetting } from './settings.repo.ts'

/** All settings; those that nobody has changed have their defaults. */
export async function systemSettings(executor: Executor): Promise<SystemSettings> {
  const changed = await findSettings(executor)
  return systemSettingsSchema.parse({
    ...defaultSettings,
    ...Object.fromEntries(
      changed.filter(({ key }) => key in defaultSettings).map(({ key, value }) => [key, value]),
    ),
  })
}

/** What is left out keeps its value. */
export function changeSettings(
  { pool }: Pick<Deps, 'pool'>,
  userId: string,
  changes: Partial<SystemSettings>,
): Promise<SystemSettings> {
  return transaction(pool, async (client) => {
    await lockSettings(client)
    const before = await systemSettings(client)
    for (const [key, value] of Object.entries(changes)) {
      await putSetting(client, { key, value, userId })
    }
    const after = await systemSettings(client)
    await audit(client, {
      teamId: null,
      subject: 'system_setting',
      subjectId: 'system',
      name: 'system',
      action: 'updated',
      before: { ...before },
      after: { ...after },
    })
    return after
  })
}

/**
 * @param path of the password in the request
 * @throws AppError validation_failed if a new password is shorter than the system requires
 */
export async function checkNewPassword(executor: Executor, password: string, path: string): Promise<void> {
  const { minPasswordLength: min } = await systemSettings(executor)
  if (password.length >= min) return
  throw new AppError('validation_failed', { errors: [{ path, code: 'too_short', params: { min } }] })
}

/** @throws AppError validation_failed if new accounts may not have this address */
export async function checkNewAddress(executor: Executor, email: string): Promise<void> {
  if (isAllowedAddress(await systemSettings(executor), email)) return
  throw new AppError('validation_failed', { errors: [{ path: 'email', code: 'mail_domain' }] })
}
