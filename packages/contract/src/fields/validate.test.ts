import { describe, expect, it } from 'vitest'
import type { DataType } from './families.ts'
import { fieldType } from './types/index.ts'
import { idsOfValue, sameValue, settingsOf, validateText, validateValue } from './validate.ts'

const typed = { language: 'en', timeZone: 'UTC', country: 'US' } as const

function field(dataType: DataType, settings: Record<string, unknown> = {}, isRequired = false) {
  return { dataType, settings, isRequired }
}

describe('validateValue', () => {
  it.each<[DataType, Record<string, unknown>, unknown, unknown]>([
    ['plain_text', { maxLength: 3 }, 'four', { code: 'too_long', params: { max: 3 } }],
    ['plain_text', { minLength: 3 }, 'ab', { code: 'too_short', params: { min: 3 } }],
    ['plain_text', { maxLength: 2 }, '😀😀', { ok: true }],
    ['plain_text', { pattern: '\\d+' }, '12a', { code: 'pattern' }],
    ['code', { pattern: '[A-Z]+' }, 'ABC', { ok: true }],
    ['number', { min: 1, max: 5 }, 6, { code: 'too_big', params: { max: 5 } }],
    ['decimal', { decimals: 2 }, 1.005, { code: 'too_many_digits', params: { max: 2 } }],
    ['decimal', { decimals: 2 }, 1.25, { ok: true }],
    ['money', { currency: 'EUR' }, 12, { value: { amount: 12, currency: 'EUR' } }],
    ['money', { currency: 'EUR' }, { amount: 1, currency: 'USD' }, { code: 'wrong_currency' }],
    ['phone_number', { country: 'ES' }, '612 34 56 78', { value: '+34612345678' }],
    ['date', { min: '2024-01-01' }, '2023-12-31', { code: 'too_small', params: { min: '2024-01-01' } }],
    ['date_range', { canBeOpen: false }, { start: '2024-01-01', end: null }, { code: 'required' }],
    ['multi_data_record', { maxCount: 2 }, [1, 2, 3], { code: 'too_many', params: { max: 2 } }],
    ['multi_data_record', { maxCount: 2 }, [1, 2, 1], { value: [1, 2] }],
    [
      'financial_line_items',
      { currency: 'JPY' },
      [{ unitAmount: 99.5, quantity: 3, taxRate: 10 }],
      { ok: true },
    ],
  ])('%s %j %j', (dataType, settings, input, expected) => {
    expect(validateValue(field(dataType, settings), input)).toMatchObject(expected as object)
  })

  it('requires values of required fields, unless the server counts them', () => {
    expect(validateValue(field('plain_text', {}, true), ' ')).toEqual({ ok: false, code: 'required' })
    expect(validateText(field('plain_text', {}, true), '', typed)).toEqual({ ok: false, code: 'required' })
    const counted = field('code', { autoNumber: { prefix: 'M-', digits: 5 } }, true)
    expect(validateValue(counted, null)).toEqual({ ok: true, value: null })
  })

  it('sanitises HTML before validating it', () => {
    const hooks = { cleanHtml: (html: string) => html.replace(/<script.*<\/script>/, '') }
    expect(validateValue(field('formatted_text', {}, true), '<script>x</script>', hooks)).toMatchObject({
      code: 'required',
    })
    expect(validateValue(field('plain_text'), '<script>x</script>', hooks)).toMatchObject({ ok: true })
  })

  it('checks files by kind and size', () => {
    const type = fieldType('single_file')
    const settings = settingsOf(field('single_file', { allowedKinds: ['pdf'], maxSizeMb: 1 }))
    expect(type.acceptsFile?.(settings, { kind: 'image', size: 1 })).toMatchObject({ code: 'file_kind' })
    expect(type.acceptsFile?.(settings, { kind: 'pdf', size: 2 ** 21 })).toMatchObject({ code: 'file_size' })
    expect(type.acceptsFile?.(settings, { kind: 'pdf', size: 2 ** 20 })).toMatchObject({ ok: true })
  })
})

it('rounds totals half up, exactly', () => {
  const total = (unitAmount: number, quantity: number, taxRate: number, currency: string) => {
    const parsed = validateValue(field('financial_line_item'), { unitAmount, quantity, taxRate, currency })
    return parsed.ok ? (parsed.value as { total: number }).total : undefined
  }
  expect(total(1.005, 1, 0, 'USD')).toBe(1.01)
  expect(total(-1.005, 1, 0, 'USD')).toBe(-1.01)
  expect(total(0.1, 3, 0, 'USD')).toBe(0.3)
  expect(total(99.5, 3, 10, 'JPY')).toBe(328)
  expect(total(19.99, 3, 8.875, 'USD')).toBe(65.29)
})

describe('sameValue', () => {
  it.each<[DataType, unknown, unknown, boolean]>([
    ['date_time', '2024-01-01T02:00:00+02:00', '2024-01-01T00:00:00.000Z', true],
    [
      'single_file',
      '0191b2f0-7a4e-4c1e-9d52-0f6f1c2d3e41',
      { id: '0191b2f0-7a4e-4c1e-9d52-0f6f1c2d3e41', name: 'a' },
      true,
    ],
    ['plain_text', '', null, true],
    ['multi_data_record', [], null, true],
    ['multi_data_record', [1, 2], [2, 1], false],
    ['money', { amount: 1, currency: 'USD' }, { currency: 'USD', amount: 1 }, true],
    ['money', { amount: 1, currency: 'USD' }, { currency: 'EUR', amount: 1 }, false],
    ['physical_address', { city: 'Rome' }, { city: 'Rome', line1: null }, true],
    ['plain_text', 'a', 'A', false],
  ])('%s %j %j is %s', (dataType, a, b, expected) => {
    expect(sameValue(fieldType(dataType), a, b)).toBe(expected)
  })
})

it('lists the ids in a value', () => {
  expect(idsOfValue(fieldType('multi_data_record'), [1, 2])).toEqual([1, 2])
  expect(idsOfValue(fieldType('single_data_record'), 3)).toEqual([3])
  expect(idsOfValue(fieldType('video'), 'https://youtu.be/dQw4w9WgXcQ')).toEqual([])
  expect(idsOfValue(fieldType('number'), 3)).toEqual([])
})
