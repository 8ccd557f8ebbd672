import { describe, expect, it } from 'vitest'
import type { TextContext } from '../fields/definition.ts'
import type { DataType } from '../fields/families.ts'
import { fieldTypes } from '../fields/types/index.ts'
import { mergeValue } from './merge-value.ts'

const labels: Record<number, string> = { 1: 'Red', 2: 'Blue; green' }
const context: TextContext = {
  language: 'fr',
  timeZone: 'Europe/Paris',
  country: 'FR',
  labelOf: (id) => labels[id],
}
const merged = (dataType: DataType, value: unknown) =>
  mergeValue({ dataType, settings: fieldTypes[dataType].settings.parse({}) as object }, value, context)

describe('mergeValue', () => {
  it('keeps what a filter formats', () => {
    expect(merged('date', '2026-03-01')).toBe('2026-03-01')
    expect(merged('date_time', '2026-03-01T10:00:00Z')).toBe('2026-03-01T10:00:00Z')
    expect(merged('money', { amount: 5, currency: 'EUR' })).toEqual({ amount: 5, currency: 'EUR' })
  })

  it('gives choices by their labels', () => {
    expect(merged('multi_selection_from_list', [1, 2, 9])).toEqual(['Red', 'Blue; green'])
    expect(merged('single_selection_from_list', 1)).toBe('Red')
  })

  it('writes everything else in the recipient’s language', () => {
    expect(merged('plain_text', 'a < b')).toBe('a < b')
    expect(merged('boolean', true)).toBe('oui')
    expect(merged('formatted_text', '<p>a &lt; b</p><p>c</p>')).toBe('a < b\n\nc')
    expect(merged('plain_text', null)).toBeNull()
    expect(merged('date', undefined)).toBeNull()
  })
})
