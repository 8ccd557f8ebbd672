import crypto from 'node:crypto'

/** Compares a text with a secret in constant time. */
export function isSameText(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && crypto.timingSafeEqual(a, b)
}
