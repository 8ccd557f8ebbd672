import { describe, expect, it } from 'vitest'
import { type PasteColumn, planPaste, spread } from './paste.ts'

const text: PasteColumn = { id: 'name', read: (value) => ({ ok: true, value: value || null }) }
const number: PasteColumn = {
  id: 'age',
  read: (value) => {
    if (value === '') return { ok: true, value: null }
    return Number.isNaN(Number(value))
      ? { ok: false, code: 'not_a_number' }
      : { ok: true, value: Number(value) }
  },
}
const locked: PasteColumn = { id: 'id', read: null }
const rows = [
  { id: 11, version: 1 },
  { id: 12, version: 5 },
]

describe('paste', () => {
  it('writes cells of records and makes new ones below', () => {
    const plan = planPaste(
      [
        ['Ada', '36'],
        ['Bob', ''],
        ['Cyd', '9'],
        ['', ''],
      ],
      [text, number],
      rows,
      true,
    )
    expect(plan).toEqual({
      update: [
        { id: 11, values: { name: 'Ada', age: 36 }, version: 1 },
        { id: 12, values: { name: 'Bob', age: null }, version: 5 },
      ],
      create: [{ values: { name: 'Cyd', age: 9 } }],
      rejected: [],
      cells: 6,
    })
  })

  it('names what does not fit and goes on', () => {
    const plan = planPaste([['x', '7', 'Ada', 'beyond']], [number, locked, text], rows, false)
    expect(plan.update).toEqual([{ id: 11, values: { name: 'Ada' }, version: 1 }])
    expect(plan.rejected).toEqual([
      { row: 0, column: 'age', text: 'x', code: 'not_a_number' },
      { row: 0, column: 'id', text: '7', code: 'read_only' },
    ])
  })

  it('makes no records where it may not', () => {
    expect(planPaste([['a'], ['b'], ['c']], [text], rows, false).create).toEqual([])
  })

  it('fills a range with one value or a repeated block', () => {
    expect(spread([['x']], { width: 2, height: 3 })).toEqual([
      ['x', 'x'],
      ['x', 'x'],
      ['x', 'x'],
    ])
    expect(spread([['a'], ['b']], { width: 1, height: 4 })).toEqual([['a'], ['b'], ['a'], ['b']])
    expect(spread([['a', 'b'], ['c']], { width: 1, height: 1 })).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
    expect(spread([['a'], ['b'], ['c']], { width: 1, height: 2 })).toEqual([['a'], ['b'], ['c']])
  })
})
