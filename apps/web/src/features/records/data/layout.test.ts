import type { DataField } from '@muster/contract/fields/fields.schema'
import { describe, expect, it } from 'vitest'
import { columnsOf, emptyLayout, readLayout, withMove, withPin, withVisibility, withWidth } from './layout.ts'

const field = (columnName: string) => ({ columnName }) as DataField
const fields = ['first', 'last', 'born', 'party'].map(field)
const columns = (layout = emptyLayout, name: string | null = 'last') =>
  columnsOf(fields, name, layout, () => 100)
const seen = (layout = emptyLayout) =>
  columns(layout)
    .filter((column) => !column.isHidden)
    .map((column) => column.id)

describe('grid layout', () => {
  it('starts with the name, then the fields by rank; metadata is hidden', () => {
    expect(seen()).toEqual(['last', 'first', 'born', 'party'])
    expect(columns()[0]).toMatchObject({ isName: true, isPinned: true, width: 240 })
    expect(columns(emptyLayout, null)[0]).toMatchObject({ id: '@name', field: null, isName: true })
  })

  it('shows and hides columns, the name never', () => {
    expect(seen(withVisibility(emptyLayout, 'born', false))).toEqual(['last', 'first', 'party'])
    expect(seen(withVisibility(emptyLayout, 'last', false))).toContain('last')
    expect(seen(withVisibility(emptyLayout, '@createdAt', true))).toContain('@createdAt')
  })

  it('puts pinned columns after the name', () => {
    expect(seen(withPin(emptyLayout, 'party', true))).toEqual(['last', 'party', 'first', 'born'])
    expect(seen(withPin(withPin(emptyLayout, 'party', true), 'party', false))).toEqual([
      'last',
      'first',
      'born',
      'party',
    ])
  })

  it('moves columns', () => {
    expect(seen(withMove(emptyLayout, columns(), 'party', 'first'))).toEqual([
      'last',
      'party',
      'first',
      'born',
    ])
    expect(seen(withMove(emptyLayout, columns(), 'first', null))).toEqual(['last', 'born', 'party', 'first'])
    expect(withMove(emptyLayout, columns(), 'last', 'party')).toBe(emptyLayout)
  })

  it('pins what is dropped among pinned columns and unpins what is dragged out', () => {
    const pinned = withPin(withPin(emptyLayout, 'born', true), 'party', true)
    expect(seen(pinned)).toEqual(['last', 'born', 'party', 'first'])
    const moved = withMove(pinned, columns(pinned), 'first', 'party')
    expect(columns(moved).filter((column) => column.isPinned)).toHaveLength(4)
    const out = withMove(pinned, columns(pinned), 'born', null)
    expect(columns(out).find((column) => column.id === 'born')?.isPinned).toBe(false)
  })

  it('keeps widths in bounds', () => {
    expect(withWidth(emptyLayout, 'born', 5).widths).toEqual({ born: 60 })
    expect(withWidth(emptyLayout, 'born', 123.4).widths).toEqual({ born: 123 })
  })

  it('ignores invalid stored layouts', () => {
    expect(readLayout(null)).toEqual(emptyLayout)
    expect(readLayout({ order: ['a', 1], widths: { a: 5, b: 100 }, rowHeight: 'huge' })).toEqual({
      ...emptyLayout,
      order: ['a'],
      widths: { b: 100 },
    })
  })
})
