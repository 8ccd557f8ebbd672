/** What a hand-over comes to in the ledger. */
import { Refused, TryLater, Unknown } from '../transports/transport.ts'

export interface Result {
  id: number
  state: 'accepted' | 'failed' | 'in_doubt' | 'waiting'
  providerId: string | null
  /** What the server or provider answered. */
  detail: string | null
  /** For `waiting`: seconds from now. */
  retryInSeconds: number | null
  /** Whether it counts as an attempt: not when no mail server was reached. */
  isAttempt: boolean
  /** Whether the address is at fault. */
  isBounce: boolean
}

/** Seconds before the second attempt, the third and so on: a day together. Greylisting ends within minutes. */
const backoff = [60, 300, 900, 3600, 7200, 14_400, 28_800, 31_200]

/** @param tries attempts with this one */
export function resultOf(id: number, tries: number, error: unknown): Result {
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
  const result = { id, providerId: null, detail, retryInSeconds: null, isAttempt: true, isBounce: false }
  if (error instanceof Refused) return { ...result, state: 'failed', isBounce: error.isAboutAddress }
  if (error instanceof TryLater) {
    if (error.isAboutSender) return { ...result, state: 'waiting', isAttempt: false }
    const retryInSeconds = backoff[tries - 1]
    return retryInSeconds === undefined
      ? { ...result, state: 'failed' }
      : { ...result, state: 'waiting', retryInSeconds }
  }
  if (error instanceof Unknown) return { ...result, state: 'in_doubt' }
  // An error of ours, at a moment that is not known.
  return { ...result, state: 'in_doubt' }
}
