import { describe, expect, it } from 'vitest'
import {
  createsOf,
  emptyPlan,
  type PasteColumn,
  type PastePlan,
  planPaste,
  refusedCells,
  spread,
  updatesOf,
} from './paste.ts'

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
const planOf = (texts: string[][], columns: PasteColumn[], canCreate: boolean): PastePlan => {
  const plan = emptyPlan()
  for (const _ of planPaste(plan, texts, columns, rows, canCreate)) void _
  return plan
}

describe('paste', () => {
  it('updates existing records and creates new ones below', () => {
    const plan = planOf(
      [
        ['Ada', '36'],
        ['Bob', ''],
        ['', ''],
        ['Cyd', '9'],
      ],
      [text, number],
      true,
    )
    expect(plan).toEqual({
      update: [
        { id: 11, values: { name: 'Ada', age: 36 }, version: 1 },
        { id: 12, values: { name: 'Bob', age: null }, version: 5 },
      ],
      updateRows: [0, 1],
      create: [{ values: { name: 'Cyd', age: 9 } }],
      createRows: [3],
      rejected: [],
      cells: 6,
    })
  })

  it('lists what does not fit and continues', () => {
    const plan = planOf([['x', '7', 'Ada', 'beyond']], [number, locked, text], false)
    expect(plan.update).toEqual([{ id: 11, values: { name: 'Ada' }, version: 1 }])
    expect(plan.rejected).toEqual([
      { recordId: 11, row: 0, column: 'age', text: 'x', code: 'not_a_number' },
      { recordId: 11, row: 0, column: 'id', text: '7', code: 'read_only' },
    ])
  })

  it('creates no records where that is not allowed', () => {
    expect(planOf([['a'], ['b'], ['c']], [text], false).create).toEqual([])
  })

  it('sends in parts, and finds the cells of a part that the server refused', () => {
    const plan = planOf(
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['d', '4'],
      ],
      [text, number],
      true,
    )
    const parts = [...updatesOf(plan, 1), ...createsOf(plan, 1)]
    expect(parts.map(({ update, create }) => [update.length, create.length])).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ])
    const textAt = (row: number, column: string) => `${row} ${column}`
    expect(
      refusedCells({ path: 'update.0.values.age', code: 'version_conflict' }, parts[1]!, textAt),
    ).toEqual([{ recordId: 12, row: 1, column: 'age', text: '1 age', code: 'version_conflict' }])
    expect(refusedCells({ path: 'create.0', code: 'access_denied' }, parts[3]!, textAt)).toMatchObject([
      { recordId: null, row: 3, column: 'name' },
      { recordId: null, row: 3, column: 'age' },
    ])
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
