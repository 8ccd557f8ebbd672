/** Dates and instants as JSON and text. */
import type { Parsed, TextContext } from '../definition.ts'
import { bad, ok } from '../parsed.ts'
import { dayOfWall, wallMs } from './calendar.ts'
import { toInstant, toWall } from './zone.ts'

const firstInstant = wallMs(1, 1, 1) ?? 0
const lastInstant = wallMs(9999, 12, 31, 23, 59, 59, 999) ?? 0

const clock = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?`
const offset = String.raw`(Z|[+-]\d\d(?::?\d\d)?)`
const isoInstant = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)[T ]${clock} ?${offset}$`, 'i')
const isoLocal = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)(?:[T ]${clock})?$`, 'i')
const local = new RegExp(
  String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,? (?:${clock})(?: ?([ap])\.?m\.?)?)?$`,
  'i',
)

/** 'YYYY-MM-DDTHH:MM:SS(.fff)Z'. */
export function formatInstant(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z')
}

/**
 * Milliseconds of an ISO instant with a zone; fractional if it is more precise, as timestamps of the database are.
 * Undefined if it is not one.
 */
export function instantOf(text: string): number | undefined {
  const match = isoInstant.exec(text)
  const parsed = match ? ofParts(match, 0) : undefined
  const microseconds = Math.round(Number(`0.${match?.[7] ?? 0}`) * 1e6)
  return parsed?.ok && parsed.value !== null ? parsed.value + microseconds / 1000 : undefined
}

/** Milliseconds of an ISO date and time with `Z` or an offset; rejects microseconds instead of truncating them. */
export function parseInstant(text: string): Parsed<number> {
  const match = isoInstant.exec(text)
  if (!match) return bad('not_a_date_time')
  const fraction = milliseconds(match[7])
  return fraction === undefined ? bad('too_many_digits', { max: 3 }) : ofParts(match, fraction)
}

function ofParts(match: RegExpExecArray, fraction: number): Parsed<number> {
  const wall = wallOf(match, fraction)
  const shift = offsetMs(match[8] ?? 'Z')
  if (wall === undefined || shift === undefined) return bad('not_a_date_time')
  const instant = wall - shift
  return instant < firstInstant || instant > lastInstant ? bad('out_of_range') : ok(instant)
}

/**
 * Reads an instant as people write it: ISO with a zone, or a local time in the team's zone; a date alone is midnight.
 */
export function readInstant(text: string, context: TextContext): Parsed<number> {
  if (isoInstant.test(text)) return parseInstant(text)
  const wall = readWall(text, context)
  if (!wall.ok || wall.value === null) return wall
  const instant = toInstant(wall.value, context.timeZone)
  return instant < firstInstant || instant > lastInstant ? bad('out_of_range') : ok(instant)
}

/** Reads a day as people write it; a time other than midnight is rejected, because it would be lost. */
export function readDay(text: string, context: TextContext): Parsed<string> {
  const wall = readWall(text, context)
  if (!wall.ok || wall.value === null) return bad('not_a_date')
  return wall.value % 86_400_000 === 0 ? ok(dayOfWall(wall.value) ?? '') : bad('not_a_date')
}

/**
 * Local time in the team's zone, without seconds if they are zero; an ambiguous one is written in UTC.
 */
export function writeInstant(instant: number, timeZone: string): string {
  const wall = toWall(instant, timeZone)
  const day = dayOfWall(wall)
  if (day === undefined || toInstant(wall, timeZone) !== instant) return formatInstant(instant)
  const time = new Date(wall).toISOString().slice(11, -1)
  return `${day} ${time.replace(/(:00)?\.000$/, '')}`
}

/** ISO first, then day and month in the order of the language. Years have four digits. */
function readWall(text: string, context: TextContext): Parsed<number> {
  const iso = isoLocal.exec(text)
  const match = iso ?? localParts(text, context.language)
  if (!match) return bad('not_a_date_time')
  const fraction = milliseconds(match[7])
  if (fraction === undefined) return bad('too_many_digits', { max: 3 })
  const wall = wallOf(match, fraction)
  return wall === undefined ? bad('not_a_date_time') : ok(wall)
}

function localParts(text: string, language: TextContext['language']): (string | undefined)[] | undefined {
  const match = local.exec(text)
  if (!match) return undefined
  const [, first, second, year, hour, minute, seconds, fraction, half] = match
  const [month, day] = language === 'en' ? [first, second] : [second, first]
  return ['', year, month, day, hourOf24(hour, half), minute, seconds, fraction]
}

/** 12-hour clocks: 12 am is 0, 12 pm is 12; hours that such a clock does not have become invalid. */
function hourOf24(hour: string | undefined, half: string | undefined): string | undefined {
  if (hour === undefined || half === undefined) return hour
  const value = Number(hour)
  if (value < 1 || value > 12) return '99'
  return String((value % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}

function wallOf(match: readonly (string | undefined)[], ms: number): number | undefined {
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  return wallMs(year ?? 0, month ?? 0, day ?? 0, hour, minute, second, ms)
}

function milliseconds(fraction: string | undefined): number | undefined {
  if (fraction === undefined) return 0
  return /[^0]/.test(fraction.slice(3)) ? undefined : Number(fraction.slice(0, 3).padEnd(3, '0'))
}

function offsetMs(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
