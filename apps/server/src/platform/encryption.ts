/** Encrypts the secrets that the database has to hold in a readable form. A leaked database alone does not reveal them. */
import crypto from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Config } from './config.ts'

type KeyConfig = Pick<Config, 'secret'>

export function encrypt(config: KeyConfig, text: string): Promise<string> {
  return symmetricEncrypt({ key: keyOf(config), data: text })
}

/** @throws Error if it was encrypted with another `MUSTER_SECRET` */
export function decrypt(config: KeyConfig, text: string): Promise<string> {
  return symmetricDecrypt({ key: keyOf(config), data: text })
}

/** Not the secret itself, which signs cookies. */
function keyOf({ secret }: KeyConfig): string {
  return crypto.createHmac('sha256', secret).update('encryption in the database').digest('base64url')
}
