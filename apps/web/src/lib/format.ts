/**
 * Dates, numbers, money and names as the reader's language writes them; instants in the team's time zone.
 * Components use `useFormat()` (use-format.ts), which is the current `formatter(language, zone)`.
 */
import type { Language } from '@muster/contract/paging'
import { type Clock, firstDayOfWeek, hourOptions, usualClock } from './clock.ts'

/** How long ago a day is, for the relative dates of spec section 9. */
export type RelativeDay =
  | { kind: 'today' | 'yesterday' | 'aWeekAgo' }
  | { kind: 'daysAgo' | 'weeksAgo'; count: number }
  | { kind: 'date' }

const dayMs = 86_400_000

/** The calendar day of an instant in a zone, as days since 1970. */
function dayNumber(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return Math.round(Date.parse(`${parts.format(instant)}T00:00:00Z`) / dayMs)
}

/**
 * Spec section 9: today, yesterday, N days ago, a week ago, N weeks ago, then an explicit date (from the fifth
 * week on, and for future days).
 */
export function relativeDay(instant: Date, timeZone: string, now = new Date()): RelativeDay {
  const days = dayNumber(now, timeZone) - dayNumber(instant, timeZone)
  if (days < 0 || days >= 35) return { kind: 'date' }
  if (days === 0) return { kind: 'today' }
  if (days === 1) return { kind: 'yesterday' }
  if (days < 7) return { kind: 'daysAgo', count: days }
  if (days < 14) return { kind: 'aWeekAgo' }
  return { kind: 'weeksAgo', count: Math.floor(days / 7) }
}

type Moment = string | Date
const asDate = (moment: Moment) => (moment instanceof Date ? moment : new Date(moment))

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What depends on nothing but the language: made once for all that write or sort in it. */
const ofLanguages = new Map<Language, ReturnType<typeof makeOfLanguage>>()

function ofLanguage(language: Language) {
  const found = ofLanguages.get(language)
  if (found) return found
  const made = makeOfLanguage(language)
  ofLanguages.set(language, made)
  return made
}

function makeOfLanguage(language: Language) {
  return {
    number: once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 15 })),
    compact: once(() => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })),
    collator: once(() => new Intl.Collator(language, { numeric: true, sensitivity: 'base' })),
    list: once(() => new Intl.ListFormat(language, { type: 'conjunction' })),
    plain: once(() => new Intl.DateTimeFormat(language, { ...day, timeZone: 'UTC' })),
  }
}

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const

/** Compares names for sorting: by the language, without case and accents, numbers by value. */
export const nameOrder = (language: Language) => ofLanguage(language).collator().compare

/**
 * What makes the order of names and the formats of numbers and dates, which every page of a team needs. The browser's first
 * of each takes a phone some 25 ms, which would add to drawing the page.
 */
export function firstFormats(language: Language): (() => unknown)[] {
  const { number, collator, plain } = ofLanguage(language)
  return [collator, number, plain]
}

/**
 * Formats of one language and zone. Dates without a time (`YYYY-MM-DD`) have no zone and are never shifted. What writes
 * them is made when it is first needed: all together take tens of milliseconds on a phone.
 *
 * @param zone or what gives it, where it is not to be asked for before it is needed
 */
export function formatter(language: Language, zone: string | (() => string), clock: Clock = usualClock) {
  const hours = hourOptions(clock)
  const ownZone = once(() => (typeof zone === 'string' ? zone : zone()))
  const date = (options: Intl.DateTimeFormatOptions, timeZone = ownZone) =>
    once(() => new Intl.DateTimeFormat(language, { ...options, timeZone: timeZone() }))
  const short = date(day)
  const shortTime = date({ ...day, hour: 'numeric', minute: '2-digit', ...hours })
  const full = date({ dateStyle: 'full', timeStyle: 'long', ...hours })
  const time = date({ hour: 'numeric', minute: '2-digit', ...hours })
  const plainFull = date({ dateStyle: 'full' }, () => 'UTC')
  const { number, compact, collator, list, plain } = ofLanguage(language)

  return {
    language,
    get timeZone() {
      return ownZone()
    },
    /** 0 Sunday to 6 Saturday. */
    firstDayOfWeek: firstDayOfWeek(language, clock),
    /** 3 Mar 2026, of an instant in the team's zone. */
    date: (moment: Moment) => short().format(asDate(moment)),
    /** 3 Mar 2026, 14:05. */
    dateTime: (moment: Moment) => shortTime().format(asDate(moment)),
    /** 14:05. */
    time: (moment: Moment) => time().format(asDate(moment)),
    /** Complete, for a tooltip. */
    fullDateTime: (moment: Moment) => full().format(asDate(moment)),
    /** Of a `YYYY-MM-DD` without zone. */
    plainDate: (day: string) => plain().format(plainDay(day)),
    plainFullDate: (day: string) => plainFull().format(plainDay(day)),
    number: (value: number) => number().format(value),
    /** 12.4K, for counts in tight places. */
    compactNumber: (value: number) => compact().format(value),
    /** 0.125 as 12.5%. */
    percent: (ratio: number, maximumFractionDigits = 1) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits }).format(ratio),
    /** +4.2 %; small changes keep two digits, so that none looks like zero. */
    percentChange: (ratio: number, isSigned = true) =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        signDisplay: isSigned ? 'exceptZero' : 'never',
        ...(Math.abs(ratio) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }),
      }).format(ratio),
    money: (amount: number, currency: string) =>
      new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount),
    bytes: (size: number) => bytes(size, language),
    /** A, B and C. */
    list: (items: readonly string[]) => list().format(items),
    /** Orders names as the language does; numbers inside count as numbers. */
    compare: (a: string, b: string) => collator().compare(a, b),
    /** Relative for a recent moment, a date otherwise (spec section 9); texts from `common:relative`. */
    relativeDay: (moment: Moment, now?: Date) => relativeDay(asDate(moment), ownZone(), now),
  }
}

export type Formatter = ReturnType<typeof formatter>

/** First and last name in the order all three languages share; blank parts leave no gap. */
export const fullName = (person: { firstName: string; lastName: string }): string =>
  [person.firstName, person.lastName].filter((part) => part.trim() !== '').join(' ')

function plainDay(day: string): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const made = new Date(0)
  made.setUTCFullYear(year, month - 1, dayOfMonth) // years below 100 stay as they are
  return made
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function bytes(size: number, language: Language): string {
  const step = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    // The short name of a byte has no plural in English.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(size / 1000 ** step)
}
