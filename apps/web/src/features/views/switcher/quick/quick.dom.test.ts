import { filterFieldSchema } from '@muster/contract/views/views.schema'
import { expect, it } from 'vitest'
import type { Choice } from '../../../filters/public.ts'
import { allTextOf, endsInSign, labelOf, quickOperator, withValue } from './quick.ts'

const choice = (family: string, operators: readonly string[]) =>
  ({ type: { family }, operators }) as unknown as Choice

it('has an input for each kind of field', () => {
  expect(quickOperator(choice('choice', ['is', 'anyOf', 'isEmpty']))).toBe('anyOf')
  expect(quickOperator(choice('text', ['contains', 'is', 'anyOf']))).toBe('contains')
  expect(quickOperator(choice('date', ['on', 'between']))).toBe('between')
  expect(quickOperator(choice('boolean', ['is', 'isEmpty']))).toBe('is')
  expect(quickOperator(choice('file', ['isEmpty', 'isNotEmpty']))).toBeNull()
})

it('keeps one condition per field, and none for an empty choice', () => {
  const one = withValue([], 'party', 'anyOf', [1])
  expect(one).toEqual([{ field: 'party', op: 'anyOf', value: [1] }])
  const two = withValue(one, 'born', 'between', ['1900-01-01', '1950-01-01'])
  expect(two).toHaveLength(2)
  expect(withValue(two, 'party', 'anyOf', [])).toEqual([two[1]])
  // An incomplete range is no condition.
  expect(withValue([], 'born', 'between', ['1900-01-01', undefined])).toEqual([])
})

it('has a label in the reader’s language', () => {
  const field = filterFieldSchema.parse({
    dataFieldId: 1,
    filterLabel: 'Party',
    filterLabelTranslations: { es: 'Partido' },
    selectAllText: 'Any party',
  })
  expect(labelOf(field, 'Title', 'es')).toBe('Partido')
  expect(labelOf(field, 'Title', 'fr')).toBe('Party')
  expect(labelOf(filterFieldSchema.parse({ dataFieldId: 1 }), 'Title', 'en')).toBe('Title')
  expect(allTextOf(field, 'fr')).toBe('Any party')
})

it('gets no colon after a question', () => {
  expect(['Which kind?', 'Party:', 'Party', 'Quel genre ?'].map(endsInSign)).toEqual([
    true,
    true,
    false,
    true,
  ])
})
