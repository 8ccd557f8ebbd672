/** One to `max` stars. */
import { z } from 'zod'
import { checkInteger, inBounds, numberType } from './common/numbers.ts'

const maxStars = 10

export const rating = numberType({
  type: 'rating',
  storage: 'bigint',
  settings: z.strictObject({
    /** Number of stars. */
    max: z.number().int().min(1).max(maxStars).default(5),
  }),
  value: z.number().int().min(1).max(maxStars),
  check(value) {
    const checked = checkInteger(value)
    return checked.ok && checked.value !== null ? inBounds(checked.value, { min: 1 }) : checked
  },
  strip: (text, { max }) => digitsOf(text.trim(), max),
  canBeUnique: false,
  examples: {
    values: [1, 2, 3, 4, 5],
    bad: [
      { input: 0, code: 'too_small' },
      { input: 6, code: 'too_big' },
      { input: 2.5, code: 'not_an_integer' },
      { input: '4', code: 'not_a_number' },
    ],
    texts: [
      { text: '4', value: 4 },
      { text: '4/5', value: 4 },
      { text: ' 3 of 5 ', value: 3 },
      { text: '2 sur 5', value: 2 },
      { text: '★★★★☆', value: 4 },
      { text: '⭐⭐', value: 2 },
      { text: ' ', value: null },
    ],
    badTexts: [
      { text: 'good', code: 'not_a_number' },
      { text: '0', code: 'too_small' },
      { text: '6', code: 'too_big' },
      { text: '4/10', code: 'not_a_number' },
      { text: '★★★☆', code: 'not_a_number' },
    ],
  },
})

/** The number in '4/5', '4 of 5' or '★★★★☆'; the text itself if it is out of another number of stars than `max`. */
function digitsOf(text: string, max: number): string {
  const fraction = /^(\d{1,2}) ?(?:\/|of|de|sur) ?(\d{1,2})$/.exec(text)
  if (fraction) return Number(fraction[2]) === max ? (fraction[1] ?? '') : text
  const stars = /^((?:★|⭐)+)(☆*)$/u.exec(text.replaceAll('\ufe0f', ''))
  if (!stars) return text
  const [full, empty] = [(stars[1] ?? '').length, (stars[2] ?? '').length]
  return empty === 0 || full + empty === max ? String(full) : text
}
