import type { DataField } from '@muster/contract/fields/fields.schema'
import { expect, test } from 'vitest'
import { whenText } from './when.ts'

const field = (dataType: DataField['dataType']) => ({ dataType }) as DataField
const reader = {
  language: 'en',
  timeZone: 'America/New_York',
  now: new Date('2026-03-10T12:00:00Z'),
} as const

test('the default format is the field’s own', () => {
  expect(whenText(field('date'), '2026-03-09', 'default', reader)).toBeNull()
  expect(whenText(field('plain_text'), 'soon', 'long', reader)).toBeNull()
})

test('days are the same in every zone, however long ago', () => {
  expect(whenText(field('date'), '2026-03-09', 'long', reader)).toBe('March 9, 2026')
  expect(whenText(field('date'), '2026-03-09', 'weekday', reader)).toBe('Monday, March 9, 2026')
  expect(whenText(field('date'), '0044-03-15', 'year', reader)).toBe('44')
  expect(whenText(field('date'), '2026-03-09', 'month_day', { ...reader, language: 'es' })).toBe('9 de marzo')
  // A day has no time of day.
  expect(whenText(field('date'), '2026-03-09', 'time', reader)).toBeNull()
})

test('instants use the clock of the zone', () => {
  const at = '2026-03-10T02:30:00Z'
  expect(whenText(field('date_time'), at, 'month_day', reader)).toBe('March 9')
  expect(whenText(field('date_time'), at, 'year', reader)).toBe('2026')
  expect(whenText(field('date_time'), at, 'time', reader)).toMatch(/^(10:30\sPM|22:30)$/)
})

test.each([
  ['2026-03-10', 'today'],
  ['2026-03-09', 'yesterday'],
  ['2026-03-13', 'in 3 days'],
  ['2026-02-20', '2 weeks ago'],
  ['1976-03-01', '50 years ago'],
])('%s is %s', (day, text) => {
  expect(whenText(field('date'), day, 'relative', reader)).toBe(text)
})

test('ranges share what their ends have in common; open ones use the field’s own format', () => {
  const range = field('date_range')
  const value = { start: '2026-03-06', end: '2026-03-27' }
  expect(whenText(range, value, 'month_day', reader)).toMatch(/^March 6\s–\s27$/)
  expect(whenText(range, { start: '2026-03-06', end: null }, 'long', reader)).toBeNull()
})
