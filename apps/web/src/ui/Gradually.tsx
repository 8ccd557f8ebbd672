/**
 * Draws its children in the background while the app starts, in pieces of a few milliseconds: drawn at once, the first page
 * would keep a slow processor from answering a key or a click until all of it is there.
 */
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { holdRest } from '../lib/rest.ts'

/** Whether the first page of the app is being drawn. Later pages appear at once. */
export const StartContext = createContext(false)

/**
 * @param fallback until the children are drawn
 * @param turn what has a later turn waits until those that began with it and have earlier ones are on the screen
 */
export function Gradually({
  fallback,
  turn = 1,
  children,
}: {
  fallback?: ReactNode
  turn?: number
  children: ReactNode
}) {
  const isStarting = useContext(StartContext)
  const [now, setNow] = useState(isStarting ? 0 : turn)
  const isDue = now >= turn
  useEffect(() => {
    if (!isDue) startTransition(() => setNow(now + 1))
  }, [isDue, now])
  useEffect(() => (isDue ? undefined : holdRest()), [isDue])
  return isDue ? children : fallback
}
