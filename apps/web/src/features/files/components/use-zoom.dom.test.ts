import { expect, it } from 'vitest'
import { fitted, mostScale, zoomAt } from './use-zoom.ts'

it('keeps the point under the pointer where it is', () => {
  const view = zoomAt({ scale: 2, x: 30, y: -10 }, 1.5, 100, 50)
  const pointOf = ({ scale, x, y }: typeof view) => [(100 - x) / scale, (50 - y) / scale]
  expect(view.scale).toBe(3)
  expect(pointOf(view)).toEqual(pointOf({ scale: 2, x: 30, y: -10 }))
})

it('gets neither smaller than the window nor larger than is useful', () => {
  expect(zoomAt({ scale: 1.2, x: 40, y: 40 }, 0.5, 10, 10)).toEqual(fitted)
  expect(zoomAt({ scale: 6, x: 0, y: 0 }, 4, 0, 0).scale).toBe(mostScale)
})
