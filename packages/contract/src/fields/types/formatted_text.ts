/** HTML. `validateValue` is given a sanitiser and runs it before `parse`. */
import { z } from 'zod'
import { plainText } from '../../text.ts'
import { ok } from '../parsed.ts'
import { fitsText, lengthSettings, textType } from './common/text.ts'

/** Tags that show something without text. */
const visible = /<(img|video|iframe|hr|table)\b/i

export const formattedText = textType({
  type: 'formatted_text',
  storage: 'html',
  settings: z.strictObject(lengthSettings(100_000)),
  read(text, lengths) {
    if (plainText(text).trim() === '' && !visible.test(text)) return ok(null)
    return fitsText(text, { ...lengths, pattern: null })
  },
  toSearchText: plainText,
  canBeUnique: false,
  isSortable: false,
  examples: {
    values: ['<p>Hello <strong>there</strong></p>', '<p>a &lt; b</p><p>c</p>', 'no tags'],
    bad: [
      { input: { html: 'x' }, code: 'not_text' },
      { input: 'x'.repeat(100_001), code: 'too_long' },
    ],
    texts: [
      { text: ' <p>Hi</p> ', value: '<p>Hi</p>' },
      { text: '<p><br></p>', value: null },
    ],
    badTexts: [{ text: 'a\0', code: 'not_text' }],
  },
})
