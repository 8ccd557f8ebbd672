import type { DataField } from '@muster/contract/fields/fields.schema'
import { describe, expect, it } from 'vitest'
import { seriesOf } from './fill.ts'

const field = (dataType: string) => ({ dataType }) as DataField
const next = (dataType: string, pattern: unknown[], isSeries = true) => {
  const series = seriesOf(field(dataType), pattern, isSeries)
  return [pattern.length, pattern.length + 1, -1].map(series)
}

describe('fill', () => {
  it.each<[string, unknown[], unknown[]]>([
    ['number', [1, 2], [3, 4, 0]],
    ['number', [10, 8, 6], [4, 2, 12]],
    ['decimal', [0.1, 0.2], [0.3, 0.4, 0]],
    ['date', ['2024-02-28'], ['2024-02-29', '2024-03-01', '2024-02-27']],
    ['date', ['2024-01-01', '2024-01-08'], ['2024-01-15', '2024-01-22', '2023-12-25']],
    ['date', ['2024-01-31', '2024-03-31'], ['2024-05-31', '2024-07-31', '2023-11-30']],
    ['date', ['2023-02-28', '2024-02-28'], ['2025-02-28', '2026-02-28', '2022-02-28']],
    [
      'date_time',
      ['2024-01-01T10:00:00.000Z'],
      ['2024-01-02T10:00:00.000Z', '2024-01-03T10:00:00.000Z', '2023-12-31T10:00:00.000Z'],
    ],
  ])('continues a series of %s %j', (dataType, pattern, expected) => {
    expect(next(dataType, pattern)).toEqual(expected)
  })

  it.each<[string, unknown[], unknown[]]>([
    ['number', [5], [5, 5, 5]],
    ['number', [1, 2, 4], [1, 2, 4]],
    ['number', [1, null], [1, null, null]],
    ['plain_text', ['a', 'b'], ['a', 'b', 'b']],
    ['single_selection_from_list', [3, 4], [3, 4, 4]],
  ])('repeats %s %j', (dataType, pattern, expected) => {
    expect(next(dataType, pattern)).toEqual(expected)
  })

  it('repeats a series where copies are asked for', () => {
    expect(next('number', [1, 2], false)).toEqual([1, 2, 2])
  })
})
