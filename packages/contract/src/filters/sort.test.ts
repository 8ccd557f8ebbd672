import { expect, it } from 'vitest'
import type { DataType } from '../fields/families.ts'
import type { FilterRecord } from './evaluate.ts'
import { compareRecords, compareText } from './sort.ts'

function sorted(dataType: DataType, direction: 'asc' | 'desc', values: unknown[]): unknown[] {
  const records = values.map((value, i): FilterRecord => {
    const none = { name: null, createdAt: null, updatedAt: null, createdBy: null, updatedBy: null }
    return { id: i + 1, ...none, values: { f: value } }
  })
  const fields = [{ columnName: 'f', dataType, settings: {} }]
  return records
    .sort(compareRecords([{ field: 'f', direction }], { fields }))
    .map(({ id, values: { f } }) => f ?? id)
}

it('sorts empty values last in both directions, and ties by id', () => {
  expect(sorted('number', 'asc', [null, 3, null, -1])).toEqual([-1, 3, 1, 3])
  expect(sorted('number', 'desc', [null, 3, null, -1])).toEqual([3, -1, 3, 1])
})

it('sorts words in dictionary order', () => {
  const words = ['zebra', 'Éclair', 'apple', 'eclair', 'Zoo', 'ñandú', 'nube']
  const expected = ['apple', 'eclair', 'Éclair', 'ñandú', 'nube', 'zebra', 'Zoo']
  expect(sorted('plain_text', 'asc', words)).toEqual(expected)
  expect(sorted('plain_text', 'desc', words)).toEqual(expected.reverse())
  expect(compareText('a', 'a\u0001')).toBeLessThan(0)
})

it('sorts payment statuses in their own order', () => {
  expect(sorted('payment_status', 'asc', ['paid', 'unpaid', 'failed', 'pending'])).toEqual([
    'unpaid',
    'pending',
    'paid',
    'failed',
  ])
})

it('sorts instants by time and not as text, and no before yes', () => {
  const instants = ['2024-01-01T00:00:00.500Z', '2024-01-01T00:00:00Z']
  expect(sorted('date_time', 'asc', instants)).toEqual(instants.toReversed())
  // As PostgreSQL writes creation times, without trailing zeros.
  const noted = ['12.123456', '12.12', '12.285', '12', '12.123457', '13'].map(
    (s) => `2024-01-01T00:00:${s}+00:00`,
  )
  expect(sorted('date_time', 'asc', noted)).toEqual([3, 1, 0, 4, 2, 5].map((n) => noted[n]))
  expect(sorted('boolean', 'asc', [true, false])).toEqual([false, true])
})

it('sorts by several keys and by fields of every record', () => {
  const base = { createdAt: null, updatedAt: null, createdBy: null, updatedBy: null, values: {} }
  const records = [
    { ...base, id: 1, name: 'b' },
    { ...base, id: 2, name: 'a' },
    { ...base, id: 3, name: 'a' },
  ]
  const order = compareRecords(
    [
      { field: '@name', direction: 'asc' },
      { field: '@id', direction: 'desc' },
    ],
    { fields: [] },
  )
  expect(records.sort(order).map(({ id }) => id)).toEqual([3, 2, 1])
})
