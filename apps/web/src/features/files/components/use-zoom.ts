/** Zoom and position of a picture: by wheel, pinch, drag, double click, buttons and keys. */
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export interface View {
  /** 1: fits. */
  scale: number
  /** Pixels from the centre. */
  x: number
  y: number
}

export const fitted: View = { scale: 1, x: 0, y: 0 }
export const mostScale = 8
const step = 1.5

/** Zooms around a point, given from the centre of the stage. */
export function zoomAt(view: View, factor: number, px: number, py: number): View {
  const scale = Math.min(mostScale, Math.max(1, view.scale * factor))
  if (scale === 1) return fitted
  const by = scale / view.scale
  return { scale, x: px - (px - view.x) * by, y: py - (py - view.y) * by }
}

export function useZoom(stage: RefObject<HTMLElement | null>, key: string) {
  const [view, setView] = useState(fitted)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts fitted
  useEffect(() => setView(fitted), [key])

  const fromMiddle = useCallback(
    (clientX: number, clientY: number) => {
      const box = stage.current?.getBoundingClientRect()
      return box
        ? { px: clientX - box.left - box.width / 2, py: clientY - box.top - box.height / 2 }
        : { px: 0, py: 0 }
    },
    [stage],
  )
  const keep = useCallback(
    (next: View): View => {
      const box = stage.current?.getBoundingClientRect()
      if (!box || next.scale === 1) return fitted
      const far = (length: number) => (length * (next.scale - 1)) / 2
      const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))
      return { ...next, x: within(next.x, far(box.width)), y: within(next.y, far(box.height)) }
    },
    [stage],
  )

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { px, py } = fromMiddle(event.clientX, event.clientY)
      setView((now) => keep(zoomAt(now, Math.exp(-event.deltaY / 300), px, py)))
    }
    // React's own listeners are passive, and would let the page scroll.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stage, fromMiddle, keep])

  const onPointerMove = (event: PointerEvent) => {
    const last = fingers.current.get(event.pointerId)
    if (!last) return
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
    const next = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, next)
    const [other] = others
    if (!other) {
      setView((now) => keep({ ...now, x: now.x + next.x - last.x, y: now.y + next.y - last.y }))
      return
    }
    const before = Math.hypot(last.x - other.x, last.y - other.y)
    const after = Math.hypot(next.x - other.x, next.y - other.y)
    const { px, py } = fromMiddle((next.x + other.x) / 2, (next.y + other.y) / 2)
    if (before > 0) setView((now) => keep(zoomAt(now, after / before, px, py)))
  }
  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId)

  return {
    view,
    zoomIn: () => setView((now) => keep(zoomAt(now, step, 0, 0))),
    zoomOut: () => setView((now) => keep(zoomAt(now, 1 / step, 0, 0))),
    fit: () => setView(fitted),
    pan: (x: number, y: number) => setView((now) => keep({ ...now, x: now.x + x, y: now.y + y })),
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove,
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick(event: { clientX: number; clientY: number }) {
        const { px, py } = fromMiddle(event.clientX, event.clientY)
        setView((now) => (now.scale > 1 ? fitted : keep(zoomAt(now, 3, px, py))))
      },
    },
  }
}
