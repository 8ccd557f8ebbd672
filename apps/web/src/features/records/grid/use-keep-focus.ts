/**
 * Keeps the focus in the grid. It is on a cell of the hidden table, which is removed as soon as its row is out of view:
 * the browser then gives the focus to the page, and what is typed next would be lost.
 */
import { useEffect } from 'react'

export function useKeepFocus(wrapper: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = wrapper.current
    if (!element) return
    let last: Element | null = null
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element && element.contains(target) ? target : null
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && element.contains(target))) last = null
    }
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      element.querySelector<HTMLElement>('canvas[tabindex]')?.focus({ preventScroll: true })
    })
    observer.observe(element, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [wrapper])
}
