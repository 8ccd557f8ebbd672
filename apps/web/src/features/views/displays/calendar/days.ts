/** Days and ranges of days that a calendar shows, as `YYYY-MM-DD` without a zone, from the year 1 on. */
import { addDays, addMonths, dayOfWall, dayToMs, periodStart } from '@muster/contract/fields/time/calendar'
import { dayAt, toWall } from '@muster/contract/fields/time/zone'
import type { calendarModes } from '@muster/contract/views/types/calendar'

export type CalendarMode = (typeof calendarModes)[number]

/** `to` is exclusive. */
export interface Days {
  from: string
  to: string
}

/** At the limits of the calendar a day stays as it is. */
export const shift = (day: string, days: number): string => addDays(day, days) ?? day

const shiftMonth = (day: string, months: number): string => addMonths(day, months) ?? day

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: string): number => new Date(dayToMs(day) ?? 0).getUTCDay()

export const weekStart = (day: string, first: number): string =>
  shift(day, -((weekdayOf(day) - first + 7) % 7))

export const monthStart = (day: string): string => periodStart('month', day) ?? day

export const isSameMonth = (one: string, other: string): boolean => one.slice(0, 7) === other.slice(0, 7)

/** The days from one to another, exclusive. */
export function daysOf({ from, to }: Days): string[] {
  const days: string[] = []
  for (let day = from; day < to; ) {
    days.push(day)
    const next = shift(day, 1)
    if (next === day) break
    day = next
  }
  return days
}

/** The whole weeks that contain a month. */
export function weeksOfMonth(day: string, first: number): string[][] {
  const end = shiftMonth(monthStart(day), 1)
  const weeks: string[][] = []
  for (let start = weekStart(monthStart(day), first); start < end; ) {
    weeks.push(daysOf({ from: start, to: shift(start, 7) }))
    const next = shift(start, 7)
    if (next === start) break
    start = next
  }
  return weeks
}

/** The range that a mode shows for `day`. */
export function rangeOf(mode: CalendarMode, day: string, first: number): Days {
  if (mode === 'day') return { from: day, to: shift(day, 1) }
  if (mode === 'list') return { from: monthStart(day), to: shiftMonth(monthStart(day), 1) }
  const from = weekStart(mode === 'week' ? day : monthStart(day), first)
  if (mode === 'week') return { from, to: shift(from, 7) }
  const last = shift(shiftMonth(monthStart(day), 1), -1)
  return { from, to: shift(weekStart(last, first), 7) }
}

/** The day to show after a number of steps of a mode; months go to the first of another. */
export function stepOf(mode: CalendarMode, day: string, steps: number): string {
  if (mode === 'day') return shift(day, steps)
  if (mode === 'week') return shift(day, steps * 7)
  return shiftMonth(monthStart(day), steps)
}

export const today = (timeZone: string, now = Date.now()): string =>
  dayAt(now, timeZone) ?? dayOfWall(now) ?? '1970-01-01'

/** What the clocks of a zone show now, as `YYYY-MM-DDTHH:mm:ss`. */
export const wallNow = (timeZone: string): string =>
  new Date(toWall(Date.now(), timeZone)).toISOString().slice(0, 19)
