import { expect, test } from 'vitest'
import { RecentEvents } from './recent-events.ts'

test('gives a team’s events after a position', () => {
  const events = new RecentEvents<string>()
  const start = events.position()
  events.add(1, 'a')
  const middle = events.position()
  events.add(2, 'of another team')
  events.add(1, 'b')
  expect(events.after(start, 1)).toEqual(['a', 'b'])
  expect(events.after(middle, 1)).toEqual(['b'])
  expect(events.after(events.position(), 1)).toEqual([])
})

test('knows when some are missing: too old, lost, of another process, made up', () => {
  const events = new RecentEvents<number>()
  const start = events.position()
  for (let n = 1; n <= 9_999; n++) events.add(1, n)
  expect(events.after(start, 1)).toHaveLength(9_999)
  events.add(1, 10_000)
  expect(events.after(start, 1)).toBeNull()
  const recent = events.position()
  expect(events.after(recent, 1)).toEqual([])
  events.clear()
  expect(events.after(recent, 1)).toBeNull()
  for (const position of ['', '.', 'x.1', `${events.position()}9`, events.position().replace(/\d+$/, '-1')]) {
    expect(events.after(position, 1)).toBeNull()
  }
})
