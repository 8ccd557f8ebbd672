/** Arrow keys move between cards, unless they move one that was picked up. */
import type { KeyboardEvent } from 'react'

export function isOnCard(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return false
  if (!(event.target instanceof HTMLElement)) return false
  return event.target.matches('[data-card]')
}

/** From a column to the nearest one with cards: to its tab stop. */
export function focusBeside(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!by || !isOnCard(event)) return
  const columns = [...event.currentTarget.querySelectorAll('[data-cards]')]
  const at = columns.findIndex((column) => column.contains(event.target as Node))
  for (let next = at + by; next >= 0 && next < columns.length; next += by) {
    const card = columns[next]?.querySelector<HTMLElement>('[data-card][tabindex="0"]')
    if (!card) continue
    event.preventDefault()
    card.focus()
    return
  }
}
