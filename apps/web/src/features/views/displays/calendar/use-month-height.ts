/** The available height for the weeks of a month: what the window leaves, or what the surrounding page sets. */
import { useViewportSize } from '@mantine/hooks'
import { createContext, useContext } from 'react'

/** For pages that are as tall as their content: pixels that do not depend on the window. */
export const FixedHeightContext = createContext<number | null>(null)

const around = 250

export function useMonthHeight(): number {
  const fixed = useContext(FixedHeightContext)
  const { height } = useViewportSize()
  return fixed ?? Math.max(420, (height || 800) - around)
}
