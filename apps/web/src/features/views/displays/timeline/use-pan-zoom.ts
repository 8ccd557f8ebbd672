/** Panning and zooming by pointer: drag, wheel, pinch. Vertical gestures scroll as everywhere. */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

interface Handlers {
  pan(pixels: number): void
  /** @param factor below 1 to come closer @param x from the left edge, in pixels */
  zoom(factor: number, x: number): void
}

/** Pixels that a press may move and still be a click. */
const slack = 4

/** @param isThere whether the element is in the page */
export function usePanZoom(plot: RefObject<HTMLElement | null>, isThere: boolean, handlers: Handlers) {
  const current = useRef(handlers)
  current.current = handlers
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const isDragging = useRef(false)
  const begun = useRef(0)

  useEffect(() => {
    const element = plot.current
    if (!element || !isThere) return
    const onWheel = (event: WheelEvent) => {
      const x = event.clientX - element.getBoundingClientRect().left
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        return current.current.zoom(1.01 ** Math.max(-40, Math.min(40, event.deltaY)), x)
      }
      const scrolls = element.scrollHeight > element.clientHeight
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
      const by = scrolls ? sideways : sideways || event.deltaY
      if (by === 0) return
      event.preventDefault()
      current.current.pan(by)
    }
    // React's own listener is passive, and could not keep the browser from zooming the page.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [plot, isThere])

  const spread = () => {
    const [a, b] = [...pointers.current.values()]
    return a && b ? { distance: Math.max(1, Math.abs(a.x - b.x)), center: (a.x + b.x) / 2 } : null
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' && event.button !== 0) return
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      begun.current = event.clientX
      isDragging.current = pointers.current.size > 1
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const last = pointers.current.get(event.pointerId)
      if (!last) return
      if (!isDragging.current) {
        if (Math.abs(event.clientX - begun.current) < slack) return
        isDragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      const before = spread()
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const now = spread()
      const left = event.currentTarget.getBoundingClientRect().left
      if (before && now) {
        current.current.pan(before.center - now.center)
        current.current.zoom(before.distance / now.distance, now.center - left)
      } else current.current.pan(last.x - event.clientX)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => void pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void pointers.current.delete(event.pointerId),
    /** The end of a drag is no click on what is below it. */
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (!isDragging.current) return
      isDragging.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
