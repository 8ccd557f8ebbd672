/** Titles and names in the reader's language, where somebody wrote them. */
import type { Language, Translations } from '@muster/contract/paging'
import type { Linked } from './linked.ts'

export const fieldTitle = (
  field: { title: string; titleTranslations: Translations },
  language: Language,
): string => field.titleTranslations[language] || field.title

/** List items by the names they have in a language. @returns `linked` itself where none has another name in it */
export function namedIn(linked: Linked, language: Language): Linked {
  const translated = Object.entries(linked).filter(([, { names }]) => names?.[language])
  if (translated.length === 0) return linked
  return {
    ...linked,
    ...Object.fromEntries(
      translated.map(([id, one]) => [id, { ...one, name: one.names?.[language] ?? one.name }]),
    ),
  }
}
