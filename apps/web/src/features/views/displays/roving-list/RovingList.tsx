/**
 * A long virtual list. It is one tab stop: arrow keys, Home and End move between the rows
 * that can have the focus, each of which contains an element with `data-stop`.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './RovingList.module.css'

interface Props<Row> {
  rows: readonly Row[]
  label: string
  keyOf(row: Row): string | number
  /** Whether the row has an element with `data-stop`. */
  isStop(row: Row): boolean
  /** The element with `data-stop` gets `tabIndex`. */
  render(row: Row, tabIndex: 0 | -1): ReactNode
  /** Estimated height, in pixels. */
  heightOf(row: Row): number
  /** A row to scroll to when this changes. */
  scrollTo?: number | undefined
  className?: string | undefined
}

export function RovingList<Row>(props: Props<Row>) {
  const { rows, label, keyOf, isStop, render, heightOf, scrollTo, className } = props
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | number | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => heightOf(rows[at] as Row),
    getItemKey: (at) => keyOf(rows[at] as Row),
    overscan: 8,
  })
  useEffect(() => {
    if (scrollTo !== undefined && scrollTo >= 0) virtual.scrollToIndex(scrollTo, { align: 'start' })
  }, [scrollTo, virtual])

  const known = active === null ? -1 : rows.findIndex((row) => keyOf(row) === active)
  const stop = known >= 0 ? known : rows.findIndex(isStop)

  const goTo = (at: number) => {
    const row = rows[at]
    if (row === undefined) return
    setActive(keyOf(row))
    virtual.scrollToIndex(at)
    // The row is rendered after the scroll.
    const focus = (tries: number) => {
      const element = box.current?.querySelector<HTMLElement>(`[data-index="${at}"] [data-stop]`)
      if (element) element.focus()
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
    }
    requestAnimationFrame(() => focus(20))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: 1, End: -1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    let at = event.key === 'Home' ? 0 : event.key === 'End' ? rows.length - 1 : stop + step
    while (rows[at] !== undefined && !isStop(rows[at] as Row)) at += step
    goTo(at)
  }

  return (
    <div ref={box} className={`${classes.box} ${className ?? ''}`}>
      <ul
        aria-label={label}
        className={classes.list}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index] as Row
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              onFocus={() => isStop(row) && setActive(keyOf(row))}
            >
              {render(row, index === stop ? 0 : -1)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
