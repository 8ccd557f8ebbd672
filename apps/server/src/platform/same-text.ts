import crypto from 'node:crypto'

/** Whether a text that somebody gives is the secret one; how long this takes says nothing of where they differ. */
export function isSameText(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && crypto.timingSafeEqual(a, b)
}
