/** The client secret of the OpenID Connect provider: encrypted in the database, and shown to nobody. */
import type { Deps } from '../../engine/public.ts'
import type { Executor, Transaction } from '../../platform/db.ts'
import { decrypt, encrypt } from '../../platform/encryption.ts'
import { deleteSetting, findSetting, putSetting } from './settings.repo.ts'

type SecretDeps = Pick<Deps, 'config' | 'log'>

const key = 'oidcClientSecret'

/** @param secret null removes it */
export async function putClientSecret(
  { config }: Pick<Deps, 'config'>,
  client: Transaction,
  secret: string | null,
  userId: string,
): Promise<void> {
  if (secret === null) return deleteSetting(client, key)
  await putSetting(client, { key, value: await encrypt(config, secret), userId })
}

/** When it was set, or null. */
export async function clientSecretSetAt(executor: Executor): Promise<string | null> {
  return (await findSetting(executor, key))?.updatedAt ?? null
}

/** Null as well if it cannot be decrypted, because `MUSTER_SECRET` is another one than when it was set. */
export async function clientSecret({ config, log }: SecretDeps, executor: Executor): Promise<string | null> {
  const found = await findSetting(executor, key)
  if (!found) return null
  try {
    return await decrypt(config, String(found.value))
  } catch {
    log.error('The client secret of the OpenID Connect provider was set with another MUSTER_SECRET')
    return null
  }
}
