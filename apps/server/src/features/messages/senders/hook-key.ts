/** The secret in the address of a provider's callbacks. */
import crypto from 'node:crypto'

export const newHookKey = (): string => crypto.randomBytes(24).toString('base64url')

/** By which the sender of a callback is found. */
export const hookKeyHash = (key: string): Buffer => crypto.createHash('sha256').update(key).digest()
