import { expect, test } from 'vitest'
import { boundsOf, isOtherSet, isWithin, type Points } from './points.ts'

const points = (...ids: number[]): Points => ({ ids, lngs: ids, lats: ids, colors: null })

test('points lie within a window, also across the 180th meridian', () => {
  expect(isWithin(10, 10, [0, 0, 20, 20])).toBe(true)
  expect(isWithin(30, 10, [0, 0, 20, 20])).toBe(false)
  expect(isWithin(10, 30, [0, 0, 20, 20])).toBe(false)
  // A map gives its window as 170 to 190, others as 170 to -170.
  for (const window of [
    [170, -10, 190, 10],
    [170, -10, -170, 10],
    [-190, -10, -170, 10],
  ] as const) {
    expect(isWithin(-175, 0, window)).toBe(true)
    expect(isWithin(175, 0, window)).toBe(true)
    expect(isWithin(0, 0, window)).toBe(false)
  }
  expect(isWithin(99, 0, [-300, -80, 300, 80])).toBe(true)
})

test('the window of points contains all of them', () => {
  expect(boundsOf({ lngs: [-120, 3, 50], lats: [40, -5, 60] })).toEqual([-120, -5, 50, 60])
  expect(boundsOf({ lngs: [], lats: [] })).toBeNull()
})

test('a filter brings another set, an edit does not', () => {
  expect(isOtherSet(points(1, 2, 3, 4, 5, 6), points(1, 2, 3, 4, 5))).toBe(false)
  expect(isOtherSet(points(1, 2, 3, 4, 5, 6), points(1, 2))).toBe(true)
  expect(isOtherSet(points(1, 2), points(1, 2, 3, 4, 5))).toBe(true)
})
