/** A calendar view as iCalendar, for programs that read it again and again: an event keeps its id as long as its record. */
import type { CalendarResult } from '@muster/contract/views/views.schema'
import ical, { ICalCalendarMethod, ICalEventRepeatingFreq } from 'ical-generator'

export type CalendarEvent = CalendarResult['events'][number]

export interface CalendarFile {
  teamId: number
  viewId: number
  /** What calendar programs call it. */
  title: string
  timeZone: string
  /** Events come back every year. */
  isYearly: boolean
  events: readonly CalendarEvent[]
  /** Where an item leads, if anywhere. */
  urlOf(id: number): string | undefined
}

/** How often programs should look again. */
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
  for (const { id, name, start, end, isAllDay } of events) {
    const url = urlOf(id)
    calendar.createEvent({
      id: `record-${id}.view-${viewId}.team-${teamId}@muster`,
      summary: name,
      start: new Date(start),
      // Days are told with the day after the last one.
      end: isAllDay ? new Date(Date.parse(end ?? start) + dayMs) : end === null ? null : new Date(end),
      allDay: isAllDay,
      // The same bytes for the same events, so that a program sees what changed.
      stamp: new Date(0),
      ...(url && { url }),
      ...(isYearly && { repeating: yearly(start) }),
    })
  }
  return calendar.toString()
}

/** A 29 February is kept on the last day of February. */
function yearly(start: string) {
  const isLeapDay = start.slice(5, 10) === '02-29'
  return isLeapDay
    ? { freq: ICalEventRepeatingFreq.YEARLY, byMonth: [2], byMonthDay: [-1] }
    : { freq: ICalEventRepeatingFreq.YEARLY }
}
