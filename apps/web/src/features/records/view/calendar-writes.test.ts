import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { expect, it } from 'vitest'
import { movableFields, movedValues, startOn } from './calendar-writes.ts'

const field = (columnName: string, dataType: string) => ({ columnName, dataType }) as DataField
const zone = 'America/New_York'

it('writes days as days, instants as instants, and whole ranges', () => {
  const allDay = { id: 1, start: '2026-03-03', end: '2026-03-05', isAllDay: true }
  const day = field('day', 'date')
  expect(movedValues({ start: day, end: null }, allDay, zone)).toEqual({ day: '2026-03-03' })
  expect(movedValues({ start: day, end: field('last', 'date') }, allDay, zone)).toEqual({
    day: '2026-03-03',
    last: '2026-03-05',
  })
  expect(movedValues({ start: field('span', 'date_range'), end: null }, allDay, zone)).toEqual({
    span: { start: '2026-03-03', end: '2026-03-05' },
  })
  const at = field('at', 'date_time')
  const timed = { id: 1, start: '2026-03-03T15:00:00.000Z', end: null, isAllDay: false }
  expect(movedValues({ start: at, end: null }, timed, zone)).toEqual({ at: '2026-03-03T15:00:00.000Z' })
  // A whole day starts at midnight of the team's zone.
  expect(startOn(at, '2026-03-03', zone)).toBe('2026-03-03T05:00:00.000Z')
  expect(startOn(day, '2026-03-03', zone)).toBe('2026-03-03')
})

it('has no day to move a year to; a new record on a day gets its year', () => {
  const year = { ...field('year', 'number'), id: 1, canUpdate: true }
  const last = { ...field('last', 'date'), id: 2, canUpdate: true }
  const first = { ...field('first', 'date_time'), id: 3, canUpdate: true }
  const view = (start: number, end: number | null) =>
    ({
      eventStartDataFieldId: start,
      eventEndDataFieldId: end,
      displayOptions: { isYearly: false },
    }) as SavedView
  const fields = [year, last, first]
  expect(movableFields(view(1, null), fields)).toBeNull()
  expect(startOn(year, '1889-06-19', zone)).toBe(1889)
  // An end of another type is not the calendar's.
  expect(movableFields(view(3, 2), fields)).toEqual({ start: first, end: null })
})
