import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOfDay, toInstant, toWall } from '../fields/time/zone.ts'
import type { Filter } from './ast.ts'
import { durationUnits, periodUnits } from './operators.ts'
import { dateBounds, resolveFilter } from './variables.ts'

const zones = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Asia/Beirut',
]
const condition = (value: unknown, op = 'is'): Filter => ({ field: 'f', op, value }) as Filter
const variable = { variable: 'x' }

describe('resolveFilter', () => {
  it('replaces variables at any depth', () => {
    const filter: Filter = {
      and: [{ not: condition(variable) }, { field: 'l', op: 'some', where: condition(variable) }],
    }
    expect(resolveFilter(filter, { x: 5 })).toEqual({
      and: [{ not: condition(5) }, { field: 'l', op: 'some', where: condition(5) }],
    })
  })

  it('spreads lists into lists', () => {
    expect(resolveFilter(condition([1, variable], 'anyOf'), { x: [2, 3] })).toEqual(
      condition([1, 2, 3], 'anyOf'),
    )
    expect(resolveFilter(condition(variable, 'anyOf'), { x: 2 })).toEqual(condition([2], 'anyOf'))
    expect(resolveFilter(condition([1, variable], 'anyOf'), { x: null })).toEqual(condition([1], 'anyOf'))
  })

  it('replaces conditions without a value by their result', () => {
    expect(resolveFilter(condition(variable), {})).toEqual({ or: [] })
    expect(resolveFilter(condition(variable, 'isNot'), { x: '' })).toEqual({ and: [] })
    expect(resolveFilter(condition([variable], 'anyOf'), { x: [] })).toEqual({ or: [] })
    expect(resolveFilter(condition([variable], 'noneOf'), { x: [] })).toEqual({ and: [] })
    expect(resolveFilter(condition([1, variable], 'between'), { x: null })).toEqual({ or: [] })
  })

  it('keeps `today` and `now` unless their values are given', () => {
    const on = condition({ variable: 'today' }, 'on')
    expect(resolveFilter(on, {})).toEqual(on)
    expect(resolveFilter(on, { today: '2024-01-01' })).toEqual(condition('2024-01-01', 'on'))
    expect(resolveFilter(condition([1, 2], 'between'), {})).toEqual(condition([1, 2], 'between'))
    expect(resolveFilter({ field: 'f', op: 'isEmpty' }, {})).toEqual({ field: 'f', op: 'isEmpty' })
  })
})

describe('dateBounds', () => {
  const context = { now: '2024-03-10T15:30:00Z', timeZone: 'America/New_York' } as const

  it('uses midnight of the zone as the bounds of a day', () => {
    expect(dateBounds('on', '2024-03-10', { ...context, kind: 'date_time' })).toEqual({
      from: '2024-03-10T05:00:00Z',
      to: '2024-03-11T04:00:00Z',
    })
    expect(dateBounds('on', '2024-03-10', { ...context, kind: 'date' })).toEqual({
      from: '2024-03-10',
      to: '2024-03-11',
    })
  })

  it('starts a day without midnight at its first instant', () => {
    // In Beirut, clocks went from 23:59:59 to 01:00 on that night.
    expect(startOfDay('2024-03-31', 'Asia/Beirut')).toBe(Date.parse('2024-03-30T22:00:00Z'))
  })

  it('supports all periods', () => {
    const at = (unit: string) => dateBounds('thisPeriod', unit, { ...context, kind: 'date' })
    expect(at('day')).toEqual({ from: '2024-03-10', to: '2024-03-11' })
    expect(at('week')).toEqual({ from: '2024-03-04', to: '2024-03-11' })
    expect(at('month')).toEqual({ from: '2024-03-01', to: '2024-04-01' })
    expect(at('quarter')).toEqual({ from: '2024-01-01', to: '2024-04-01' })
    expect(at('year')).toEqual({ from: '2024-01-01', to: '2025-01-01' })
  })

  it('counts months to the last day of a shorter one', () => {
    const now = '2024-03-31T15:30:00Z'
    expect(
      dateBounds('withinLast', { amount: 1, unit: 'month' }, { now, timeZone: 'UTC', kind: 'date' }),
    ).toEqual({
      from: '2024-02-29',
      to: '2024-04-01',
    })
  })

  it('leaves a bound open at the end of the calendar', () => {
    const last = { amount: 10_000, unit: 'year' }
    expect(dateBounds('withinLast', last, { ...context, kind: 'date_time' })).toEqual({
      to: '2024-03-10T15:30:00.001Z',
    })
    expect(dateBounds('withinNext', last, { ...context, kind: 'date' })).toEqual({ from: '2024-03-10' })
  })

  it('never returns an end before its start, and consecutive days of a zone are adjacent', () => {
    const instant = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const property = fc.property(
      instant,
      fc.constantFrom(...zones),
      fc.constantFrom(...periodUnits),
      fc.constantFrom(...durationUnits),
      fc.constantFrom('date' as const, 'date_time' as const),
      fc.integer({ min: 1, max: 400 }),
      (now, timeZone, period, unit, kind, amount) => {
        const at = { now, timeZone, kind }
        for (const { from = '', to = '9' } of [
          dateBounds('thisPeriod', period, at),
          dateBounds('withinLast', { amount, unit }, at),
          dateBounds('withinNext', { amount, unit }, at),
          dateBounds('between', ['2024-03-10', '2024-03-01'], at),
        ])
          expect(from <= to).toBe(true)
        const { from, to } = dateBounds('thisPeriod', 'day', { ...at, kind: 'date_time' })
        expect(Date.parse(from ?? '')).toBeLessThanOrEqual(now.getTime())
        expect(Date.parse(to ?? '')).toBeGreaterThan(now.getTime())
        expect(dateBounds('before', { variable: 'today' }, { ...at, kind: 'date_time' }).to).toBe(from)
        expect(dateBounds('after', { variable: 'now' }, { ...at, kind: 'date_time' }).from).toBe(to)
      },
    )
    fc.assert(property, { numRuns: 300 })
  })
})

describe('zones', () => {
  it('converts to local time and back, to the first of two equal ones', () => {
    const instant = fc.date({ min: new Date('0002-01-01'), max: new Date('9998-01-01'), noInvalidDate: true })
    const property = fc.property(instant, fc.constantFrom(...zones), (date, zone) => {
      const wall = toWall(date.getTime(), zone)
      const back = toInstant(wall, zone)
      expect(toWall(back, zone)).toBe(wall)
      expect(back).toBeLessThanOrEqual(date.getTime())
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('shifts a skipped local time by the gap', () => {
    const wall = Date.parse('2024-03-10T02:30:00Z')
    expect(toInstant(wall, 'America/New_York')).toBe(Date.parse('2024-03-10T07:30:00Z'))
  })
})
