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
  const seconds = (times.at(-1)! - times[13]!) / 1000
  expect((times.length - 14) / seconds / 14).toBeGreaterThan(0.97)
})

test('the messages of a slow sender are spread over the second, those of a fast one follow each other', () => {
  const gaps = (limit: number) => {
    const times = arrivals(limit, Array(3 * limit).fill(1), [1])
    return times.slice(1).map((at, index) => at - times[index]!)
  }
  expect(Math.min(...gaps(10))).toBeGreaterThanOrEqual(80)
  expect(Math.max(...gaps(10))).toBeLessThan(300)
  expect(gaps(200).filter((gap) => gap === 0)).toHaveLength(3 * 199)
})

test('who goes on with what another has answered keeps to the limit of both, and loses nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 1500 }),
      (limit, gaps, pause) => {
        let now = 0
        const arrived: number[] = []
        const send = (pace: Pace) => {
          now += pace.untilNext() as number
          pace.started()
          pace.ended()
          arrived.push(now)
        }
        const first = new Pace(limit, () => now)
        for (const gap of gaps) {
          now += gap
          send(first)
        }
        const ages = first.answeredAgo()
        now += pause
        const second = new Pace(limit, () => now)
        second.goOn(ages.map((age) => age + pause))
        const alone = first.untilNext()
        expect(second.untilNext()).toBe(alone)
        for (let n = 0; n < 2 * limit; n++) send(second)
        expect(most(arrived)).toBeLessThanOrEqual(limit)
      },
    ),
  )
})

test('tells ahead how many will be free', () => {
  let now = 0
  const pace = new Pace(2, () => now)
  for (let n = 0; n < 2; n++) {
    pace.started()
    pace.ended()
    now += 10
  }
  const untilNext = pace.untilNext() as number
  expect([pace.free(), pace.free(untilNext - 1), pace.free(untilNext), pace.free(untilNext + 10)]).toEqual([
    0, 0, 1, 2,
  ])
})
