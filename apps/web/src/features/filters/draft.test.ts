import type { Filter } from '@muster/contract/filters/ast'
import { describe, expect, it } from 'vitest'
import {
  addTo,
  countConditions,
  type DraftCondition,
  emptyGroup,
  fromFilter,
  isComplete,
  newCondition,
  replaceNode,
  textsByKey,
  toFilter,
  withField,
  withOperator,
} from './draft.ts'

const party: Filter = { field: 'party', op: 'anyOf', value: [12] }
const name: Filter = { field: 'name', op: 'contains', value: 'x' }
const office: Filter = { field: 'offices', op: 'some', where: { field: 'city', op: 'is', value: 'Reno' } }

describe('a filter draft', () => {
  it.each<[string, Filter]>([
    ['one condition', party],
    ['and', { and: [party, name] }],
    ['or inside and', { and: [party, { or: [name, office] }] }],
    ['none of', { not: { or: [party, name] } }],
    ['not all of', { not: { and: [party, name] } }],
    ['not one', { not: party }],
    ['nested in linked records', { and: [office, { field: 'offices', op: 'none', where: { and: [] } }] }],
    ['a variable', { field: 'born', op: 'before', value: { variable: 'today' } }],
  ])('round-trips: %s', (_, filter) => {
    expect(toFilter(fromFilter(filter))).toEqual(filter)
  })

  it('is nothing when nothing is complete', () => {
    expect(toFilter(fromFilter(null))).toBeNull()
    expect(toFilter(emptyGroup('any', [newCondition(), emptyGroup()]))).toBeNull()
  })

  it('leaves incomplete conditions out', () => {
    const draft = addTo(fromFilter(party), -1, newCondition())
    const grown = addTo(draft, draft.key, newCondition('name', 'contains'))
    expect(grown.children).toHaveLength(2)
    expect(toFilter(grown)).toEqual(party)
  })

  it('changes and removes nodes at any depth', () => {
    const draft = fromFilter({ and: [party, { or: [name, office] }] })
    const inner = draft.children[1]
    if (inner?.kind !== 'group') throw new Error('a group')
    const linked = inner.children[1]
    if (linked?.kind !== 'condition' || !linked.where) throw new Error('a condition on links')
    const city = linked.where.children[0] as DraftCondition
    const changed = replaceNode(draft, city.key, { ...city, value: 'Elko' })
    expect(toFilter(changed)).toEqual({
      and: [party, { or: [name, { ...office, where: { field: 'city', op: 'is', value: 'Elko' } }] }],
    })
    expect(toFilter(replaceNode(draft, inner.key, null))).toEqual(party)
    expect(replaceNode(draft, -1, null)).toBe(draft)
  })

  it('keeps what fits when the field or operator changes', () => {
    const draft = fromFilter(name).children[0] as DraftCondition
    expect(withField(draft, 'city', ['is', 'contains'], true)).toMatchObject({ op: 'contains', value: 'x' })
    expect(withField(draft, 'age', ['is', 'lt'], false)).toMatchObject({ op: 'is', value: undefined })
    expect(withOperator(draft, 'startsWith')).toMatchObject({ value: 'x' })
    expect(withOperator(draft, 'isEmpty').value).toBeUndefined()
    const one = { ...newCondition('party', 'is'), value: 3 }
    expect(withOperator(one, 'anyOf')).toMatchObject({ value: [3] })
    expect(withOperator(one, 'some').where).not.toBeNull()
  })

  it('knows when a condition is complete', () => {
    const draft = (op: 'between' | 'withinLast' | 'is' | 'isEmpty', value: unknown) => ({
      ...newCondition('f', op),
      value,
    })
    expect(isComplete(draft('between', [1, null]))).toBe(false)
    expect(isComplete(draft('between', [1, 2]))).toBe(true)
    expect(isComplete(draft('withinLast', { amount: 3 }))).toBe(false)
    expect(isComplete(draft('withinLast', { amount: 3, unit: 'day' }))).toBe(true)
    expect(isComplete(draft('is', false))).toBe(true)
    expect(isComplete(draft('is', ''))).toBe(false)
    expect(isComplete(draft('isEmpty', undefined))).toBe(true)
  })

  it('counts conditions', () => {
    expect(countConditions({ and: [party, { not: { or: [name, office] } }] })).toBe(3)
    expect(countConditions(null)).toBe(0)
  })
})

describe('server errors of a part', () => {
  const condition = (field: string) => ({ ...newCondition(field, 'is'), value: 1 })

  it('are shown beside the node that the part came from', () => {
    const [a, b, c, d] = [condition('a'), condition('b'), condition('c'), condition('d')]
    const incomplete = newCondition('x', 'is')
    const any = emptyGroup('any', [b, c])
    const none = emptyGroup('none', [d])
    const draft = emptyGroup('all', [incomplete, a, any, none])
    expect(toFilter(draft)).toMatchObject({
      and: [{ field: 'a' }, { or: [{ field: 'b' }, { field: 'c' }] }, { not: { field: 'd' } }],
    })
    const texts = textsByKey(draft, {
      '': 'whole',
      'and.0.value': 'at a',
      'and.1.or.1.field': 'at c',
      'and.2.not.value.0': 'at d',
    })
    expect([...texts]).toEqual([
      [draft.key, 'whole'],
      [a.key, 'at a'],
      [c.key, 'at c'],
      [d.key, 'at d'],
    ])
  })

  it('are shown at the only condition where a group has no more', () => {
    const only = condition('a')
    const where = condition('b')
    const linked = { ...newCondition('l', 'some'), where: emptyGroup('all', [where]) }
    expect([...textsByKey(emptyGroup('all', [only]), { value: 'no' })]).toEqual([[only.key, 'no']])
    expect([...textsByKey(emptyGroup('all', [linked]), { 'where.value': 'no' })]).toEqual([[where.key, 'no']])
  })
})
