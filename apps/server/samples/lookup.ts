/** Texts in all languages, and ids by the sample's own keys. */
import type { Language } from '@muster/contract/paging'

export type Texts = Readonly<Record<Language, string>>

export const texts = (en: string, es: string, fr: string): Texts => ({ en, es, fr })

/** Ids of what was made before. @throws Error when there is no such thing */
export interface Lookup {
  collection(key: string): number
  record(collectionKey: string, recordKey: string): number
  /** A stored file, by its name. */
  file(name: string): string
}
