/** What each type of card can list, and which lists of fields it has. Pure. */

import type { DataType } from '../fields/families.ts'
import { fieldType } from '../fields/types/index.ts'
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
