import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** Hands over as fast as the pace allows, with durations in milliseconds. @returns when each arrived */
function arrivals(limit: number, durations: readonly number[], shares: readonly number[]): number[] {
  let now = 0
  const pace = new Pace(limit, () => now)
  const onTheWay: number[] = []
  const arrived: number[] = []
  durations.forEach((duration, index) => {
    while (pace.free() === 0) {
      onTheWay.sort((a, b) => a - b)
      const next = pace.untilNext()
      const [first] = onTheWay
      if (first !== undefined && (next === null || first <= now + next)) {
        now = Math.max(now, first)
        pace.ended()
        onTheWay.shift()
      } else now += next ?? 1
    }
    pace.started()
    onTheWay.push(now + duration)
    arrived.push(now + duration * shares[index % shares.length]!)
  })
  return arrived
}

/** The most within a sliding second. */
function most(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return Math.max(
    ...sorted.map((at, index) => sorted.slice(index).filter((other) => other < at + 1000).length),
  )
}

test('never more than the limit in a sliding second, whenever the other side counts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 100 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 7 }),
      (limit, durations, shares) => {
        expect(most(arrivals(limit, durations, shares))).toBeLessThanOrEqual(limit)
      },
    ),
  )
})

test('with quick answers nearly all of the limit is used', () => {
  const times = arrivals(14, Array(280).fill(10), [1])
  const seconds = (times.at(-1)! - times[0]!) / 1000
  expect((times.length - 14) / seconds / 14).toBeGreaterThan(0.97)
})
