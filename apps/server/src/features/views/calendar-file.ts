/**
 * A calendar view as an iCalendar file; event ids are stable, so that programs recognise events when they
 * refresh.
 */
import type { CalendarResult } from '@muster/contract/views/views.schema'
import ical, { ICalCalendarMethod, ICalEventRepeatingFreq } from 'ical-generator'

export type CalendarEvent = CalendarResult['events'][number]

export interface CalendarFile {
  teamId: number
  viewId: number
  /** The calendar's name in calendar programs. */
  title: string
  timeZone: string
  /** Events repeat every year. */
  isYearly: boolean
  events: readonly CalendarEvent[]
  /** The URL of an item, if any. */
  urlOf(id: number): string | undefined
}

/** How often programs should refresh. */
const refreshSeconds = 3600
const dayMs = 86_400_000

export function calendarFile({
  teamId,
  viewId,
  title,
  timeZone,
  isYearly,
  events,
  urlOf,
}: CalendarFile): string {
  const calendar = ical({
    name: title,
    prodId: { company: 'Muster', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
    x: { 'X-WR-TIMEZONE': timeZone },
  })
  for (const { id, name, start, end = null, isAllDay = true, year } of events) {
    const url = urlOf(id)
    calendar.createEvent({
      id: `record-${id}.view-${viewId}.team-${teamId}@muster`,
      summary: year === undefined ? name : `${name} (${year})`,
      start: new Date(start),
      // iCalendar's end date of whole days is exclusive.
      end: isAllDay ? new Date(Date.parse(end ?? start) + dayMs) : end === null ? null : new Date(end),
      allDay: isAllDay,
      // A constant stamp keeps files of unchanged events identical, so that programs detect changes.
      stamp: new Date(0),
      ...(url && { url }),
      ...(isYearly && { repeating: yearly(start) }),
    })
  }
  return calendar.toString()
}

/** 29 February repeats on the last day of February. */
function yearly(start: string) {
  const isLeapDay = start.slice(5, 10) === '02-29'
  return isLeapDay
    ? { freq: ICalEventRepeatingFreq.YEARLY, byMonth: [2], byMonthDay: [-1] }
    : { freq: ICalEventRepeatingFreq.YEARLY }
}
