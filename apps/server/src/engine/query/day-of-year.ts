/** Days of the year as numbers, so that an index can find the birthdays of a month. */
import { type Sql, sql } from '../../platform/db.ts'

const dayMs = 86_400_000

/** A day as a number that is the same in every year: 229 is the 29th of February. */
export const dayOfYear = (day: Sql): Sql =>
  sql`(extract(month from ${day}) * 100 + extract(day from ${day}))::int`

/**
 * The numbers of the days from `from` to before `to`; null if they cover a whole year. In years without a
 * 29th of February its events are on the 28th, so the 28th always includes both.
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
