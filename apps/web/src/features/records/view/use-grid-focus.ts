/**
 * Another order or other groups make a new grid. It gets the focus that the old one had, or its menu: otherwise the
 * browser gives it to the page, and the next key does nothing.
 */
import { useCallback, useEffect, useRef } from 'react'
import type { GridNavigator } from '../components/grid-hooks.ts'

/** @returns to be called when something in the list gets the focus */
export function useGridFocus(navigator: GridNavigator | null): () => void {
  const isInList = useRef(false)
  useEffect(() => {
    // Before what is in the list is noted below.
    const forget = () => {
      isInList.current = false
    }
    document.addEventListener('focusin', forget, true)
    return () => document.removeEventListener('focusin', forget, true)
  }, [])
  useEffect(() => {
    if (navigator && isInList.current && document.activeElement === document.body) navigator.focus()
  }, [navigator])
  return useCallback(() => {
    isInList.current = true
  }, [])
}
