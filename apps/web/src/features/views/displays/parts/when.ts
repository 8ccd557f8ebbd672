/** Dates and times in a displayed field's format (spec section 3, date-time display format). */

import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DateRange } from '@muster/contract/fields/types/date_range'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Language } from '@muster/contract/paging'
import type { DateTimeFormat } from '@muster/contract/views/views.schema'
import { hourOptions } from '../../../../lib/clock.ts'

interface Reader {
  language: Language
  timeZone: string
  now?: Date
}

type Chosen = Exclude<DateTimeFormat, 'default' | 'relative'>

const days: Record<Exclude<Chosen, 'time'>, Intl.DateTimeFormatOptions> = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  weekday: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  month_day: { month: 'long', day: 'numeric' },
  year: { year: 'numeric' },
}
const clock = (): Intl.DateTimeFormatOptions => ({ hour: 'numeric', minute: '2-digit', ...hourOptions() })
/** Formats that include the time of an instant. */
const withClock: ReadonlySet<string> = new Set(['short', 'long', 'weekday'])

/** Null where the field's own format applies, or the format does not fit the value. */
export function whenText(
  field: DataField,
  value: unknown,
  format: DateTimeFormat,
  reader: Reader,
): string | null {
  if (format === 'default') return null
  const { storage } = fieldType(field.dataType)
  if (storage === 'timestamptz') return instantText(new Date(String(value)), format, reader)
  if (format === 'time') return null
  if (storage === 'date') return dayText(String(value), format, reader)
  if (storage === 'daterange') return rangeText(value as DateRange, format, reader)
  return null
}

function instantText(moment: Date, format: Exclude<DateTimeFormat, 'default'>, reader: Reader): string {
  if (format === 'relative') return relative(moment.getTime() - (reader.now ?? new Date()).getTime(), reader)
  const options = format === 'time' ? clock() : { ...days[format], ...(withClock.has(format) ? clock() : {}) }
  return new Intl.DateTimeFormat(reader.language, { ...options, timeZone: reader.timeZone }).format(moment)
}

type OfDays = Exclude<DateTimeFormat, 'default' | 'time'>

/** A day has no zone: it is the same for all, however far back. */
function dayText(day: string, format: OfDays, reader: Reader): string {
  const moment = dayOf(day)
  if (format !== 'relative') return plain(format, reader).format(moment)
  return relative(moment.getTime() - dayOf(todayIn(reader)).getTime(), reader)
}

function rangeText({ start, end }: DateRange, format: OfDays, reader: Reader): string | null {
  if (start === null || end === null) return null
  if (format === 'relative') return dayText(start, format, reader)
  return plain(format, reader).formatRange(dayOf(start), dayOf(end))
}

const plain = (format: Exclude<OfDays, 'relative'>, { language }: Reader) =>
  new Intl.DateTimeFormat(language, { ...days[format], timeZone: 'UTC' })

function dayOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const made = new Date(0)
  made.setUTCFullYear(year, month - 1, date)
  return made
}

function todayIn({ timeZone, now = new Date() }: Reader): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const steps = [
  ['year', 365.25 * dayMs],
  ['month', 30.4375 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', 60_000],
] as const

/** "in 3 days", "yesterday", "2 years ago": by the largest complete unit. */
function relative(ms: number, { language }: Reader): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, size] =
    steps.find(([, length]) => Math.abs(ms) >= length) ??
    ([ms % dayMs === 0 ? 'day' : 'minute', dayMs] as const)
  return words.format(Math.trunc(ms / size), unit)
}
