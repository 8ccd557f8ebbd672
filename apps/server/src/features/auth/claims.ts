/**
 * What a JSON Web Token says, without checking its signature: for tokens that the library checks before or after.
 *
 * @returns nothing if it is no such token
 */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
