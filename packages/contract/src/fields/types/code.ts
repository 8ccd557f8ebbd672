/** A short code, e.g. a member number, case number or SKU; entered by hand or counted by the server. */
import { z } from 'zod'
import { bad } from '../parsed.ts'
import { fitsText, patternSetting, textType } from './common/text.ts'

export const code = textType({
  type: 'code',
  settings: z.strictObject({
    pattern: patternSetting,
    maxLength: z.number().int().min(1).max(100).default(100),
    /** The server assigns the next code if none is given: `M-00042` for `{ prefix: 'M-', digits: 5 }`. */
    autoNumber: z
      .strictObject({
        prefix: z
          .string()
          .max(20)
          .regex(/^[^\s]*$/),
        digits: z.number().int().min(1).max(12),
      })
      .nullable()
      .default(null),
  }),
  read: (text, { pattern, maxLength }) =>
    text.includes('\n') ? bad('not_text') : fitsText(text, { minLength: 0, maxLength, pattern }),
  isAutomatic: (settings) => settings.autoNumber !== null,
  examples: {
    values: ['00042', 'A-1', 'A-2', 'b-1'],
    bad: [
      { input: 42, code: 'not_text' },
      { input: 'a\nb', code: 'not_text' },
      { input: 'x'.repeat(101), code: 'too_long' },
    ],
    texts: [
      { text: ' 00042 ', value: '00042' },
      { text: '', value: null },
    ],
    badTexts: [{ text: 'x'.repeat(101), code: 'too_long' }],
  },
})
