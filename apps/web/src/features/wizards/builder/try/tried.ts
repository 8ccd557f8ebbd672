/** The wizard that is tried beside its builder, with its trial run; it stays while one goes from page to page. */
import { useSyncExternalStore } from 'react'

interface Tried {
  dataWizardId: number
  /** Null until it has started. */
  runId: number | null
}

let tried: Tried | null = null
const listeners = new Set<() => void>()

export function setTried(next: Tried | null): void {
  tried = next
  for (const listener of listeners) listener()
}

/** Null unless this wizard is being tried. */
export function useTried(dataWizardId: number): Tried | null {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => tried,
  )
  return now?.dataWizardId === dataWizardId ? now : null
}
