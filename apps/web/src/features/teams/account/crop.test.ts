import { hasLogoShape, logoRatios } from '@muster/contract/teams/account.schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { croppedSize, withinFrame } from './crop.ts'

const side = fc.integer({ min: 8, max: 8000 })

test('every cropped picture has the shape that the server requires', () => {
  fc.assert(
    fc.property(side, fc.double({ min: 1, max: 4, noNaN: true }), (height, ratio) => {
      // Whole pixels of a very small picture cannot have every shape.
      fc.pre(height >= 50)
      const area = { x: 0, y: 0, width: height * ratio, height }
      expect(hasLogoShape('horizontalLogo', croppedSize(area, ratio))).toBe(true)
      const square = { x: 0, y: 0, width: height, height }
      expect(hasLogoShape('squareLogo', croppedSize(square, logoRatios.squareLogo.max))).toBe(true)
    }),
  )
})

test('a large picture is made smaller, and a small one stays', () => {
  expect(croppedSize({ x: 0, y: 0, width: 4096, height: 1024 }, 4)).toEqual({ width: 1024, height: 256 })
  expect(croppedSize({ x: 0, y: 0, width: 80, height: 80 }, 1)).toEqual({ width: 80, height: 80 })
})

test('a picture covers its frame, or stays within it where it is smaller', () => {
  const frame = { width: 100, height: 100 }
  const large = { width: 300, height: 120 }
  expect(withinFrame({ x: -500, y: 20 }, large, frame)).toEqual({ x: -100, y: 10 })
  const small = { width: 60, height: 40 }
  expect(withinFrame({ x: 90, y: -5 }, small, frame)).toEqual({ x: 20, y: -5 })
})
