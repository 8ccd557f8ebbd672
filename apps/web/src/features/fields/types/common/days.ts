/** Days and instants as people of a language type them; the contract's parsers read them back. */
import { dayOfWall, wallMs } from '@muster/contract/fields/time/calendar'
import { formatInstant } from '@muster/contract/fields/time/date-time'
import { toInstant, toWall } from '@muster/contract/fields/time/zone'
import type { Language } from '@muster/contract/paging'
import { hasTwelveHours, hourOptions } from '../../../../lib/clock.ts'

/** 'YYYY-MM-DD' as 02/29/2024 or 29/02/2024. */
export function writeDay(day: string, language: Language): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return language === 'en' ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
}

/** 'HH:MM' with or without seconds as 6:30 PM, or as it is where clocks have 24 hours; the contract reads both. */
export function writeTime(time: string, language: Language): string {
  if (!hasTwelveHours(language)) return time
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

export type DateFormat = 'short' | 'medium' | 'long' | 'iso'

const styles: Record<Exclude<DateFormat, 'iso'>, Intl.DateTimeFormatOptions> = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(
  language: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, options])
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, { ...options, timeZone })
  formats.set(key, made)
  return made
}

/** A day without a zone, as a field shows it. */
export function showDay(day: string, format: DateFormat, language: Language): string {
  if (format === 'iso') return day
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, date)
  return formatOf(language, 'UTC', styles[format]).format(moment)
}

/** An instant in the team's zone, as a field shows it. */
export function showInstant(
  instant: string,
  settings: { displayFormat: DateFormat; includeTime: boolean; includeSeconds: boolean },
  language: Language,
  timeZone: string,
): string {
  const { displayFormat, includeTime, includeSeconds } = settings
  const moment = new Date(instant)
  if (displayFormat === 'iso') {
    const wall = wallOf(instant, timeZone)
    return includeTime ? `${wall.day} ${wall.time.slice(0, includeSeconds ? 8 : 5)}` : wall.day
  }
  const clock: Intl.DateTimeFormatOptions = includeTime
    ? {
        hour: 'numeric',
        minute: '2-digit',
        ...(includeSeconds ? { second: '2-digit' } : {}),
        ...hourOptions(),
      }
    : {}
  return formatOf(language, timeZone, { ...styles[displayFormat], ...clock }).format(moment)
}

/** Day and time of day (HH:MM:SS) that the clocks of a zone show. */
export function wallOf(instant: string, timeZone: string): { day: string; time: string } {
  const wall = toWall(Date.parse(instant), timeZone)
  return { day: dayOfWall(wall) ?? '', time: new Date(wall).toISOString().slice(-13, -5) }
}

/** The instant at which the clocks of a zone show a day and a time (HH:MM or HH:MM:SS). */
export function instantAt(day: string, time: string, timeZone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return formatInstant(toInstant(wallMs(year, month, date, hour, minute, second) ?? 0, timeZone))
}

/** The other instant at which the clocks of a zone show the same, where they are set back; else null. */
export function otherInstantOf(instant: string, timeZone: string): string | null {
  const at = Date.parse(instant)
  const wall = toWall(at, timeZone)
  // Clocks are set back by an hour; on Lord Howe by half of one, long ago by others.
  for (const minutes of [60, 30, 120, 20, 40]) {
    for (const other of [at - minutes * 60_000, at + minutes * 60_000]) {
      if (toWall(other, timeZone) === wall) return formatInstant(other)
    }
  }
  return null
}

/** 'EDT', 'GMT+2': what a zone's time is called at an instant. */
export function zoneName(instant: string, language: Language, timeZone: string): string {
  const parts = formatOf(language, timeZone, { timeZoneName: 'short' }).formatToParts(new Date(instant))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
