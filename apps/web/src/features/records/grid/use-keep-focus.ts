/**
 * Keeps the focus in the grid. It is on a cell of the hidden table, which is removed as soon as its row is out of view:
 * the browser then gives the focus to the page, and what is typed next would be lost.
 */
import { useCallback, useEffect, useRef } from 'react'

/** What has the focus while no cell has it; null until the grid knows its size. */
export const canvasOf = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>('canvas[tabindex]') ?? null

/**
 * @param isReady whether the grid is drawn
 * @returns asks for the focus once there is a canvas, unless something else has it by then
 */
export function useKeepFocus(wrapper: { current: HTMLElement | null }, isReady: boolean): () => void {
  const isWanted = useRef(false)
  useEffect(() => {
    const element = wrapper.current
    if (!element || !isReady) return
    let last: Element | null = null
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element && element.contains(target) ? target : null
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && element.contains(target))) last = null
    }
    const keep = () => {
      const canvas = canvasOf(element)
      const isLost = isWanted.current || (last !== null && !last.isConnected)
      if (!canvas || !isLost) return
      isWanted.current = false
      if (document.activeElement === document.body) canvas.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(keep)
    observer.observe(element, { childList: true, subtree: true })
    keep()
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [wrapper, isReady])
  return useCallback(() => {
    isWanted.current = true
  }, [])
}
