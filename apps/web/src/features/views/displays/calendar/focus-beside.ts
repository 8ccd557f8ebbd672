/** Arrow keys move to the nearest item in their direction, for items that are not in rows or columns. */
import type { KeyboardEvent } from 'react'

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** @param selector the focusable items */
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
    // Sideways distance counts more than distance ahead.
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
