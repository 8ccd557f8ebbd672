/**
 * Calls `leave` on Escape, unless something inside handled the key: an editor (`preventDefault` or
 * `stopPropagation`), a menu, a list of choices. A tooltip on a focused button handles the key too, but should
 * not have to be closed first.
 */
import { type RefObject, useEffect, useRef } from 'react'

export function useEscape(
  isOn: boolean,
  leave: () => void,
  /** The dialog itself, if it is one. */
  own?: RefObject<Element | null>,
): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    if (!isOn) return
    let handled: Event | undefined
    const go = (event: KeyboardEvent) => {
      if (event.defaultPrevented || handled === event) return
      // A dialog over the page handles its own; it may have closed on this very key.
      const over = event.target instanceof Element ? event.target.closest('[aria-modal="true"]') : null
      if (over && over !== own?.current) return
      handled = event
      latest.current()
    }
    const onBubble = (event: KeyboardEvent) => {
      if (event.key === 'Escape') go(event)
    }
    const onCapture = (event: KeyboardEvent) => {
      const target = event.target
      if (event.key !== 'Escape' || !(target instanceof Element)) return
      const isPlainButton =
        target.closest('button, a') &&
        !target.closest('[role="menu"], [role="listbox"], [aria-expanded="true"][aria-haspopup]')
      if (isPlainButton) setTimeout(() => go(event))
    }
    document.addEventListener('keydown', onCapture, true)
    document.addEventListener('keydown', onBubble)
    return () => {
      document.removeEventListener('keydown', onCapture, true)
      document.removeEventListener('keydown', onBubble)
    }
  }, [isOn, own])
}
