/** Explanations of filters, with visible and hidden conditions. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Condition, Filter } from './ast.ts'
import { conditionsIn, explain, explainedSchema } from './explain.ts'

/** A condition whose answer is the n-th of a list. */
const condition = (n: number): Condition => ({ field: '@id', op: 'is', value: n })
const tree: fc.Arbitrary<Filter> = fc.letrec<{ node: Filter }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.nat(4).map(condition),
    fc.array(tie('node'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('node'), { maxLength: 3 }).map((or) => ({ or })),
    tie('node').map((not) => ({ not })),
  ),
})).node

function plain(filter: Filter, answers: readonly boolean[]): boolean {
  if ('and' in filter) return filter.and.every((part) => plain(part, answers))
  if ('or' in filter) return filter.or.some((part) => plain(part, answers))
  return 'not' in filter ? !plain(filter.not, answers) : (answers[Number(filter.value)] as boolean)
}

it('agrees with the filter; with hidden conditions, only says what holds whatever they are', () => {
  const answers = fc.array(fc.constantFrom(true, false, null), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(tree, answers, (filter, answer) => {
      const explained = explain(filter, ({ value }) => answer[Number(value)] ?? null)
      expect(explainedSchema.parse(explained)).toEqual(explained)
      const worlds = [true, false].map((unknown) =>
        plain(
          filter,
          answer.map((one) => one ?? unknown),
        ),
      )
      if (!conditionsIn(filter).some(({ value }) => answer[Number(value)] === null)) {
        expect(explained.holds).toBe(worlds[0])
      } else if (explained.holds !== null) expect(worlds).toEqual([explained.holds, explained.holds])
    }),
    { numRuns: 500 },
  )
})

it('reveals nothing of a hidden condition', () => {
  expect(explain({ and: [condition(1), condition(2)] }, ({ value }) => (value === 1 ? null : true))).toEqual({
    kind: 'all',
    holds: null,
    parts: [
      { kind: 'hidden', holds: null },
      { kind: 'condition', field: '@id', op: 'is', value: 2, holds: true },
    ],
  })
})
