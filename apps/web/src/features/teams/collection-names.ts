/** Collections with their names in the reader's language, where translated. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { Language, Translations } from '@muster/contract/paging'

interface Listed {
  dataCollection: DataCollection[]
}

/** @returns `listed` itself where nothing is translated into the language */
export function collectionsIn<L extends Listed>(listed: L, language: Language): L {
  const wordOf = (texts: Translations | undefined) => texts?.[language]
  const isTranslated = (one: DataCollection) =>
    Boolean(wordOf(one.nameTranslations) || wordOf(one.pluralNameTranslations))
  if (!listed.dataCollection.some(isTranslated)) return listed
  const dataCollection = listed.dataCollection.map((one) => ({
    ...one,
    name: wordOf(one.nameTranslations) || one.name,
    pluralName: wordOf(one.pluralNameTranslations) || one.pluralName,
  }))
  return { ...listed, dataCollection }
}

type Select = <L extends Listed>(listed: L) => L

/** One stable function for each language, so that React Query keeps its result. */
export const namesIn: Record<Language, Select> = {
  en: (listed) => collectionsIn(listed, 'en'),
  es: (listed) => collectionsIn(listed, 'es'),
  fr: (listed) => collectionsIn(listed, 'fr'),
}
