/** A phone number, stored in E.164: `+14155552671`. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { isCountry } from '../countries.ts'
import type { Parsed } from '../definition.ts'
import { bad, ok } from '../parsed.ts'
import { textType } from './common/text.ts'

/** Filters may format numbers in any way; only digits and a leading plus are compared. */
const operand = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text.replace(/[\s().\-/]/g, '') || text)
const textOperators = ['is', 'isNot', 'contains', 'notContains', 'startsWith', 'endsWith', 'anyOf', 'noneOf']

export const phoneNumber = textType({
  type: 'phone_number',
  settings: z.strictObject({
    /** The country of numbers without a plus; null: the team's. */
    country: z.string().refine(isCountry, 'not_a_country').nullable().default(null),
  }),
  value: z.string().regex(/^\+[1-9]\d{3,14}$/),
  read: (text, settings) => readPhone(text, settings.country),
  readTyped: (text, settings, context) => readPhone(text, settings.country ?? context.country),
  operands: Object.fromEntries(textOperators.map((op) => [op, operand])),
  examples: {
    values: ['+12025550123', '+14155552671', '+34612345678', '+442079460958'],
    bad: [
      { input: 14155552671, code: 'not_text' },
      { input: '415 555 2671', code: 'not_a_phone_number' },
      { input: '+1 415', code: 'not_a_phone_number' },
      { input: 'call me', code: 'not_a_phone_number' },
      { input: '+1 415 555 2671 ext. 5', code: 'not_a_phone_number' },
    ],
    texts: [
      { text: '(415) 555-2671', value: '+14155552671' },
      { text: '+34 612 34 56 78', value: '+34612345678' },
      { text: 'tel:+14155552671', value: '+14155552671' },
      { text: '', value: null },
    ],
    badTexts: [{ text: '12', code: 'not_a_phone_number' }],
  },
})

/** Possible rather than valid: number plans change, and rejecting a good number is the worse mistake. */
function readPhone(text: string, country: string | null): Parsed<string> {
  if (text.length > 60) return bad('not_a_phone_number')
  const defaultCountry = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const options = defaultCountry ? { defaultCountry, extract: false } : { extract: false }
  const phone = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), options)
  return phone?.isPossible() && !phone.ext ? ok(phone.number) : bad('not_a_phone_number')
}
