/** Light, dark or as the device has it. Kept on the server with the user's settings, not in the browser. */
import { useSyncExternalStore } from 'react'

export const colorSchemes = ['auto', 'light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

let scheme: ColorScheme = 'auto'
const listeners = new Set<() => void>()

export function setColorScheme(next: ColorScheme): void {
  if (next === scheme) return
  scheme = next
  for (const listener of listeners) listener()
}

export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, current, current)

const current = (): ColorScheme => scheme

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
