/** The one queue by which edits and operations on records go to the server: what the connection loses waits here. */
import { useSyncExternalStore } from 'react'
import { ApiError, newKey } from '../../../lib/api.ts'
import { RetryQueue } from '../../../lib/retry-queue.ts'

/** Answers of a proxy in front of the server, or of a server that is starting. */
const away = new Set([0, 502, 503, 504])

const isLost = (error: unknown): boolean =>
  error instanceof ApiError &&
  (away.has(error.status) || error.code === 'rate_limited' || isStillRunning(error))

/** The first attempt of the same request has not ended: its answer will be available in a moment. */
const isStillRunning = (error: ApiError) => error.code === 'request_running'

export const writeQueue = new RetryQueue({ isLost, newKey })
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => writeQueue.hurry())
  // A tab that becomes visible again does not wait for the next attempt.
  document.addEventListener('visibilitychange', () => document.hidden || writeQueue.hurry())
}

/** Sends a write until it has arrived. @throws ApiError when the server refuses it */
export function sendReliably<T>(write: (idempotencyKey: string) => Promise<T>): Promise<T> {
  return writeQueue.send(write)
}

const subscribe = (listener: () => void) => writeQueue.subscribe(listener)

/** How many writes wait for the connection; 0 when all is well. */
export const useWaitingWrites = (): number => useSyncExternalStore(subscribe, () => writeQueue.waiting)
