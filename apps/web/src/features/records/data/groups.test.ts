import { describe, expect, it } from 'vitest'
import { groupTree, type LeafGroup } from './groups.ts'

const leaf = (count: number, ...keys: unknown[]): LeafGroup => ({ keys, count, values: [] })
const leaves = [leaf(2, 'a', 1), leaf(1, 'a', 2), leaf(3, 'b', 1)]

/** Headers as text, records by their position. */
const drawn = (folded: string[] = []) => {
  const tree = groupTree(leaves, new Set(folded))
  return Array.from({ length: tree.rowCount }, (_, row) => {
    const group = tree.groupAt(row)
    return group ? `${'>'.repeat(group.level + 1)}${group.key} (${group.count})` : tree.offsetAt(row)
  })
}

describe('groups', () => {
  it('are headers above their records, outer before inner', () => {
    expect(drawn()).toEqual(['>a (3)', '>>1 (2)', 0, 1, '>>2 (1)', 2, '>b (3)', '>>1 (3)', 3, 4, 5])
  })

  it('hide their records when collapsed; the others keep their identity', () => {
    expect(drawn(['["a"]'])).toEqual(['>a (3)', '>b (3)', '>>1 (3)', 3, 4, 5])
    expect(drawn(['["a",1]', '["b"]'])).toEqual(['>a (3)', '>>1 (2)', '>>2 (1)', 2, '>b (3)'])
  })

  it('are found from a record, and their records from rows', () => {
    const tree = groupTree(leaves, new Set(['["a",1]']))
    expect([0, 1, 2, 3].map(tree.rowOf)).toEqual([undefined, undefined, 3, 6])
    expect(tree.spansOf(2, 6)).toEqual([
      { offset: 2, count: 1 },
      { offset: 3, count: 2 },
    ])
    expect(tree.recordCount).toBe(6)
    expect(groupTree([], new Set()).rowCount).toBe(0)
  })
})
