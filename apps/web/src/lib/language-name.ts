/** A language's name in the reader's language, as written within a sentence: Spanish, español, espagnol. */
import type { Language } from '@muster/contract/paging'

export function languageName(language: Language, reader: Language): string {
  return new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language
}
