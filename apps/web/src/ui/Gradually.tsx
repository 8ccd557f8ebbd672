/**
 * Draws its children in the background while the app starts, in pieces of a few milliseconds: drawn at once, the first page
 * would keep a slow processor from answering a key or a click until all of it is there.
 */
import { createContext, type ReactNode, useContext, useDeferredValue, useState } from 'react'

/** Whether the first page of the app is being drawn. Later pages appear at once. */
export const StartContext = createContext(false)

/** @param fallback until the children are drawn */
export function Gradually({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const isStarting = useContext(StartContext)
  const [isGradual] = useState(isStarting)
  const isDue = useDeferredValue(true, !isGradual)
  return isDue ? children : fallback
}
