/**
 * Lays things out by their chosen widths, where there is room; on a narrow screen each takes the whole
 * line. Cards need more room than fields, and move up below those above them, so that a short one leaves no hole.
 *
 *   <WidthGrid of="cards"><WidthItem width={card.displayWidth}>…</WidthItem></WidthGrid>
 */
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import classes from './WidthGrid.module.css'

const IsPacked = createContext(false)

/** @param isDense values to read, which have room around them already */
export function WidthGrid({
  of,
  isDense = false,
  children,
}: {
  of: 'fields' | 'cards'
  isDense?: boolean
  children: ReactNode
}) {
  return (
    <IsPacked value={of === 'cards'}>
      <div className={classes.grid}>
        <div className={classes.items} data-of={of} data-dense={isDense || undefined}>
          {children}
        </div>
      </div>
    </IsPacked>
  )
}

export function WidthItem({ width, children }: { width: string; children: ReactNode }) {
  const isPacked = useContext(IsPacked)
  return (
    <IsPacked value={false}>
      {isPacked ? (
        <PackedItem width={width}>{children}</PackedItem>
      ) : (
        <div className={classes.item} data-width={width}>
          {children}
        </div>
      )}
    </IsPacked>
  )
}

/** In CSS pixels; the row's is that of the style sheet. */
const gap = 16
const row = 4

/** Takes as many rows of the grid as it is high. */
function PackedItem({ width, children }: { width: string; children: ReactNode }) {
  const item = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measured = content.current
    if (!measured) return
    const place = () => {
      const height = measured.getBoundingClientRect().height + gap
      item.current?.style.setProperty('grid-row-end', `span ${Math.ceil(height / row)}`)
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={item} className={classes.item} data-width={width}>
      <div ref={content}>{children}</div>
    </div>
  )
}
