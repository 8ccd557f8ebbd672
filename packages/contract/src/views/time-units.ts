/** The units of time in which a timeline counts records, and where they begin. Days are `YYYY-MM-DD`. */
import { addPeriods, formatDay, periodStart } from '../fields/time/calendar.ts'

/** From fine to coarse. Weeks begin on Monday, the decade of 1889 in 1880. */
export const timeUnits = ['day', 'week', 'month', 'year', 'decade', 'century'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** Units that are a number of years. */
const yearsOf = { decade: 10, century: 100 } as const

/** The first day of a day's unit. */
export function unitStart(unit: TimeUnit, day: string): string {
  if (unit !== 'decade' && unit !== 'century') return periodStart(unit, day) ?? day
  const year = Number(day.slice(0, 4))
  return formatDay(Math.max(1, year - (year % yearsOf[unit])), 1, 1)
}

/** The first day of the following unit; undefined after the year 9999. */
export function nextUnit(unit: TimeUnit, day: string): string | undefined {
  const start = unitStart(unit, day)
  if (unit !== 'decade' && unit !== 'century') return addPeriods(start, 1, unit)
  const year = Number(start.slice(0, 4))
  // The first decade and century begin in the year 1.
  const next = year - (year % yearsOf[unit]) + yearsOf[unit]
  return next > 9999 ? undefined : formatDay(next, 1, 1)
}
