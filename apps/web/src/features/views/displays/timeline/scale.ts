/**
 * The axis of a timeline. Pure. Times are clock times of the team's zone, in milliseconds read as UTC: so every day has
 * 24 hours here, and years are those of the calendar.
 */
import { dayOfWall, dayToMs, formatDay, wallMs } from '@muster/contract/fields/time/calendar'
import { nextUnit, type TimeUnit, timeUnits, unitStart } from '@muster/contract/views/time-units'

export interface Axis {
  /** The time at the left edge. */
  left: number
  msPerPx: number
}

/** Milliseconds; `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

const dayMs = 86_400_000
const yearMs = 365.2425 * dayMs
const lengths: Readonly<Record<TimeUnit, number>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: yearMs / 12,
  year: yearMs,
  decade: 10 * yearMs,
  century: 100 * yearMs,
}

/** The years 1 to 9999. */
export const wholeCalendar: Span = { from: wallMs(1, 1, 1) ?? 0, to: (wallMs(9999, 12, 31) ?? 0) + dayMs }

/** Width of a unit at its level of zoom. */
const unitWidth = 96
const closest = dayMs / 480

export const levelScale = (unit: TimeUnit): number => lengths[unit] / unitWidth

/** The level that is nearest to a scale. */
export function levelOf(msPerPx: number): TimeUnit {
  const distance = (unit: TimeUnit) => Math.abs(Math.log(levelScale(unit) / msPerPx))
  return timeUnits.reduce((nearest, unit) => (distance(unit) < distance(nearest) ? unit : nearest))
}

function finest(msPerPx: number, width: number): TimeUnit {
  return timeUnits.find((unit) => lengths[unit] / msPerPx >= width) ?? 'century'
}

/** The unit by which records are counted. */
export const countedUnit = (msPerPx: number): TimeUnit => finest(msPerPx, 14)

/** The scale of the next level, finer or coarser. */
export function nextScale(msPerPx: number, direction: 'in' | 'out'): number {
  const scales = timeUnits.map(levelScale)
  // Fractions that come from zooming in steps are no level of their own.
  if (direction === 'in')
    return scales.findLast((scale) => scale < msPerPx * 0.99) ?? Math.max(closest, msPerPx / 2)
  return scales.find((scale) => scale > msPerPx * 1.01) ?? msPerPx * 2
}

/** All of a span, with a margin at both sides. */
export function fit({ from, to }: Span, width: number): Axis {
  const margin = Math.min(48, width * 0.06)
  const msPerPx = Math.max(closest, (to - from) / Math.max(1, width - 2 * margin))
  const center = (from + to) / 2
  return { left: center - (width / 2) * msPerPx, msPerPx }
}

/** Zooms while the time at `x` stays where it is. */
export function zoomAt({ left, msPerPx }: Axis, x: number, scale: number): Axis {
  return { left: left + x * (msPerPx - scale), msPerPx: scale }
}

/** Keeps the scale within sense, and some of what can be seen in sight. */
export function within(axis: Axis, limits: Span, width: number): Axis {
  const coarsest = Math.max(levelScale('century'), fit(limits, width).msPerPx)
  const scale = Math.min(Math.max(axis.msPerPx, closest), coarsest)
  const half = (width / 2) * scale
  const { left } = scale === axis.msPerPx ? axis : zoomAt(axis, width / 2, scale)
  const center = Math.min(Math.max(left + half, limits.from), limits.to)
  return { left: center - half, msPerPx: scale }
}

export const xOf = ({ left, msPerPx }: Axis, time: number): number => (time - left) / msPerPx

/** The day of a time; the first or last of the calendar beyond it. */
export function dayOf(time: number): string {
  return dayOfWall(Math.min(Math.max(time, wholeCalendar.from), wholeCalendar.to - 1)) ?? '0001-01-01'
}

/** The end of a day's unit, exclusive. */
export function unitEnd(unit: TimeUnit, day: string): number {
  const next = nextUnit(unit, day)
  return next === undefined ? wholeCalendar.to : (dayToMs(next) ?? wholeCalendar.to)
}

export interface Requested {
  from: string
  through: string
  unit: TimeUnit
}

/** The window to request: more than what is seen, and the same while one pans and zooms a little. */
export function requestedWindow({ left, msPerPx }: Axis, width: number): Requested {
  const unit = countedUnit(msPerPx)
  const part = 2 ** Math.ceil(Math.log2(width * msPerPx)) / 2
  const first = Math.floor(left / part) * part
  const through = unitEnd(unit, dayOf(first + 3 * part)) - 1
  return { from: unitStart(unit, dayOf(first - part)), through: dayOf(through), unit }
}

export interface Tick {
  time: number
  day: string
  /** What its label names. */
  names: 'day' | 'month' | 'year'
}

const tickWidth = 64
const steps: readonly (readonly [TimeUnit, number])[] = [
  ['day', 1],
  ['week', 1],
  ['month', 1],
  ['month', 3],
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map((years) => ['year', years] as const),
]

/** The marks of the axis, from left to right, at least as far from each other as their labels are wide. */
export function ticksOf({ left, msPerPx }: Axis, width: number): Tick[] {
  const [unit, step] = steps.find(([one, count]) => (lengths[one] * count) / msPerPx >= tickWidth) ?? [
    'year',
    5000,
  ]
  const end = Math.min(left + width * msPerPx, wholeCalendar.to)
  const ticks: Tick[] = []
  for (let day: string | undefined = firstTick(unit, step, dayOf(left)); day; day = after(unit, step, day)) {
    const time = dayToMs(day) ?? end
    if (time >= end) break
    const names =
      unit === 'year' || (unit === 'month' && day.endsWith('-01-01'))
        ? 'year'
        : unit === 'month'
          ? unit
          : 'day'
    ticks.push({ time, day, names })
  }
  return ticks
}

function firstTick(unit: TimeUnit, step: number, day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  if (unit === 'year') return formatDay(Math.max(1, year - (year % step)), 1, 1)
  if (unit === 'month') return formatDay(year, month - ((month - 1) % step), 1)
  return unitStart(unit, day)
}

function after(unit: TimeUnit, step: number, day: string): string | undefined {
  const year = Number(day.slice(0, 4))
  if (unit === 'year')
    return year - (year % step) + step > 9999 ? undefined : formatDay(year - (year % step) + step, 1, 1)
  let next: string | undefined = day
  for (let n = 0; n < step && next; n++) next = nextUnit(unit, next)
  return next
}
