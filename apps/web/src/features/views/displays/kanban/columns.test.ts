import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { describe, expect, it } from 'vitest'
import { columnKey } from './board.ts'
import { boardColumns, cardsOf, conditionOf, withColumn } from './columns.ts'

const field = { columnName: 'party', isRequired: false } as DataField
const known = [
  { value: 1, name: 'Whig', color: '#123456' },
  { value: 2, name: 'Federalist', color: null },
]
const record = (id: number, party: number | null) => ({ id, values: { party } }) as unknown as DataRecord
const counted = {
  counts: [
    { value: 2, count: 5 },
    { value: 9, count: 1 },
    { value: null, count: 3 },
  ],
  linked: {},
}

const none = { noValue: '-' }

describe('columns of a board', () => {
  it('are the empty one, those of the list in its order, then other values that records have', () => {
    const linked = { 9: { name: 'Gone', avatar: null, dataCollectionId: 1 } }
    const columns = boardColumns(field, known, counted, linked, [], { noValue: 'No value' })
    expect(columns.map(({ name, count }) => [name, count])).toEqual([
      ['No value', 3],
      ['Whig', 0],
      ['Federalist', 5],
      ['Gone', 1],
    ])
    const required = { ...field, isRequired: true }
    expect(boardColumns(required, known, { counts: [], linked: {} }, {}, [], none)).toHaveLength(2)
  })

  it('count a card where it is being moved', () => {
    const moving = [{ record: record(7, 1), from: columnKey(2), to: columnKey(1) }]
    const columns = boardColumns(field, known, counted, {}, moving, none)
    expect(columns.map(({ count }) => count)).toEqual([3, 1, 4, 1])
  })

  it('fetch their records by value, or those without one', () => {
    expect(conditionOf(field, 1)).toEqual({ field: 'party', op: 'is', value: 1 })
    expect(conditionOf(field, false)).toEqual({ field: 'party', op: 'is', value: false })
    expect(conditionOf(field, null)).toEqual({ field: 'party', op: 'isEmpty' })
  })

  it('show a moving card in one of them only', () => {
    const card = record(7, 2)
    const moving = [{ record: withColumn(card, field, 1), from: columnKey(2), to: columnKey(1) }]
    expect(cardsOf(columnKey(2), [card, record(8, 2)], moving).map(({ id }) => id)).toEqual([8])
    expect(cardsOf(columnKey(1), [record(3, 1)], moving).map(({ id }) => id)).toEqual([7, 3])
    // The server has it there already.
    expect(cardsOf(columnKey(1), [record(7, 1)], moving)).toHaveLength(1)
  })

  it('show a card at its position in an ordered column, whatever the server has answered', () => {
    const loaded = [record(3, 1), record(7, 1), record(8, 1)]
    const placed = (beforeId: number | null) =>
      cardsOf(columnKey(1), loaded, [{ record: record(7, 1), from: '1', to: '1', beforeId }])
    expect(placed(3).map(({ id }) => id)).toEqual([7, 3, 8])
    expect(placed(null).map(({ id }) => id)).toEqual([3, 8, 7])
    expect(
      cardsOf(columnKey(2), [record(7, 2)], [{ record: record(7, 1), from: '2', to: '1', beforeId: 3 }]),
    ).toEqual([])
  })

  it('leave out the one without a value while it is empty, where that is wanted', () => {
    const shown = (counts: { value: null; count: number }[]) =>
      boardColumns(field, known, { counts, linked: {} }, {}, [], { noValue: '-', isAlwaysShown: false })
    expect(shown([])).toHaveLength(2)
    expect(shown([{ value: null, count: 1 }])).toHaveLength(3)
  })
})
