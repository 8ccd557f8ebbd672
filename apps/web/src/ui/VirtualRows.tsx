/**
 * A long virtual list that scrolls by itself: rows of known heights, of which only those near the viewport are rendered.
 * Loads more before its end is reached.
 *
 *   <VirtualRows
 *     label={text} rows={rows} keyOf={(row) => row.key} heightOf={(row) => 44}
 *     hasMore={query.hasNextPage && !query.isFetchingNextPage} onMore={query.fetchNextPage}
 *   >
 *     {(row) => <Row row={row} />}
 *   </VirtualRows>
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './VirtualRows.module.css'

/** Rows rendered beyond the viewport, and distance from the end at which more are loaded. */
const margin = 10

export function VirtualRows<Row>({
  label,
  className,
  isTabStop = false,
  rows,
  keyOf,
  heightOf,
  hasMore,
  onMore,
  footer,
  children,
}: {
  label: string
  /** Its height. */
  className: string | undefined
  /** For lists whose rows may contain no tab stop. */
  isTabStop?: boolean
  rows: readonly Row[]
  keyOf(row: Row): string
  /** In pixels. */
  heightOf(row: Row): number
  /** Whether there is more that may be loaded now. */
  hasMore: boolean
  onMore(): unknown
  /** Below the last row. */
  footer?: ReactNode
  children(row: Row): ReactNode
}) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index] as Row),
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: margin,
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - margin) onMore()
  }, [hasMore, lastShown, rows.length, onMore])
  return (
    <section
      ref={scroller}
      className={`${classes.scroll} ${className}`}
      aria-label={label}
      tabIndex={isTabStop ? 0 : undefined}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start, size, key }) => (
          <div
            key={key}
            className={classes.row}
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            {children(rows[index] as Row)}
          </div>
        ))}
      </div>
      {footer}
    </section>
  )
}
