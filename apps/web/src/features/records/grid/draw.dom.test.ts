/** Cells on the canvas: what is drawn, and what is written where a value has a drawing. */
import { expect, it } from 'vitest'
import type { Brush } from '../../../ui/canvas/brush.ts'
import type { GridCell } from '../../fields/public.ts'
import { aBrush } from '../../fields/testing/brush.ts'
import { drawCell, measureCell } from './draw.ts'

const drawn = (inGroupHeader: 'drawing' | 'text', seen: Brush[]): GridCell => ({
  display: 'Plain words',
  copyText: 'copied',
  align: 'left',
  drawing: { paint: (brush) => seen.push(brush), measure: () => 88, inGroupHeader },
})
const group = (cell: GridCell) =>
  ({
    kind: 'group',
    isReadOnly: true,
    group: { level: 0, isFolded: false, title: { cell, count: '12' }, sum: null },
  }) as const

it('lets a value draw itself in its cell, with its own width', () => {
  const { brush, texts: written } = aBrush()
  const seen: Brush[] = []
  const content = { kind: 'value', cell: drawn('text', seen) } as const
  drawCell(brush, content, { isRow: false })
  expect(seen).toHaveLength(1)
  expect(written).toEqual([])
  expect(measureCell(brush.ctx, content)).toBe(88)
})

it('writes the plain text of a value that is the name of its record', () => {
  const { brush, texts: written } = aBrush()
  const seen: Brush[] = []
  const content = { kind: 'value', cell: drawn('text', seen), name: { avatar: null } } as const
  drawCell(brush, content, { isRow: false })
  expect([seen.length, written]).toEqual([0, ['Plain words']])
  expect(measureCell(brush.ctx, content)).toBeGreaterThan('Plain words'.length * 7)
})

it('passes to the drawing whether it is in the header of a group', () => {
  for (const inGroupHeader of ['drawing', 'text'] as const) {
    const { brush, texts: written } = aBrush()
    const seen: Brush[] = []
    drawCell(brush, group(drawn(inGroupHeader, seen)), { isRow: false })
    expect(written).toEqual(inGroupHeader === 'drawing' ? ['12'] : ['12', 'Plain words'])
    expect(seen).toHaveLength(inGroupHeader === 'drawing' ? 1 : 0)
    // Beside the arrow and before the count.
    for (const { rect } of seen) expect(rect.x + rect.width).toBeLessThan(300 - 2 * 7)
  }
})
