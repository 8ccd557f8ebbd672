import { useEffect } from 'react'
import type { Latest } from './latest.ts'

/** Reports how far the grid is scrolled to the right, for the footer below its columns. */
export function useScrollAcross(wrapper: { current: HTMLElement | null }, latest: { current: Latest }): void {
  useEffect(() => {
    const element = wrapper.current
    if (!element) return
    const report = (event: Event) => {
      if (event.target instanceof Element) latest.current.onScrollAcross(event.target.scrollLeft)
    }
    element.addEventListener('scroll', report, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', report, { capture: true })
  }, [wrapper, latest])
}
