/** What each type of card can list, and which lists of fields it has. Pure. */

import type { DataType } from '../fields/families.ts'
import { fieldType } from '../fields/types/index.ts'
import type { Language, Translations } from '../paging.ts'
import type { CardType } from './cards.schema.ts'

/** Whether a card of the type lists something, and which lists of fields it has. */
export const cardTypeRules = {
  form: { hasSource: false, fields: 'fieldsShown' },
  table: { hasSource: true, fields: 'fieldsShownAsColumns' },
  thumbnails: { hasSource: true, fields: 'fieldsShown' },
} as const satisfies Record<CardType, { hasSource: boolean; fields: 'fieldsShown' | 'fieldsShownAsColumns' }>

export type CardSourceKind = 'records' | 'files'

interface SourceField {
  dataType: DataType
  settings: Record<string, unknown>
}

/** What a card could list by this field; null if it is neither a link to a collection nor a file field. */
export function sourceKindOf(field: SourceField): CardSourceKind | null {
  const { storage } = fieldType(field.dataType)
  if (storage === 'file' || storage === 'files') return 'files'
  return linkTargetOf(field) === null ? null : 'records'
}

/** The collection that a link field points to; null for other fields and for links to any collection. */
export function linkTargetOf({ dataType, settings }: SourceField): number | null {
  const type = fieldType(dataType)
  const reference = type.family === 'reference' ? type.refersTo?.(settings) : undefined
  return reference?.to === 'record' ? reference.collectionId : null
}

/** Whether the field can hold several values. */
export function isMultiSource({ dataType }: Pick<SourceField, 'dataType'>): boolean {
  const { storage } = fieldType(dataType)
  return storage === 'links' || storage === 'files'
}

interface NamedField extends SourceField {
  title: string
  titleTranslations: Translations
}

/**
 * What the records that link by a field are called on the pages of the records they link to, until somebody names
 * them: like their collection, with the field's title where that alone would be ambiguous.
 *
 * @param home the root collection of the field
 * @param others the other fields of `home`
 */
export function linkBackNames(
  home: { id: number; pluralName: string; pluralNameTranslations: Translations },
  others: readonly SourceField[],
  field: NamedField,
): { title: string; titleTranslations: Translations } {
  const target = linkTargetOf(field)
  const isAmbiguous = target === home.id || others.some((other) => linkTargetOf(other) === target)
  const nameOf = (plural: string, title: string) =>
    (isAmbiguous && title !== '' ? `${plural} (${title})` : plural).slice(0, 200).trim()
  return {
    title: nameOf(home.pluralName, field.title),
    titleTranslations: Object.fromEntries(
      Object.entries(home.pluralNameTranslations).map(([language, plural]) => [
        language,
        nameOf(plural, field.titleTranslations[language as Language] ?? field.title),
      ]),
    ),
  }
}
