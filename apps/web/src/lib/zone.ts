/** The time zone of displayed instants: the selected team's, before that the browser's. */
import { useSyncExternalStore } from 'react'

/** Null: the browser's, which is asked for only where an instant is written: the first question of Intl takes long. */
let zone: string | null = null
const listeners = new Set<() => void>()

export const currentZone = (): string => zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** @param timeZone null: the browser's. One that this browser does not know changes nothing. */
export function setZone(timeZone: string | null): void {
  if (timeZone === zone) return
  try {
    if (timeZone !== null) new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    return
  }
  zone = timeZone
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useZone = (): string => useSyncExternalStore(subscribe, currentZone, currentZone)

/** For those who ask for `currentZone` later on. @returns another value once the zone is another one */
export const useZoneChange = (): unknown => useSyncExternalStore(subscribe, chosen, chosen)

const chosen = (): string | null => zone
