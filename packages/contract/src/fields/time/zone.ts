/** Converts between instants and local times in IANA zones, using Intl only. */
import { dayOfWall, dayToMs } from './calendar.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US-u-nu-latn-ca-gregory', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

export function isTimeZone(timeZone: string): boolean {
  try {
    formatterOf(timeZone)
    return true
  } catch {
    return false
  }
}

/** Local time in a zone at an instant, as milliseconds read as UTC. */
export function toWall(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return instant
  const part = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  let isBeforeChrist = false
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) {
    if (type in part) part[type as keyof typeof part] = Number(value)
    else if (type === 'era') isBeforeChrist = value.startsWith('B')
  }
  const wall = new Date(0)
  wall.setUTCFullYear(isBeforeChrist ? 1 - part.year : part.year, part.month - 1, part.day)
  wall.setUTCHours(part.hour, part.minute, part.second, ((instant % 1000) + 1000) % 1000)
  return wall.getTime()
}

/**
 * The instant of a local time in a zone: the first of two if clocks were set back; shifted by the gap if they were set
 * forward (02:30 becomes 03:30), as in calendars and PostgreSQL.
 */
export function toInstant(wall: number, timeZone: string): number {
  if (timeZone === 'UTC') return wall
  const day = 86_400_000
  const offsetBefore = offsetAt(wall - day, timeZone)
  const offsetAfter = offsetAt(wall + day, timeZone)
  for (const offset of [Math.max(offsetBefore, offsetAfter), Math.min(offsetBefore, offsetAfter)])
    if (offsetAt(wall - offset, timeZone) === offset) return wall - offset
  return wall - offsetBefore
}

function offsetAt(instant: number, timeZone: string): number {
  return toWall(instant, timeZone) - instant
}

/** The day in a zone at an instant. */
export function dayAt(instant: number, timeZone: string): string | undefined {
  return dayOfWall(toWall(instant, timeZone))
}

/** The first instant of a day in a zone. */
export function startOfDay(day: string, timeZone: string): number | undefined {
  const wall = dayToMs(day)
  return wall === undefined ? undefined : toInstant(wall, timeZone)
}
