/** The one way by which edits and acts on records go to the server: what the connection loses waits here. */
import { useSyncExternalStore } from 'react'
import { ApiError, newKey } from '../../../lib/api.ts'
import { RetryQueue } from '../../../lib/retry-queue.ts'

/** Answers of what stands in front of the server, or of a server that is starting. */
const away = new Set([0, 502, 503, 504])

const isLost = (error: unknown): boolean =>
  error instanceof ApiError &&
  (away.has(error.status) || error.code === 'rate_limited' || isStillRunning(error))

/** The first try of the same request has not ended: its answer can be had in a moment. */
const isStillRunning = (error: ApiError) => error.code === 'idempotency_key_reused'
/** A request that a dying server left half done never ends: then its sender decides. */
const mostRunning = 8

export const writeQueue = new RetryQueue({ isLost, newKey })
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => writeQueue.hurry())
  // A tab that is looked at again does not wait for the next try.
  document.addEventListener('visibilitychange', () => document.hidden || writeQueue.hurry())
}

/** Sends a write until it has arrived. @throws ApiError what the server refused it with */
export function sendReliably<T>(write: (idempotencyKey: string) => Promise<T>): Promise<T> {
  let running = 0
  return writeQueue.send(async (key) => {
    try {
      return await write(key)
    } catch (error) {
      if (error instanceof ApiError && isStillRunning(error) && ++running >= mostRunning) {
        throw new ApiError(409, 'unexpected')
      }
      throw error
    }
  })
}

const subscribe = (listener: () => void) => writeQueue.subscribe(listener)

/** How many acts wait for the connection; 0 while all is well. */
export const useWaitingWrites = (): number => useSyncExternalStore(subscribe, () => writeQueue.waiting)
