import { describe, expect, it } from 'vitest'
import type { LeafGroup } from './groups.ts'
import { sumOfLeaves } from './sums.ts'

const leaf = (...values: (number | string | null)[]): LeafGroup => ({ keys: [], count: 1, values })

describe('sums of groups', () => {
  it('are computed from those of their innermost groups', () => {
    const leaves = [leaf(2, 3), leaf(5, 1), leaf(null, 0)]
    expect(sumOfLeaves(leaves, 0, 'sum', 1)).toBe(7)
    expect(sumOfLeaves(leaves, 0, 'min', 1)).toBe(2)
    expect(sumOfLeaves(leaves, 0, 'max', 1)).toBe(5)
    expect(sumOfLeaves([leaf('2024-02-01'), leaf('2023-02-01')], 0, 'min', 1)).toBe('2023-02-01')
    expect(sumOfLeaves([leaf(null)], 0, 'sum', 1)).toBeNull()
  })

  it('weight shares by the records, and have none of what does not follow from groups', () => {
    const leaves: LeafGroup[] = [
      { keys: [], count: 3, values: [100] },
      { keys: [], count: 1, values: [0] },
    ]
    expect(sumOfLeaves(leaves, 0, 'percentFilled', -1)).toBe(75)
    for (const fn of ['median', 'countDistinct', 'span'] as const)
      expect(sumOfLeaves(leaves, 0, fn, -1)).toBeNull()
  })

  it('weight averages by their number of values', () => {
    expect(sumOfLeaves([leaf(2, 3), leaf(6, 1), leaf(null, 0)], 0, 'average', 1)).toBe(3)
    expect(sumOfLeaves([leaf(null, 0)], 0, 'average', 1)).toBeNull()
  })
})
