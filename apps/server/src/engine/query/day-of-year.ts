/** Days that come back every year, as birthdays do: said so that an index finds those of a month. */
import { type Sql, sql } from '../../platform/db.ts'

const dayMs = 86_400_000

/** A day as one number that is the same in every year: 229 is the 29th of February. */
export const dayOfYear = (day: Sql): Sql =>
  sql`(extract(month from ${day}) * 100 + extract(day from ${day}))::int`

/**
 * The numbers of the days from `from` until before `to`; null where they are all days of a year. What is on the 29th
 * of February is on the 28th in years without one, so the 28th names both.
 */
export function daysOfYear(from: string, to: string): number[] | null {
  const [first, end] = [Date.parse(from), Date.parse(to)]
  if ((end - first) / dayMs >= 366) return null
  const found = new Set<number>()
  for (let at = first; at < end; at += dayMs) {
    const day = new Date(at)
    found.add((day.getUTCMonth() + 1) * 100 + day.getUTCDate())
  }
  if (found.has(228)) found.add(229)
  return [...found]
}
