/** Settings of the system: read by other features, changed by system administrators. */
import { AppError } from '@muster/contract/errors'
import {
  defaultSettings,
  isAllowedAddress,
  type SettingChanges,
  type SettingsView,
  type SystemSettings,
  systemSettingsSchema,
} from '@muster/contract/sysAdmin/settings.schema'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { type Executor, transaction } from '../../platform/db.ts'
import { clientSecretSetAt, putClientSecret } from './client-secret.ts'
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

/** Where an OpenID Connect provider sends people back to: a screen of the web app. */
export function oidcRedirectUri({ publicUrl }: Deps['config']): string {
  return `${publicUrl}/login/callback`
}

/** All settings as system administrators see them. */
export async function settingsView(
  { config }: Pick<Deps, 'config'>,
  executor: Executor,
): Promise<SettingsView> {
  return {
    ...(await systemSettings(executor)),
    oidcClientSecretSetAt: await clientSecretSetAt(executor),
    oidcRedirectUri: oidcRedirectUri(config),
  }
}

/** What is left out keeps its value. */
export function changeSettings(
  { pool, config }: Pick<Deps, 'pool' | 'config'>,
  userId: string,
  { oidcClientSecret, ...changes }: SettingChanges,
): Promise<SettingsView> {
  return transaction(pool, async (client) => {
    await lockSettings(client)
    const before = await settingsView({ config }, client)
    for (const [key, value] of Object.entries(changes)) {
      await putSetting(client, { key, value, userId })
    }
    if (oidcClientSecret !== undefined) await putClientSecret({ config }, client, oidcClientSecret, userId)
    const after = await settingsView({ config }, client)
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

/** @throws AppError mail_domain_refused if neither new accounts nor invitations may have this address */
export async function checkNewAddress(executor: Executor, email: string): Promise<void> {
  if (isAllowedAddress(await systemSettings(executor), email)) return
  throw new AppError('mail_domain_refused', { errors: [{ path: 'email', code: 'mail_domain' }] })
}
