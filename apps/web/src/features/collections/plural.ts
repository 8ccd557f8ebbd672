/** A first guess at the plural of a name, in the team's data language; people correct it. */
import type { Language } from '@muster/contract/paging'

const rules: Record<Language, readonly [ending: RegExp, plural: string][]> = {
  en: [
    [/([^aeiou])y$/i, '$1ies'],
    [/(s|x|z|ch|sh)$/i, '$1es'],
    [/$/, 's'],
  ],
  es: [
    [/z$/i, 'ces'],
    [/ión$/i, 'iones'],
    [/([aeiouáéó])$/i, '$1s'],
    [/s$/i, 's'],
    [/$/, 'es'],
  ],
  fr: [
    [/(s|x|z)$/i, '$1'],
    [/(eau|eu)$/i, '$1x'],
    [/al$/i, 'aux'],
    [/$/, 's'],
  ],
}

export function pluralOf(name: string, language: Language): string {
  const word = name.trim()
  if (word === '') return ''
  const [ending, plural] = rules[language].find(([one]) => one.test(word)) ?? [/$/, 's']
  return word.replace(ending, plural)
}
