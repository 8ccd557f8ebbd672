/** The width and height of an element's inside, and how far it is scrolled down. */
import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Size {
  width: number
  height: number
  top: number
}

export function useSize(element: RefObject<HTMLElement | null>, isThere: boolean): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0, top: 0 })
  useLayoutEffect(() => {
    const node = element.current
    if (!node || !isThere) return
    const read = () =>
      setSize((now) => {
        const next = { width: node.clientWidth, height: node.clientHeight, top: node.scrollTop }
        return next.width === now.width && next.height === now.height && next.top === now.top ? now : next
      })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(node)
    node.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      node.removeEventListener('scroll', read)
    }
  }, [element, isThere])
  return size
}
