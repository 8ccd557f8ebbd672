/** A number with decimals, stored exactly. */
import { z } from 'zod'
import { boundsSettings, checkDecimal, decimalsSetting, maxDigits, numberType } from './common/numbers.ts'

export const decimal = numberType({
  type: 'decimal',
  storage: 'numeric',
  settings: z.strictObject({
    ...boundsSettings,
    /** Maximum number of decimals; null means any. */
    decimals: decimalsSetting,
    displayFormat: z.enum(['grouped', 'plain']).default('grouped'),
  }),
  value: z.number(),
  check: (value, settings) => checkDecimal(value, settings.decimals),
  decimals: ({ decimals }) => decimals ?? maxDigits,
  canBeUnique: true,
  examples: {
    values: [-1234.5, 0, 1e-7, 0.1, 0.30000001, 12345.6789],
    bad: [
      { input: '1.5', code: 'not_a_number' },
      { input: 0.1 + 0.2, code: 'too_many_digits' },
      { input: 1e15, code: 'out_of_range' },
      { input: 1e-16, code: 'too_many_digits' },
      { input: Number.POSITIVE_INFINITY, code: 'not_a_number' },
    ],
    texts: [
      { text: '1,234.5', value: 1234.5 },
      { text: '.5', value: 0.5 },
      { text: '1.23E+05', value: 123_000 },
      { text: '', value: null },
    ],
    badTexts: [
      { text: '1.234,5', code: 'not_a_number' },
      { text: '0.1234567890123456', code: 'too_many_digits' },
      { text: '1e999', code: 'out_of_range' },
    ],
  },
})
