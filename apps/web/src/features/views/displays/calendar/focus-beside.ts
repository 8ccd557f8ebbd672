/** Arrow keys go to what lies nearest in their direction, for things that stand neither in rows nor in columns. */
import type { KeyboardEvent } from 'react'

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** @param selector the things that can have the focus */
export function focusBeside(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const direction = directions[event.key]
  const from = event.target as HTMLElement
  if (!direction || !from.matches(selector)) return
  const [right, down] = direction
  const start = middleOf(from)
  let best: { element: HTMLElement; distance: number } | null = null
  for (const element of event.currentTarget.querySelectorAll<HTMLElement>(selector)) {
    const { x, y } = middleOf(element)
    const ahead = (x - start.x) * right + (y - start.y) * down
    const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right)
    // What lies beside counts as farther than what lies ahead.
    const distance = ahead + aside * 3
    if (element !== from && ahead > 1 && (!best || distance < best.distance)) best = { element, distance }
  }
  if (!best) return
  event.preventDefault()
  best.element.focus()
  best.element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function middleOf(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
