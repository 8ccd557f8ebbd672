/** Titles of a calendar's ranges, days and events. */

import { dayToMs } from '@muster/contract/fields/time/calendar'
import type { Language } from '@muster/contract/paging'
import type { TFunction } from 'i18next'
import type { Formatter } from '../../../../lib/format.ts'
import type { CalendarFacts } from './calendar-context.ts'
import { type CalendarMode, type Days, shift } from './days.ts'
import type { PlacedEvent } from './placed.ts'

const dateOf = (day: string) => new Date(dayToMs(day) ?? 0)

/** March 2026; Mar 1 – 7, 2026; Tuesday, March 3, 2026. */
export function titleOf(mode: CalendarMode, { from, to }: Days, date: string, language: Language): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  if (mode === 'day') return capital(write({ dateStyle: 'full' }).format(dateOf(date)), language)
  if (mode === 'week') {
    const days = write({ year: 'numeric', month: 'short', day: 'numeric' })
    return days.formatRange(dateOf(from), dateOf(shift(to, -1)))
  }
  return capital(write({ month: 'long', year: 'numeric' }).format(dateOf(date)), language)
}

const capital = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1)

export function wordsOf(
  format: Formatter,
  t: TFunction<['calendar', 'common', 'errors']>,
  hours: Intl.DateTimeFormatOptions,
): Pick<CalendarFacts, 'timeOf' | 'labelOf' | 'dayName'> {
  // Hours come from the clock time, stored in milliseconds as if it were UTC.
  const time = new Intl.DateTimeFormat(format.language, {
    hour: 'numeric',
    minute: '2-digit',
    ...hours,
    timeZone: 'UTC',
  })
  const timeOf = ({ startWall, year }: PlacedEvent) =>
    startWall === null ? String(year ?? '') : time.format(startWall)
  const dayName = (day: string) => capital(format.plainFullDate(day), format.language)
  const labelOf = (event: PlacedEvent) => {
    if (event.year !== undefined) return `${event.name}, ${event.year}`
    const from = dayName(event.from)
    const days = event.to === event.from ? from : t('fromTo', { from, to: dayName(event.to) })
    return [event.name, days, timeOf(event) || t('allDay')].join(', ')
  }
  return { timeOf, labelOf, dayName }
}
