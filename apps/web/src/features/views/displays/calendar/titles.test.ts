import { expect, test } from 'vitest'
import { formatter } from '../../../../lib/format.ts'
import { place } from './placed.ts'
import { wordsOf } from './titles.ts'

const event = { id: 1, name: 'Starry night', end: null, isAllDay: true, color: null }

test('an event by year is called by its year, not by the day on which it is', () => {
  const words = wordsOf(formatter('en', 'UTC'), ((key: string) => key) as never, {})
  const byYear = place({ ...event, start: '1889-01-01', year: 1889 }, 'America/New_York')
  expect(byYear).toMatchObject({ from: '1889-01-01', to: '1889-01-01' })
  expect(words.timeOf(byYear)).toBe('1889')
  expect(words.labelOf(byYear)).toBe('Starry night, 1889')
  const byDay = place({ ...event, start: '1889-06-19' }, 'America/New_York')
  expect(words.timeOf(byDay)).toBe('')
  expect(words.labelOf(byDay)).toBe('Starry night, Wednesday, June 19, 1889, allDay')
})
