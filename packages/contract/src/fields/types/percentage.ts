/** A percentage: 12.5 is twelve and a half percent. */
import { z } from 'zod'
import { boundsSettings, checkDecimal, decimalsSetting, maxDigits, numberType } from './common/numbers.ts'

export const percentage = numberType({
  type: 'percentage',
  storage: 'numeric',
  settings: z.strictObject({
    ...boundsSettings,
    decimals: decimalsSetting,
    displayFormat: z.enum(['number', 'bar']).default('number'),
  }),
  value: z.number(),
  check: (value, settings) => checkDecimal(value, settings.decimals),
  decimals: ({ decimals }) => decimals ?? maxDigits,
  strip: (text) => (text.trim().endsWith('%') ? text.trim().slice(0, -1) : text),
  suffix: '%',
  canBeUnique: false,
  examples: {
    values: [-3.25, 0, 12.5, 100, 250],
    bad: [
      { input: '50%', code: 'not_a_number' },
      { input: 1e20, code: 'out_of_range' },
    ],
    texts: [
      { text: '12.5%', value: 12.5 },
      { text: '12.5 %', value: 12.5 },
      { text: '40', value: 40 },
      { text: '', value: null },
    ],
    badTexts: [{ text: '%', code: 'not_a_number' }],
  },
})
