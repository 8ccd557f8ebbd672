/** The browser's first moment without work: what nobody waits for begins then, after what the first page shows. */
import { startTransition, useEffect, useState } from 'react'

/** A page that is busy for longer does not put it off further. */
const mostBusyMs = 5000
/** Nor does one that still waits for what it shows first. */
const mostHeldMs = 10_000
/** Where the browser does not tell (Safari). */
const guessedMs = 300

let isRested = false
let isAwaited = false
/** How many wait for what the first page shows. */
let held = 0
const waiting = new Set<() => void>()

function awaitRest(): void {
  if (isAwaited) return
  isAwaited = true
  setTimeout(begin, mostHeldMs)
  whenIdle()
}

function whenIdle(): void {
  const tryToBegin = () => {
    if (held === 0) begin()
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(tryToBegin, { timeout: mostBusyMs })
  else setTimeout(tryToBegin, guessedMs)
}

function begin(): void {
  if (isRested) return
  isRested = true
  for (const work of waiting) setTimeout(work)
  waiting.clear()
}

/**
 * While the first page waits for an answer, or is drawn in pieces, the browser is idle, but does not rest.
 *
 * @returns to call once it is shown
 */
export function holdRest(): () => void {
  let isHeld = true
  held++
  return () => {
    if (!isHeld) return
    isHeld = false
    held--
    if (held === 0 && isAwaited) whenIdle()
  }
}

/** False until the browser rests for the first time after somebody asked; then true for good. */
export function useIsRested(): boolean {
  const [isKnown, setKnown] = useState(isRested)
  useEffect(() => {
    if (isKnown) return
    const tell = () => startTransition(() => setKnown(true))
    whenRested(tell)
    return () => void waiting.delete(tell)
  }, [isKnown])
  return isKnown
}

/** Runs `work` at that moment, in a task of its own, once however often it was passed before; at once if the moment has passed. */
export function whenRested(work: () => void): void {
  if (isRested) work()
  else {
    waiting.add(work)
    awaitRest()
  }
}
