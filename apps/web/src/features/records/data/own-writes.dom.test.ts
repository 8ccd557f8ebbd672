/** Which writes count as one's own, so that their events are no news. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOwnWrite, noteOwnWrite } from './record-writes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a write is remembered for five seconds, from the last of the same record', () => {
  const ids = Array.from({ length: 5000 }, (_, n) => n + 1)
  for (const id of ids) noteOwnWrite(id)
  vi.advanceTimersByTime(3000)
  noteOwnWrite(1)
  expect([1, 2, 5000].map(isOwnWrite)).toEqual([true, true, true])
  vi.advanceTimersByTime(3000)
  noteOwnWrite(6000)
  expect([1, 2, 5000, 6000].map(isOwnWrite)).toEqual([true, false, false, true])
})
