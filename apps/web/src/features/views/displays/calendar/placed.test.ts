import { expect, test } from 'vitest'
import { daysOf, rangeOf, stepOf, weeksOfMonth } from './days.ts'
import { byDay, inOrder, layWeek, movedByDays, place } from './placed.ts'

const event = (id: number, start: string, end: string | null = null, isAllDay = start.length === 10) => ({
  id,
  name: `Event ${id}`,
  start,
  end,
  isAllDay,
  color: null,
})
const compare = (a: string, b: string) => a.localeCompare(b)

test('an instant is on the day and hour of the team’s zone', () => {
  const late = place(event(1, '2026-03-03T03:30:00Z', '2026-03-03T05:00:00Z'), 'America/New_York')
  expect(late).toMatchObject({ from: '2026-03-02', to: '2026-03-02' })
  expect(new Date(late.startWall ?? 0).toISOString()).toBe('2026-03-02T22:30:00.000Z')
  // What ends at midnight is not on the next day.
  expect(place(event(2, '2026-03-02T20:00:00Z', '2026-03-03T05:00:00Z'), 'America/New_York').to).toBe(
    '2026-03-02',
  )
  // Days have no zone.
  expect(place(event(3, '1743-04-13'), 'Pacific/Auckland').from).toBe('1743-04-13')
})

test('what all events of a calendar have in common is left out', () => {
  expect(place({ id: 1, name: 'Opening', start: '2026-03-02' }, 'America/New_York')).toMatchObject({
    isAllDay: true,
    from: '2026-03-02',
    to: '2026-03-02',
    color: null,
  })
  const timed = place(
    { id: 2, name: 'Tour', start: '2026-03-02T20:00:00Z', isAllDay: false },
    'America/New_York',
  )
  expect(timed).toMatchObject({ from: '2026-03-02', to: '2026-03-02', endWall: null })
})

test('months of any century are whole weeks', () => {
  expect(weeksOfMonth('1743-04-13', 1).map((week) => week[0])).toEqual([
    '1743-04-01',
    '1743-04-08',
    '1743-04-15',
    '1743-04-22',
    '1743-04-29',
  ])
  expect(rangeOf('month', '2026-02-10', 0)).toEqual({ from: '2026-02-01', to: '2026-03-01' })
  expect(rangeOf('month', '2026-02-10', 1)).toEqual({ from: '2026-01-26', to: '2026-03-02' })
  expect(rangeOf('week', '2026-03-01', 1)).toEqual({ from: '2026-02-23', to: '2026-03-02' })
  expect(stepOf('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepOf('list', '1700-01-15', -1)).toBe('1699-12-01')
})

test('events of a week get lanes, and those without one are counted on each of their days', () => {
  const week = daysOf({ from: '2026-03-01', to: '2026-03-08' })
  const events = inOrder(
    [
      event(1, '2026-02-26', '2026-03-03'),
      event(2, '2026-03-02', '2026-03-10'),
      event(3, '2026-03-02'),
      event(4, '2026-03-02T10:00:00Z'),
      event(5, '2026-03-04'),
    ].map((one) => place(one, 'UTC')),
    compare,
  )
  const { bars, hidden } = layWeek(byDay(events, { from: '2026-03-01', to: '2026-03-08' }), week, 2)
  expect(bars.map(({ event: { id }, column, span, lane }) => [id, column, span, lane])).toEqual([
    [1, 0, 3, 0],
    [2, 1, 6, 1],
    [5, 3, 1, 0],
  ])
  expect(hidden).toEqual([0, 2, 0, 0, 0, 0, 0])
  expect(bars[0]).toMatchObject({ isFromBefore: true, goesOn: false })
  expect(bars[1]).toMatchObject({ isFromBefore: false, goesOn: true })
})

test('a moved event keeps its hours, also across a change of the clocks', () => {
  const zone = 'America/New_York'
  const before = place(event(1, '2026-03-07T14:00:00Z', '2026-03-07T15:00:00Z'), zone)
  expect(movedByDays(before, 1, zone)).toEqual({
    id: 1,
    start: '2026-03-08T13:00:00.000Z',
    end: '2026-03-08T14:00:00.000Z',
    isAllDay: false,
  })
  expect(movedByDays(place(event(2, '2026-03-01', '2026-03-03'), zone), -1, zone)).toEqual({
    id: 2,
    start: '2026-02-28',
    end: '2026-03-02',
    isAllDay: true,
  })
})
