import { expect, test, vi } from 'vitest'
import { formatter, fullName, relativeDay } from './format.ts'

const now = new Date('2026-11-20T15:00:00Z')
const relative = (text: string, zone = 'UTC') => relativeDay(new Date(text), zone, now)

test.each([
  ['2026-11-20T00:00:00Z', { kind: 'today' }],
  ['2026-11-19T23:59:00Z', { kind: 'yesterday' }],
  ['2026-11-18T15:00:00Z', { kind: 'daysAgo', count: 2 }],
  ['2026-11-14T15:00:00Z', { kind: 'daysAgo', count: 6 }],
  ['2026-11-13T15:00:00Z', { kind: 'aWeekAgo' }],
  ['2026-11-07T15:00:00Z', { kind: 'aWeekAgo' }],
  ['2026-11-06T15:00:00Z', { kind: 'weeksAgo', count: 2 }],
  ['2026-10-17T15:00:00Z', { kind: 'weeksAgo', count: 4 }],
  ['2026-10-16T15:00:00Z', { kind: 'date' }],
  ['2026-11-21T15:00:00Z', { kind: 'date' }],
])('%s', (moment, expected) => {
  expect(relative(moment)).toEqual(expected)
})

test('days are those of the zone, not of the browser', () => {
  expect(relative('2026-11-20T03:00:00Z', 'America/New_York')).toEqual({ kind: 'yesterday' })
  expect(relative('2026-11-20T14:59:00Z', 'Asia/Tokyo')).toEqual({ kind: 'yesterday' })
  expect(
    relativeDay(new Date('2026-03-28T12:00:00Z'), 'Europe/Paris', new Date('2026-03-30T11:00:00Z')),
  ).toEqual({ kind: 'daysAgo', count: 2 })
})

test('dates, numbers and money are written as the language does, instants in the zone', () => {
  const en = formatter('en', 'America/New_York')
  expect(en.date('2026-03-04T02:00:00Z')).toBe('Mar 3, 2026')
  expect(en.dateTime('2026-03-03T19:05:00Z')).toMatch(/^Mar 3, 2026, 2:05\sPM$/)
  expect(en.plainDate('2026-03-04')).toBe('Mar 4, 2026')
  expect(en.plainDate('1774-09-05')).toBe('Sep 5, 1774')
  expect(en.number(12408.5)).toBe('12,408.5')
  expect(en.money(1200.5, 'USD')).toBe('$1,200.50')
  expect(en.percent(0.125)).toBe('12.5%')
  expect(en.bytes(1_500_000)).toBe('1.5 MB')
  expect([en.bytes(0), en.bytes(1), en.bytes(706)]).toEqual(['0 bytes', '1 byte', '706 bytes'])
  expect(en.list(['A', 'B', 'C'])).toBe('A, B, and C')
  const es = formatter('es', 'UTC')
  expect(es.number(12408.5)).toBe('12.408,5')
  expect(['ñu', 'oso', 'nube'].sort(es.compare)).toEqual(['nube', 'ñu', 'oso'])
  const fr = formatter('fr', 'UTC')
  expect(fr.money(12.5, 'EUR')).toMatch(/^12,50\s€$/)
})

test('a name leaves no gap for what is missing', () => {
  expect(fullName({ firstName: 'Ana', lastName: '' })).toBe('Ana')
  expect(fullName({ firstName: 'Ana', lastName: 'Torres' })).toBe('Ana Torres')
})

test('hours and weeks follow the person’s settings, else the language', () => {
  const moment = '2026-01-01T14:05:00Z'
  const time = (language: 'en' | 'es' | 'fr', timeFormat: 'auto' | 'h12' | 'h23') =>
    formatter(language, 'UTC', { timeFormat, weekStart: 'auto' }).time(moment).replaceAll(/\s/g, ' ')
  expect([time('en', 'auto'), time('es', 'auto'), time('fr', 'auto')]).toEqual(['2:05 PM', '14:05', '14:05'])
  expect([time('en', 'h23'), time('fr', 'h12')]).toEqual(['14:05', '2:05 PM'])
  const start = (language: 'en' | 'fr', weekStart: 'auto' | 'monday' | 'sunday' | 'saturday') =>
    formatter(language, 'UTC', { timeFormat: 'auto', weekStart }).firstDayOfWeek
  expect([start('en', 'auto'), start('fr', 'auto'), start('en', 'monday'), start('fr', 'saturday')]).toEqual([
    0, 1, 1, 6,
  ])
})

test('what writes a value is made when it is first needed, and the zone is asked for then', () => {
  const zone = vi.fn(() => 'Asia/Tokyo')
  const made = [
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Intl, 'NumberFormat'),
    vi.spyOn(Intl, 'Collator'),
    vi.spyOn(Intl, 'ListFormat'),
  ]
  const format = formatter('en', zone)
  expect([zone, ...made].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0, 0])
  for (const spy of made) spy.mockRestore()
  expect([format.date('2026-03-03T15:30:00Z'), format.date('2026-03-03T14:30:00Z')]).toEqual([
    'Mar 4, 2026',
    'Mar 3, 2026',
  ])
  expect(format.timeZone).toBe('Asia/Tokyo')
  expect(zone).toHaveBeenCalledTimes(1)
})
