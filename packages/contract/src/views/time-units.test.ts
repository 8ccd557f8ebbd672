import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayToMs } from '../fields/time/calendar.ts'
import { nextUnit, timeUnits, unitStart } from './time-units.ts'

test.each([
  ['day', '1889-06-19', '1889-06-19', '1889-06-20'],
  ['week', '1889-06-19', '1889-06-17', '1889-06-24'],
  ['month', '1889-06-19', '1889-06-01', '1889-07-01'],
  ['year', '1889-06-19', '1889-01-01', '1890-01-01'],
  ['decade', '1889-06-19', '1880-01-01', '1890-01-01'],
  ['century', '1889-06-19', '1800-01-01', '1900-01-01'],
  ['decade', '0007-03-01', '0001-01-01', '0010-01-01'],
  ['century', '0099-12-31', '0001-01-01', '0100-01-01'],
  ['week', '0001-01-03', '0001-01-01', '0001-01-08'],
] as const)('a %s of %s begins on %s, the next on %s', (unit, day, start, next) => {
  expect(unitStart(unit, day)).toBe(start)
  expect(nextUnit(unit, day)).toBe(next)
})

test('the last units of the calendar have no next one', () => {
  for (const unit of timeUnits) expect(nextUnit(unit, '9999-12-31'), unit).toBeUndefined()
})

test('every day is in exactly one unit', () => {
  const day = fc.integer({ min: 0, max: 3_000_000 }).map((days) => addDays('0001-01-01', days)!)
  fc.assert(
    fc.property(day, fc.constantFrom(...timeUnits), (one, unit) => {
      const start = unitStart(unit, one)
      const next = nextUnit(unit, one)!
      expect(start <= one && one < next).toBe(true)
      expect(unitStart(unit, next)).toBe(next)
      expect(unitStart(unit, addDays(next, -1)!)).toBe(start)
      expect(dayToMs(start)).toBeDefined()
    }),
  )
})
