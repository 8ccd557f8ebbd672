import { expect, it } from 'vitest'
import { givenColors, nextColors, palette } from './colors.ts'

it('gives every colour before any of them a second time', () => {
  expect(nextColors([], givenColors.length)).toEqual(givenColors)
  expect(new Set(nextColors([], givenColors.length)).size).toBe(givenColors.length)
})

it('prefers colours that the list does not use yet', () => {
  expect(nextColors([palette.orange, palette.red, null, '#123456'], 2)).toEqual([
    palette.yellow,
    palette.green,
  ])
})

it('never gives neighbours the same colour, however the others are spread', () => {
  // Red is used least, and is the neighbour's.
  const used = [...givenColors, ...givenColors.slice(1), palette.red].filter(
    (color, at) => color !== palette.red || at > 0,
  )
  expect(used.at(-1)).toBe(palette.red)
  const colors = [palette.red, ...nextColors(used, 40)]
  for (const [at, color] of colors.entries()) if (at > 0) expect(color).not.toBe(colors[at - 1])
})
