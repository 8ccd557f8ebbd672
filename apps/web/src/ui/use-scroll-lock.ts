/** Keeps the page behind from scrolling while `isOn`. */
import { useEffect } from 'react'

export function useScrollLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const before = document.body.style.overflow
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = before
    }
  }, [isOn])
}
