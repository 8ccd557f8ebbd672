/** The writes of a calendar: an event moved to another day, and a new record on a day. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { dayToMs } from '@muster/contract/fields/time/calendar'
import { toInstant } from '@muster/contract/fields/time/zone'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'

/** As the calendar reports it; days or instants, as the API represents events. */
export interface Moved {
  id: number
  start: string
  end: string | null
  isAllDay: boolean
}

export interface CalendarFields {
  start: DataField
  end: DataField | null
}

/** Null where the view has no start, or events cannot be moved. */
export function movableFields(view: SavedView, fields: readonly DataField[]): CalendarFields | null {
  const byId = (id: number | null) => fields.find((field) => field.id === id) ?? null
  const start = byId(view.eventStartDataFieldId)
  const ending = byId(view.eventEndDataFieldId)
  // Calendars ignore an end of another type.
  const end = start && ending && storageOf(ending) === storageOf(start) ? ending : null
  // A year has no day to move to, and moving a birthday would change its year.
  if (!start?.canUpdate || isYear(start) || view.displayOptions.isYearly || (end && !end.canUpdate))
    return null
  return { start, end }
}

/** The values of a moved event. */
export function movedValues(
  { start, end }: CalendarFields,
  moved: Moved,
  timeZone: string,
): Record<string, unknown> {
  if (storageOf(start) === 'daterange') {
    return {
      [start.columnName]: { start: moved.start.slice(0, 10), end: (moved.end ?? moved.start).slice(0, 10) },
    }
  }
  return {
    [start.columnName]: written(start, moved.start, timeZone),
    ...(end && moved.end !== null ? { [end.columnName]: written(end, moved.end, timeZone) } : {}),
  }
}

/** The start value of a new record on a day. */
export function startOn(start: DataField, day: string, timeZone: string): unknown {
  return storageOf(start) === 'daterange' ? { start: day, end: day } : written(start, day, timeZone)
}

const storageOf = ({ dataType }: DataField) => fieldType(dataType).storage
const isYear = (field: DataField): boolean => storageOf(field) === 'bigint'

function written(field: DataField, moment: string, timeZone: string): string | number {
  if (isYear(field)) return Number(moment.slice(0, 4))
  if (storageOf(field) === 'date') return moment.slice(0, 10)
  if (moment.length > 10) return moment
  return new Date(toInstant(dayToMs(moment) ?? 0, timeZone)).toISOString()
}
