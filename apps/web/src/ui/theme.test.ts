/** Text is readable in every brand, light and dark: 4.5:1 (WCAG 2.2 AA), focus 3:1. */
import { describe, expect, test } from 'vitest'
import { brands } from '../../../../brands/brands.ts'
import { statusColors } from './status-colors.ts'
import { schemesOf } from './theme.ts'

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(Object.values(brands))('$name', (brand) => {
  const { variables, light, dark } = schemesOf(brand)
  describe.each([
    ['light', light],
    ['dark', dark],
  ] as const)('%s', (_, scheme) => {
    const color = (name: `--m-${string}`) => scheme[name] ?? variables[name] ?? ''
    const grounds = ['--m-page', '--m-chrome', '--m-raised', '--m-sunken', '--m-hover'] as const
    test.each(grounds)('text on %s', (ground) => {
      for (const text of ['--m-text', '--m-muted', '--m-accent-text', '--m-danger-text'] as const) {
        expect(contrast(color(text), color(ground)), text).toBeGreaterThanOrEqual(4.5)
      }
    })
    test('hovered elements stand out, also in a menu', () => {
      for (const ground of ['--m-page', '--m-raised'] as const)
        expect(contrast(color('--m-hover'), color(ground)), ground).toBeGreaterThanOrEqual(1.05)
    })
    test('focus and controls stand out', () => {
      expect(contrast(color('--m-focus'), color('--m-page'))).toBeGreaterThanOrEqual(3)
      expect(contrast(color('--m-control-border'), color('--m-page'))).toBeGreaterThanOrEqual(3)
    })
  })
  test('white on the accent', () => {
    expect(contrast('#ffffff', brand.accent[6])).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', brand.accent[7])).toBeGreaterThanOrEqual(4.5)
  })
})

test.each(Object.entries(statusColors))('the %s tag', (_, { light, dark }) => {
  expect(contrast(light.text, light.ground)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(dark.text, dark.ground)).toBeGreaterThanOrEqual(4.5)
})
