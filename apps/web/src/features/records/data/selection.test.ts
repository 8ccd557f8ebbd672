import { describe, expect, it } from 'vitest'
import {
  allSelected,
  countSelected,
  isEmptySelection,
  isSelected,
  noSelection,
  targetOf,
  withIds,
} from './selection.ts'

const list = { filter: { and: [] }, search: 'x' }

describe('selection', () => {
  it('is some by id', () => {
    const selection = withIds(withIds(noSelection, [1, 2, 3], true), [2], false)
    expect([1, 2, 3].map((id) => isSelected(selection, id))).toEqual([true, false, true])
    expect(countSelected(selection, 100)).toBe(2)
    expect(targetOf(selection, list)).toEqual({ ids: [1, 3] })
    expect(isEmptySelection(noSelection, 5)).toBe(true)
  })

  it('is all but some', () => {
    expect(targetOf(allSelected, list)).toBe(list)
    const selection = withIds(withIds(allSelected, [7, 8], false), [8], true)
    expect(isSelected(selection, 7)).toBe(false)
    expect(isSelected(selection, 8)).toBe(true)
    expect(countSelected(selection, 100)).toBe(99)
    expect(countSelected(selection, null)).toBeNull()
    expect(targetOf(selection, list)).toEqual({
      filter: { and: [{ and: [] }, { field: '@id', op: 'isNot', value: 7 }] },
      search: 'x',
    })
  })
})
