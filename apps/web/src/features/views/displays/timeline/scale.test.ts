import { dayToMs } from '@muster/contract/fields/time/calendar'
import { expect, test } from 'vitest'
import {
  countedUnit,
  fit,
  levelOf,
  levelScale,
  nextScale,
  requestedWindow,
  ticksOf,
  unitEnd,
  within,
  xOf,
  zoomAt,
} from './scale.ts'

const span = (from: string, to: string) => ({ from: dayToMs(from)!, to: dayToMs(to)! })
const years = span('1840-01-01', '1940-01-01')

test('it opens with everything in sight, and a margin', () => {
  const axis = fit(years, 1000)
  expect(xOf(axis, years.from)).toBeCloseTo(48)
  expect(xOf(axis, years.to)).toBeCloseTo(952)
})

test('zooming keeps the time under the pointer', () => {
  const axis = fit(years, 1000)
  const closer = zoomAt(axis, 300, axis.msPerPx / 7)
  expect(closer.left + 300 * closer.msPerPx).toBeCloseTo(axis.left + 300 * axis.msPerPx, -3)
})

test('steps go through all levels from decades to days and back', () => {
  const levels: string[] = []
  let scale = levelScale('decade')
  for (let n = 0; n < 4; n++) {
    scale = nextScale(scale, 'in')
    levels.push(levelOf(scale))
  }
  expect(levels).toEqual(['year', 'month', 'week', 'day'])
  for (let n = 0; n < 4; n++) scale = nextScale(scale, 'out')
  expect(scale).toBe(levelScale('decade'))
})

test('marks stand where units begin, no closer than their labels are wide', () => {
  const ticks = (from: string, to: string, width = 1000) =>
    ticksOf(fit(span(from, to), width), width).map(({ day }) => day)
  const days = ticks('1889-06-17', '1889-06-24')
  expect(days).toContain('1889-06-20')
  expect(ticks('1889-01-01', '1889-12-31')).toContain('1889-10-01')
  const decades = ticks('1800-01-01', '1900-01-01')
  expect(decades).toContain('1850-01-01')
  expect(decades.every((day) => day.endsWith('-01-01') && Number(day.slice(0, 4)) % 10 === 0)).toBe(true)
  for (const [from, to] of [
    ['0001-01-01', '9999-12-31'],
    ['1800-01-01', '2026-01-01'],
    ['2026-01-01', '2026-01-05'],
  ] as const) {
    const axis = fit(span(from, to), 390)
    const places = ticksOf(axis, 390).map(({ time }) => xOf(axis, time))
    expect(places.length).toBeGreaterThan(1)
    for (const [n, x] of places.entries()) if (n > 0) expect(x - places[n - 1]!).toBeGreaterThan(55)
  }
})

test('the requested window covers what is seen, in whole units, and stays while one pans a little', () => {
  for (const width of [390, 1440]) {
    for (const unit of ['day', 'month', 'year', 'decade'] as const) {
      const axis = { left: dayToMs('1889-06-19')!, msPerPx: levelScale(unit) }
      const window = requestedWindow(axis, width)
      expect(dayToMs(window.from)!).toBeLessThanOrEqual(axis.left)
      expect(unitEnd('day', window.through)).toBeGreaterThanOrEqual(axis.left + width * axis.msPerPx)
      expect(window.unit).toBe(countedUnit(axis.msPerPx))
      expect(unitEnd(window.unit, window.through)).toBe(unitEnd('day', window.through))
    }
  }
  const axis = { left: dayToMs('1889-06-19')!, msPerPx: levelScale('year') }
  const moved = Array.from({ length: 20 }, (_, n) =>
    requestedWindow({ ...axis, left: axis.left + n * 20 * axis.msPerPx }, 1000),
  )
  expect(new Set(moved.map(({ from }) => from)).size).toBeLessThanOrEqual(3)
})

test('the ends of the calendar are no obstacle', () => {
  const all = span('0001-01-01', '9999-12-31')
  const axis = fit(all, 1000)
  expect(requestedWindow(axis, 1000)).toMatchObject({ from: '0001-01-01', through: '9999-12-31' })
  expect(within({ ...axis, left: axis.left * 3 }, all, 1000).left).toBeGreaterThan(-1e15)
})
