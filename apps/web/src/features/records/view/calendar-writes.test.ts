import type { DataField } from '@muster/contract/fields/fields.schema'
import { expect, it } from 'vitest'
import { movedValues, startOn } from './calendar-writes.ts'

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
