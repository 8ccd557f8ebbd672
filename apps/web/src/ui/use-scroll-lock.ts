/** Keeps the page behind from scrolling while `isOn`. */
import { useLayoutEffect } from 'react'

export function useScrollLock(isOn: boolean): void {
  // In the same step as the page's change: never a frame of the one without the other.
  useLayoutEffect(() => {
    if (!isOn) return
    const before = document.body.style.overflow
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = before
    }
  }, [isOn])
}
