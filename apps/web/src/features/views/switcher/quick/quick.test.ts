import { filterFieldSchema } from '@muster/contract/views/views.schema'
import { expect, it } from 'vitest'
import type { Choice } from '../../../filters/public.ts'
import { allTextOf, labelOf, quickOperator, withValue } from './quick.ts'

const choice = (family: string, operators: readonly string[]) =>
  ({ type: { family }, operators }) as unknown as Choice

it('asks each kind of field its own way', () => {
  expect(quickOperator(choice('choice', ['is', 'anyOf', 'isEmpty']))).toBe('anyOf')
  expect(quickOperator(choice('text', ['contains', 'is', 'anyOf']))).toBe('contains')
  expect(quickOperator(choice('date', ['on', 'between']))).toBe('between')
  expect(quickOperator(choice('boolean', ['is', 'isEmpty']))).toBe('is')
  expect(quickOperator(choice('file', ['isEmpty', 'isNotEmpty']))).toBeNull()
})

it('keeps one condition for a field, and none for nothing chosen', () => {
  const one = withValue([], 'party', 'anyOf', [1])
  expect(one).toEqual([{ field: 'party', op: 'anyOf', value: [1] }])
  const two = withValue(one, 'born', 'between', ['1900-01-01', '1950-01-01'])
  expect(two).toHaveLength(2)
  expect(withValue(two, 'party', 'anyOf', [])).toEqual([two[1]])
  // Half a span is not asked for yet.
  expect(withValue([], 'born', 'between', ['1900-01-01', undefined])).toEqual([])
})

it('is called by its label in the language of the reader', () => {
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
