import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** Hands over as fast as the pace allows, with durations in milliseconds. @returns when each arrived */
function arrivals(limit: number, durations: readonly number[], shares: readonly number[]): number[] {
  let now = 0
  const pace = new Pace(limit, () => now)
  const onTheWay: { startedAt: number; endsAt: number }[] = []
  const arrived: number[] = []
  durations.forEach((duration, index) => {
    while (pace.free() === 0) {
      onTheWay.sort((a, b) => a.endsAt - b.endsAt)
      const next = pace.untilNext()
      const [first] = onTheWay
      if (first && (next === null || first.endsAt <= now + next)) {
        now = Math.max(now, first.endsAt)
        pace.ended(first.startedAt)
        onTheWay.shift()
      } else now += next ?? 1
    }
    const startedAt = pace.started()
    onTheWay.push({ startedAt, endsAt: startedAt + duration })
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
      // The shortest is known from the start, and not forgotten: what is faster than all lately may arrive too early by
      // the difference.
      fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 60 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 7 }),
      (limit, durations, shares) => {
        expect(most(arrivals(limit, [1, ...durations], [1, ...shares]))).toBeLessThanOrEqual(limit)
      },
    ),
  )
})

test('with steady answers nearly all of the limit is used', () => {
  const times = arrivals(14, Array(280).fill(40), [1])
  const seconds = (times.at(-1)! - times[0]!) / 1000
  expect((times.length - 14) / seconds / 14).toBeGreaterThan(0.97)
})
