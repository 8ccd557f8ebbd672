/** What became of a request to a provider's API. */
import { TryLater, Unknown } from './transport.ts'

/** Requests that never reached the provider have created nothing. */
const unreachedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** @param error of `fetch` */
export function withoutAnswer(error: unknown): Error {
  const cause = (error as { cause?: { code?: string } }).cause
  const wasUnreached = unreachedCodes.has(cause?.code ?? '')
  return wasUnreached ? new TryLater(causeOf(error), true) : new Unknown(causeOf(error))
}

export function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message ?? String(error)
}

/** Undefined for text that is none. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
