/** Days of the proleptic Gregorian calendar as 'YYYY-MM-DD', years 0001 to 9999, without any zone. */

const dayMs = 86_400_000
const isoDay = /^(\d{4})-(\d\d)-(\d\d)$/

/** Milliseconds of a wall-clock time read as UTC; undefined if there is no such day or time. */
export function wallMs(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
): number | undefined {
  if (year < 1 || year > 9999 || hour > 23 || minute > 59 || second > 59) return undefined
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, ms)
  return date.getTime()
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The day of a result of `wallMs`; undefined outside the years 0001 to 9999. */
export function dayOfWall(ms: number): string | undefined {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? formatDay(year, date.getUTCMonth() + 1, date.getUTCDate()) : undefined
}

export function formatDay(year: number, month: number, day: number): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

export function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

export function isDay(text: string): boolean {
  return dayToMs(text) !== undefined
}

export function dayToMs(text: string): number | undefined {
  const match = isoDay.exec(text)
  return match ? wallMs(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/** Undefined if the result is outside the calendar. */
export function addDays(day: string, days: number): string | undefined {
  const ms = dayToMs(day)
  return ms === undefined ? undefined : dayOfWall(ms + days * dayMs)
}

/** How many days after `from` the day `to` is. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** The same day of another month, or that month's last day if the month is shorter. */
export function addMonths(day: string, months: number): string | undefined {
  const [year, month, dayOfMonth] = parts(day)
  const count = year * 12 + (month - 1) + months
  const toYear = Math.floor(count / 12)
  const toMonth = count - toYear * 12 + 1
  if (toYear < 1 || toYear > 9999) return undefined
  return formatDay(toYear, toMonth, Math.min(dayOfMonth, daysInMonth(toYear, toMonth)))
}

export type CalendarPeriod = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** First day of a day's period; weeks begin on Monday. */
export function periodStart(unit: CalendarPeriod, day: string): string | undefined {
  const [year, month] = parts(day)
  if (unit === 'day') return day
  if (unit === 'month') return formatDay(year, month, 1)
  if (unit === 'quarter') return formatDay(year, month - ((month - 1) % 3), 1)
  if (unit === 'year') return formatDay(year, 1, 1)
  const weekday = (new Date(dayToMs(day) ?? 0).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

/** Adds that many units to a day; subtracts if negative. */
export function addPeriods(day: string, amount: number, unit: CalendarPeriod): string | undefined {
  if (unit === 'day') return addDays(day, amount)
  if (unit === 'week') return addDays(day, amount * 7)
  return addMonths(day, amount * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1))
}

function parts(day: string): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}
