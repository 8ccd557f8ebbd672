/** The browser's first moment without work: what nobody waits for begins then, after what the first page shows. */
import { useSyncExternalStore } from 'react'

/** A page that is busy for longer does not put it off further. */
const mostMs = 2000
/** Where the browser does not tell (Safari). */
const guessedMs = 300

let isRested = false
let isAwaited = false
const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  awaitRest()
  return () => listeners.delete(listener)
}

function awaitRest(): void {
  if (isAwaited) return
  isAwaited = true
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: mostMs })
  else setTimeout(begin, guessedMs)
}

function begin(): void {
  isRested = true
  for (const listener of [...listeners, ...waiting]) listener()
  waiting.clear()
}

/** False until the browser rests for the first time after somebody asked; then true for good. */
export const useIsRested = (): boolean => useSyncExternalStore(subscribe, () => isRested)

/** Runs `work` at that moment, once however often it was passed before; at once if the moment has passed. */
export function whenRested(work: () => void): void {
  if (isRested) work()
  else {
    waiting.add(work)
    awaitRest()
  }
}
