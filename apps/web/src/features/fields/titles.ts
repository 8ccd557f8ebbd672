/** Titles and descriptions in the reader's language, where somebody wrote them. */
import type { Language, Translations } from '@muster/contract/paging'

export const fieldTitle = (
  field: { title: string; titleTranslations: Translations },
  language: Language,
): string => field.titleTranslations[language] || field.title
