/** Keeps the page behind from scrolling while `isOn`. */
import { useLayoutEffect } from 'react'

export function useScrollLock(isOn: boolean): void {
  // In the same frame as the page's change, so that there is no flicker.
  useLayoutEffect(() => {
    if (!isOn) return
    const before = document.body.style.overflow
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = before
    }
  }, [isOn])
}
