/** A whole number that JSON carries without loss. */
import { z } from 'zod'
import { boundsSettings, checkInteger, numberType } from './common/numbers.ts'

export const number = numberType({
  type: 'number',
  storage: 'bigint',
  settings: z.strictObject({
    ...boundsSettings,
    /** Formats as 1,234 or 1234, in the style of the language. */
    displayFormat: z.enum(['grouped', 'plain']).default('grouped'),
  }),
  value: z.number().int(),
  check: checkInteger,
  decimals: () => 0,
  canBeUnique: true,
  examples: {
    values: [Number.MIN_SAFE_INTEGER, -5, 0, 7, 1234, Number.MAX_SAFE_INTEGER],
    bad: [
      { input: '12', code: 'not_a_number' },
      { input: 1.5, code: 'not_an_integer' },
      { input: 2 ** 53, code: 'out_of_range' },
      { input: Number.NaN, code: 'not_a_number' },
      { input: true, code: 'not_a_number' },
    ],
    texts: [
      { text: ' 1,234 ', value: 1234 },
      { text: '-7', value: -7 },
      { text: '−7', value: -7 },
      { text: '12.0', value: 12 },
      { text: '1 234', value: 1234 },
      { text: ' ', value: null },
    ],
    badTexts: [
      { text: 'twelve', code: 'not_a_number' },
      { text: '12,34', code: 'not_a_number' },
      { text: '12.5', code: 'not_an_integer' },
      { text: '9007199254740993', code: 'out_of_range' },
    ],
  },
})
