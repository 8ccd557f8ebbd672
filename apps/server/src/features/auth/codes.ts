/** Codes of the second factor: those that an app shows (TOTP), by the auth library, and recovery codes. */
import crypto from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { codeLength } from '@muster/contract/auth/second-factor.api'
import { isSameText } from '../../platform/same-text.ts'

/** For how long an app shows a code, as all apps do. */
const periodSeconds = 30

const recoveryCodeCount = 10

/** What the app shows beside its codes. */
const appName = 'Muster'

export function newSecret(): string {
  return crypto.randomBytes(20).toString('base64url')
}

/** A secret for the app: as a QR code, and to type. */
export function forApp(secret: string, email: string): { uri: string; secret: string } {
  return {
    uri: createOTP(secret).url(appName, email),
    secret: base32.encode(secret, { padding: false }),
  }
}

/** The period in which the app shows this code, up to one before or after now; null for a wrong code. */
export async function stepOf(secret: string, code: string): Promise<number | null> {
  const otp = createOTP(secret, { digits: codeLength, period: periodSeconds })
  const now = Math.floor(Date.now() / 1000 / periodSeconds)
  for (const step of [now, now - 1, now + 1]) {
    if (isSameText(code, await otp.hotp(step))) return step
  }
  return null
}

/** Without what people add for reading. */
export const normalized = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

export const isOfApp = (code: string): boolean => /^\d+$/.test(code) && code.length === codeLength

/** Twelve letters and digits each, none of them easily mistaken for another. */
export function newRecoveryCodes(): string[] {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const part = () => Array.from({ length: 4 }, () => letters[crypto.randomInt(letters.length)]).join('')
  return Array.from({ length: recoveryCodeCount }, () => [part(), part(), part()].join('-'))
}

/** They are too random to be guessed from a fast hash. */
export function hashOfCode(code: string): string {
  return crypto.createHash('sha256').update(normalized(code)).digest('hex')
}
