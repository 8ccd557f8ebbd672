import { expect, test } from 'vitest'
import { RecentEvents } from './recent-events.ts'

test('returns a team’s events after a position', () => {
  const events = new RecentEvents<string>()
  const start = events.position(1)
  events.add(1, 'a')
  const middle = events.position(1)
  events.add(2, 'of another team')
  events.add(1, 'b')
  expect(events.after(start, 1)).toEqual(['a', 'b'])
  expect(events.after(middle, 1)).toEqual(['b'])
  expect(events.after(events.position(1), 1)).toEqual([])
})

test('a position reveals nothing about other teams', () => {
  const events = new RecentEvents<string>()
  const before = events.position(1)
  for (let n = 0; n < 10; n++) events.add(2, 'busy')
  expect(events.position(1)).toBe(before)
  expect(events.after(before, 2)).toBeNull()
})

test('returns null when events may be missing: too many, lost, evicted, or an invalid position', () => {
  const events = new RecentEvents<number>()
  const start = events.position(1)
  for (let n = 1; n <= 100; n++) events.add(1, n)
  expect(events.after(start, 1)).toHaveLength(100)
  events.add(1, 101)
  expect(events.after(start, 1)).toBeNull()
  const recent = events.position(1)
  expect(events.after(recent, 1)).toEqual([])
  const [epoch] = recent.split('.')
  for (const position of ['', '.', 'x.1', epoch!, `${epoch}.`, `${epoch}.x`, `${epoch}.102`, `${epoch}.-1`]) {
    expect(events.after(position, 1)).toBeNull()
  }
  for (let teamId = 2; teamId <= 501; teamId++) events.add(teamId, 1)
  expect(events.after(recent, 1)).toBeNull()
  const again = events.position(1)
  events.clear()
  expect(events.after(again, 1)).toBeNull()
})
