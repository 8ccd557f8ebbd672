/** Yes or no; empty is neither. */
import { z } from 'zod'
import { fold } from '../../text.ts'
import type { FieldType, TextContext } from '../definition.ts'
import { bad, isEmptyInput, ok } from '../parsed.ts'

interface Settings {
  displayFormat: 'checkbox' | 'switch' | 'words'
}

const words: Record<TextContext['language'], [yes: string, no: string]> = {
  en: ['yes', 'no'],
  es: ['sí', 'no'],
  fr: ['oui', 'non'],
}
/** Folded words. No word means yes in one language and no in another, so all are accepted in each. */
const yes = 'yes y si s oui o true t verdadero vrai v 1 x on ✓ ✔ ☑'.split(' ')
const no = 'no n non false f falso faux 0 off ☐ ✗'.split(' ')

/** Undefined if the text is neither. */
export function readBoolean(text: string): boolean | undefined {
  const word = fold(text.trim())
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

export const boolean: FieldType<boolean, Settings> = {
  type: 'boolean',
  family: 'boolean',
  storage: 'boolean',
  settings: z.strictObject({ displayFormat: z.enum(['checkbox', 'switch', 'words']).default('checkbox') }),
  value: z.boolean(),
  parse(input) {
    if (isEmptyInput(input)) return ok(null)
    return typeof input === 'boolean' ? ok(input) : bad('not_a_boolean')
  },
  fromText(text) {
    if (isEmptyInput(text)) return ok(null)
    const value = readBoolean(text)
    return value === undefined ? bad('not_a_boolean') : ok(value)
  },
  toText: (value, _settings, { language }) => words[language][value ? 0 : 1],
  sortKey: (value) => (value ? 1 : 0),
  isSearchable: false,
  canBeUnique: false,
  isSortable: true,
  examples: () => ({
    values: [false, true],
    bad: [
      { input: 'yes', code: 'not_a_boolean' },
      { input: 1, code: 'not_a_boolean' },
    ],
    texts: [
      { text: ' YES ', value: true },
      { text: 'sí', value: true },
      { text: 'Non', value: false },
      { text: 'x', value: true },
      { text: '0', value: false },
      { text: '', value: null },
    ],
    badTexts: [{ text: 'maybe', code: 'not_a_boolean' }],
  }),
}
