/** The date range of a calendar file. */
import { addDays } from '@muster/contract/fields/time/calendar'

const daysBack = 366
const daysAhead = 1100

/** Around today, or everything for yearly events. */
export function fileDays(isYearly: boolean, now = new Date()): { from: string; to: string } {
  if (isYearly) return { from: '0001-01-01', to: '9999-12-31' }
  const today = now.toISOString().slice(0, 10)
  return { from: addDays(today, -daysBack)!, to: addDays(today, daysAhead)! }
}
