/** Text without markup, on one or more lines. */
import { z } from 'zod'
import { fitsText, lengthSettings, patternSetting, textType } from './common/text.ts'

export const plainText = textType({
  type: 'plain_text',
  settings: z.strictObject({
    ...lengthSettings(10_000),
    /** See pattern.ts for the supported syntax. */
    pattern: patternSetting,
    isMultiline: z.boolean().default(false),
  }),
  read: (text, settings) => fitsText(text, settings),
  examples: {
    values: ['Ada', 'ada lovelace', 'Émile', 'Łukasz', 'Zoë\nsecond line'],
    bad: [
      { input: 12, code: 'not_text' },
      { input: 'a\0b', code: 'not_text' },
      { input: '\ud800', code: 'not_text' },
      { input: 'x'.repeat(10_001), code: 'too_long' },
    ],
    texts: [
      { text: '  Ada \r\nByron ', value: 'Ada \nByron' },
      { text: ' \t ', value: null },
    ],
    badTexts: [{ text: 'a\0b', code: 'not_text' }],
  },
})
