/** Keys of a grid of days: arrows between days, Enter to a day's events, arrows among them, Escape back to the day. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCalendar } from './calendar-context.ts'
import { isSameMonth, shift, stepOf, weekStart } from './days.ts'

/** The focus target of a day: the number in it, or the day itself. */
const stopOf = (cell: HTMLElement) => cell.querySelector<HTMLElement>('[data-day-stop]') ?? cell

const dayOf = (element: Element | null) => element?.closest<HTMLElement>('[data-day]')

/** @param date a day of the month shown, which has the initial focus */
export function useGridKeys(date: string) {
  const { firstDay, show, create } = useCalendar()
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setActive] = useState(date)
  const wanted = useRef<string | null>(null)
  const active = isSameMonth(chosen, date) ? chosen : date

  const focusDay = (day: string): boolean => {
    const cell = box.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
    if (cell) stopOf(cell).focus()
    return cell !== null && cell !== undefined
  }
  // A day of another month exists once that month is shown.
  useEffect(() => {
    if (wanted.current === null || !isSameMonth(wanted.current, date)) return
    focusDay(wanted.current)
    wanted.current = null
  })

  const goTo = (day: string) => {
    setActive(day)
    if (isSameMonth(day, date) && focusDay(day)) return
    wanted.current = day
    show(day)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.target as HTMLElement
    const cell = dayOf(at)
    const day = cell?.dataset.day
    if (!cell || !day || event.altKey || event.ctrlKey || event.metaKey) return
    const stops = [...cell.querySelectorAll<HTMLElement>('[data-stop]')]
    const own = stops.indexOf(at)
    const move = own >= 0 ? amongEvents() : amongDays()
    if (move) {
      event.preventDefault()
      move()
    }

    function amongDays(): (() => void) | undefined {
      switch (event.key) {
        case 'ArrowLeft':
          return () => goTo(shift(day as string, -1))
        case 'ArrowRight':
          return () => goTo(shift(day as string, 1))
        case 'ArrowUp':
          return () => goTo(shift(day as string, -7))
        case 'ArrowDown':
          return () => goTo(shift(day as string, 7))
        case 'Home':
          return () => goTo(weekStart(day as string, firstDay))
        case 'End':
          return () => goTo(shift(weekStart(day as string, firstDay), 6))
        case 'PageUp':
          return () => goTo(stepOf('month', day as string, -1))
        case 'PageDown':
          return () => goTo(stepOf('month', day as string, 1))
        case 'Enter':
        case ' ':
          // Another button of the day keeps its keys.
          if (at !== stopOf(cell as HTMLElement)) return undefined
          return () => {
            const first = stops[0] ?? barOver(cell as HTMLElement)
            if (first) first.focus()
            else create?.(day as string)
          }
        default:
          return undefined
      }
    }

    function amongEvents(): (() => void) | undefined {
      switch (event.key) {
        case 'ArrowDown':
          return () => stops[Math.min(own + 1, stops.length - 1)]?.focus()
        case 'ArrowUp':
          return () => (stops[own - 1] ?? stopOf(cell as HTMLElement)).focus()
        case 'ArrowLeft':
          return () => goTo(shift(day as string, -1))
        case 'ArrowRight':
          return () => goTo(shift(day as string, 1))
        case 'Escape':
          return () => stopOf(cell as HTMLElement).focus()
        default:
          return undefined
      }
    }
  }
  return { box, active, setActive, onKeyDown }
}

/** A bar that started on an earlier day of the week and covers this one. */
function barOver(cell: HTMLElement): HTMLElement | undefined {
  const middle = cell.getBoundingClientRect().left + cell.clientWidth / 2
  return [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-record]') ?? [])].find((bar) => {
    const { left, right } = bar.getBoundingClientRect()
    return left < middle && right > middle
  })
}
