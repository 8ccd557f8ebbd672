/** When a value in place is read and when it is edited: it is opened, and left by keyboard or by a click elsewhere. */
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isInPortal } from '../../../ui/in-portal.ts'

export interface InPlace {
  isOpen: boolean
  /** The key that it was opened by. */
  initialText: string | undefined
  open(initialText?: string): void
  /** Back to reading, with the focus on the value. */
  close(): void
  /** For the element around the editor. */
  onBlur(event: FocusEvent<HTMLElement>): void
}

export function useInPlace(
  item: RefObject<HTMLElement | null>,
  /** Finishes the edit; false where the editor has to stay. */
  leave: () => boolean,
): InPlace {
  const [state, setState] = useState<{ initialText: string | undefined } | null>(null)
  const isOpen = state !== null
  const latest = useRef(leave)
  latest.current = leave
  /** A press may move what is below before it is a click, so an editor that is left stays until then. */
  const isPressed = useRef(false)
  const takesFocus = useRef(false)

  const isOutside = (target: EventTarget | null): boolean =>
    target instanceof Element &&
    // What was removed by the press was part of an editor.
    target.isConnected &&
    item.current?.contains(target) === false &&
    !isInPortal(target)
  const isElsewhere = useRef(isOutside)
  isElsewhere.current = isOutside
  const shut = () => {
    if (latest.current()) setState(null)
  }
  const away = useRef(shut)
  away.current = shut

  useEffect(() => {
    if (!isOpen) return
    let from: EventTarget | null = null
    const onDown = (event: Event) => {
      isPressed.current = true
      from = event.target
    }
    const onUp = () => setTimeout(() => (isPressed.current = false))
    const onClick = (event: Event) => {
      isPressed.current = false
      // A selection of text may begin inside and end outside.
      if (isElsewhere.current(from ?? event.target)) away.current()
      from = null
    }
    document.addEventListener('pointerdown', onDown, true)
    document.addEventListener('pointerup', onUp, true)
    document.addEventListener('pointercancel', onUp, true)
    document.addEventListener('click', onClick, true)
    return () => {
      isPressed.current = false
      document.removeEventListener('pointerdown', onDown, true)
      document.removeEventListener('pointerup', onUp, true)
      document.removeEventListener('pointercancel', onUp, true)
      document.removeEventListener('click', onClick, true)
    }
  }, [isOpen])

  useEffect(() => {
    const element = item.current
    if (isOpen && !element?.contains(document.activeElement)) {
      // An editor without an input of its own, such as one of rows.
      element?.querySelector<HTMLElement>('button, input, textarea, [contenteditable="true"]')?.focus()
    } else if (!isOpen && takesFocus.current) {
      takesFocus.current = false
      element?.querySelector<HTMLElement>('[data-opens-editor]')?.focus()
    }
  }, [isOpen, item])

  return {
    isOpen,
    initialText: state?.initialText,
    open: (initialText) => setState({ initialText }),
    close() {
      takesFocus.current = isOpen
      setState(null)
    },
    onBlur({ relatedTarget }) {
      if (isOpen && !isPressed.current && isOutside(relatedTarget)) shut()
    },
  }
}
