/** Dates of a timeline in words. */
import { dayToMs } from '@muster/contract/fields/time/calendar'
import { toWall } from '@muster/contract/fields/time/zone'
import type { TimeUnit } from '@muster/contract/views/time-units'
import type { TFunction } from 'i18next'
import { type Clock, hourOptions } from '../../../../lib/clock.ts'
import type { Formatter } from '../../../../lib/format.ts'
import type { TimelineRecord } from './placed.ts'
import { type Axis, dayOf, levelOf, type Tick } from './scale.ts'

export type TimelineWords = ReturnType<typeof wordsOf>

export function wordsOf({ language, timeZone, number }: Formatter, t: TFunction<'timeline'>, clock: Clock) {
  // Clock times are written as they are: they are read as UTC.
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const long = format({ dateStyle: 'long' })
  const minute = format({ dateStyle: 'long', timeStyle: 'short', ...hourOptions(clock) })
  const month = format({ month: 'long', year: 'numeric' })
  const medium = format({ dateStyle: 'medium' })
  const labels = {
    day: format({ month: 'short', day: 'numeric' }),
    month: format({ month: 'short' }),
  }
  const date = (day: string) => long.format(dayToMs(day) ?? 0)
  const year = (day: string) => String(Number(day.slice(0, 4)))

  const momentOf = (moment: string): string => {
    if (moment.length === 4) return year(moment)
    return moment.length === 10 ? date(moment) : minute.format(toWall(Date.parse(moment), timeZone))
  }
  const whenOf = ({ start, end }: Pick<TimelineRecord, 'start' | 'end'>): string => {
    const from = momentOf(start)
    const to = end === null ? from : momentOf(end)
    return from === to ? from : t('fromTo', { from, to })
  }
  const unitOf = (unit: TimeUnit, day: string): string => {
    if (unit === 'day') return date(day)
    if (unit === 'week') return t('weekOf', { date: date(day) })
    if (unit === 'month') return month.format(dayToMs(day) ?? 0)
    if (unit === 'year') return year(day)
    if (unit === 'decade') return t('decade', { year: year(day) })
    return t('fromTo', { from: year(day), to: String(Number(day.slice(0, 2)) * 100 + 99) })
  }
  return {
    whenOf,
    unitOf,
    number,
    tickOf: ({ names, time, day }: Tick) => (names === 'year' ? year(day) : labels[names].format(time)),
    /** What an axis shows: "1850 – 1900". */
    titleOf: ({ left, msPerPx }: Axis, width: number): string => {
      const [first, last] = [dayOf(left), dayOf(left + width * msPerPx)]
      const level = levelOf(msPerPx)
      if (level === 'day' || level === 'week')
        return medium.formatRange(dayToMs(first) ?? 0, dayToMs(last) ?? 0)
      if (level === 'month') return month.formatRange(dayToMs(first) ?? 0, dayToMs(last) ?? 0)
      return `${year(first)} – ${year(last)}`
    },
  }
}
