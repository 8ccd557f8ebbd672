/** Events by their days in the team's zone, and their lanes in a week of a month. Pure. */
import { dayOfWall, dayToMs } from '@muster/contract/fields/time/calendar'
import { toInstant, toWall } from '@muster/contract/fields/time/zone'
import type { CalendarResult } from '@muster/contract/views/views.schema'
import { daysOf, shift } from './days.ts'

type CalendarEvent = CalendarResult['events'][number]

export interface PlacedEvent {
  id: number
  name: string
  color: string | null
  isAllDay: boolean
  /** First and last day. */
  from: string
  to: string
  /** The clock time at its start and end, in milliseconds read as UTC; null for a whole day. */
  startWall: number | null
  endWall: number | null
  /** Of an event by year, which is on the first day of its year. */
  year?: number | undefined
}

/** The new place of an event, in the API's form of events. */
export interface MovedEvent {
  id: number
  start: string
  end: string | null
  isAllDay: boolean
}

const dayMs = 86_400_000

/** @param timeZone in which instants become days and hours; days of whole-day events have no zone */
export function place(event: CalendarEvent, timeZone: string): PlacedEvent {
  const { id, name, end = null, isAllDay = true, color = null, year } = event
  if (isAllDay) {
    const from = event.start.slice(0, 10)
    const to = end?.slice(0, 10) ?? from
    return { id, name, color, isAllDay, from, to: later(from, to), startWall: null, endWall: null, year }
  }
  const startWall = toWall(Date.parse(event.start), timeZone)
  const endWall = end === null ? null : toWall(Date.parse(end), timeZone)
  const from = dayOfWall(startWall) ?? '0001-01-01'
  // What ends at midnight is not on the day that begins there.
  const last = endWall !== null && endWall > startWall ? (dayOfWall(endWall - 1) ?? from) : from
  return { id, name, color, isAllDay, from, to: last, startWall, endWall }
}

/** In the order of a day: what began earlier, the longer, whole days, hours, names. */
export function inOrder(events: readonly PlacedEvent[], compare: (a: string, b: string) => number) {
  return [...events].sort(
    (a, b) =>
      order(a.from, b.from) ||
      order(b.to, a.to) ||
      Number(b.isAllDay) - Number(a.isAllDay) ||
      (a.startWall ?? 0) - (b.startWall ?? 0) ||
      compare(a.name, b.name) ||
      a.id - b.id,
  )
}

const earlier = (a: string, b: string): string => (order(a, b) < 0 ? a : b)
const later = (a: string, b: string): string => (order(a, b) < 0 ? b : a)
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The events of each day of a range, in the given order. */
export function byDay(
  events: readonly PlacedEvent[],
  range: { from: string; to: string },
): Map<string, PlacedEvent[]> {
  const days = new Map<string, PlacedEvent[]>(daysOf(range).map((day) => [day, []]))
  const last = shift(range.to, -1)
  for (const event of events) {
    const from = later(event.from, range.from)
    const to = earlier(event.to, last)
    if (from === to) days.get(from)?.push(event)
    else if (from < to) for (const day of daysOf({ from, to: shift(to, 1) })) days.get(day)?.push(event)
  }
  return days
}

export interface Bar {
  event: PlacedEvent
  /** The column of the week in which it starts, and how many it covers. */
  column: number
  span: number
  lane: number
  /** It started before this week, or continues after it. */
  isFromBefore: boolean
  goesOn: boolean
}

export interface WeekLayout {
  bars: Bar[]
  /** How many of each day's events have no lane. */
  hidden: number[]
}

/** Events of a week in a limited number of lanes. */
export function layWeek(
  days: ReadonlyMap<string, readonly PlacedEvent[]>,
  week: readonly string[],
  lanes: number,
): WeekLayout {
  const taken = week.map(() => new Set<number>())
  const hidden = week.map(() => 0)
  const bars: Bar[] = []
  const first = week[0] ?? ''
  const last = week.at(-1) ?? ''
  week.forEach((day, column) => {
    for (const event of days.get(day) ?? []) {
      // It was assigned a lane on the first of its days here.
      if (column > 0 && event.from < day) continue
      const until = earlier(event.to, last)
      const span = Math.max(1, week.indexOf(until) - column + 1)
      const columns = Array.from({ length: span }, (_, at) => column + at)
      let lane = 0
      while (lane < lanes && columns.some((at) => taken[at]?.has(lane))) lane++
      if (lane === lanes) {
        for (const at of columns) hidden[at] = (hidden[at] ?? 0) + 1
        continue
      }
      for (const at of columns) taken[at]?.add(lane)
      bars.push({ event, column, span, lane, isFromBefore: event.from < first, goesOn: event.to > last })
    }
  })
  return { bars, hidden }
}

/** An event moved by a number of days, at the same hours of the clock. */
export function movedByDays(event: PlacedEvent, days: number, timeZone: string): MovedEvent {
  if (event.startWall === null) {
    const end = event.to === event.from ? null : shift(event.to, days)
    return { id: event.id, start: shift(event.from, days), end, isAllDay: true }
  }
  const instant = (wall: number) => new Date(toInstant(wall + days * dayMs, timeZone)).toISOString()
  return {
    id: event.id,
    start: instant(event.startWall),
    end: event.endWall === null ? null : instant(event.endWall),
    isAllDay: false,
  }
}

export const daysBetween = (from: string, to: string): number =>
  Math.round(((dayToMs(to) ?? 0) - (dayToMs(from) ?? 0)) / dayMs)
