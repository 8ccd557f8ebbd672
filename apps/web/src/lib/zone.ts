/** The time zone of displayed instants: the selected team's, before that the browser's. */
import { useSyncExternalStore } from 'react'

let zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const listeners = new Set<() => void>()

export const currentZone = (): string => zone

export function setZone(timeZone: string): void {
  if (timeZone === zone) return
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    return // a zone this browser does not know: keep the previous one
  }
  zone = timeZone
  for (const listener of listeners) listener()
}

export const useZone = (): string =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentZone)
