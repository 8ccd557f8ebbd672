/** The time zone of displayed instants: the selected team's, before that the browser's. */
import { useSyncExternalStore } from 'react'

/** Null: the browser's. Nothing is asked of Intl before an instant is written: its first answer takes long. */
let zone: string | null = null
/** The last zone that the browser knew. */
let known: string | null = null
const listeners = new Set<() => void>()

export function currentZone(): string {
  if (zone !== known) {
    if (isKnown(zone)) known = zone
    else zone = known
  }
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** @param timeZone null: the browser's. One that this browser does not know changes nothing. */
export function setZone(timeZone: string | null): void {
  if (timeZone === zone) return
  zone = timeZone
  for (const listener of listeners) listener()
}

function isKnown(timeZone: string | null): boolean {
  try {
    return timeZone === null || new Intl.DateTimeFormat('en', { timeZone }) !== null
  } catch {
    return false
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useZone = (): string => useSyncExternalStore(subscribe, currentZone, currentZone)

/** For those who ask for `currentZone` later on. @returns another value once the zone is another one */
export const useZoneChange = (): unknown => useSyncExternalStore(subscribe, chosen, chosen)

const chosen = (): string | null => zone
