import { palette } from '@muster/contract/lists/colors'
import { expect, it } from 'vitest'
import { brands } from '../../../../../brands/brands.ts'
import { schemesOf } from '../../ui/theme.ts'
import { chipColors, contrast, rowTint } from './choice-colors.ts'

const rgb = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]

it('keeps the text of a chip readable whatever colour somebody chose', () => {
  const colors = [
    ...Object.values(palette),
    '#ffffff',
    '#000000',
    '#ffff00',
    '#0000ff',
    '#7f7f7f',
    'teal',
    null,
  ]
  for (const color of colors) {
    for (const scheme of ['light', 'dark'] as const) {
      const { ground, text } = chipColors(color, scheme)
      expect(contrast(rgb(text), rgb(ground))).toBeGreaterThan(4.5)
    }
  }
})

it('tints rows so faintly that the texts of the grid stay readable', () => {
  for (const brand of Object.values(brands)) {
    const themes = schemesOf(brand)
    for (const scheme of ['light', 'dark'] as const) {
      const muted = rgb(themes[scheme]['--m-muted'] ?? '')
      for (const color of [...Object.values(palette), '#000000', '#ffffff'])
        expect(contrast(muted, rgb(rowTint(color, scheme)))).toBeGreaterThan(4.5)
    }
  }
})
