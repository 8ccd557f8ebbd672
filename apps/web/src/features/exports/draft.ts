/** The choices in the dialog, and the list that is exported. */
import type { ExportBody, ExportFormat } from '@muster/contract/exports/exports.api'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'
import type { Filter } from '@muster/contract/filters/ast'
import type { Language } from '@muster/contract/paging'
import type { QuerySort } from '@muster/contract/records/records.schema'

/** A list as it is on the screen. */
export interface ExportedList {
  dataCollectionId: number
  filter: Filter | null
  sort: QuerySort
  search: string
  /** Column names in the order of the grid. */
  shown: readonly string[]
  /** The count; null where it is unknown. */
  total: number | null
}

export interface ExportDraft {
  format: ExportFormat
  fields: 'shown' | 'all'
  headers: ExportBody['headers']
  texts: ExportBody['texts']
  delimiter: ExportBody['delimiter']
  linkBy: Record<string, string>
}

export const firstDraft: ExportDraft = {
  format: 'csv',
  fields: 'shown',
  headers: 'titles',
  texts: 'plain',
  delimiter: ',',
  linkBy: {},
}

export function bodyOf(list: ExportedList, draft: ExportDraft, all: readonly string[], language: Language) {
  const fields = draft.fields === 'shown' ? list.shown : all
  const linkBy = Object.fromEntries(
    Object.entries(draft.linkBy).filter(([name, by]) => by !== '' && fields.includes(name)),
  )
  return {
    dataCollectionId: list.dataCollectionId,
    format: draft.format,
    ...(list.filter && { filter: list.filter }),
    ...(list.search && { search: list.search }),
    sort: [...list.sort],
    fields: [...fields],
    headers: draft.headers,
    texts: draft.texts,
    language,
    linkBy,
    ...(draft.format === 'csv' && { delimiter: draft.delimiter }),
  }
}

/** Link fields whose linked collection has a unique field to name its records by. */
export function linkFields(
  fields: readonly DataField[],
  fieldsOf: (dataCollectionId: number) => readonly DataField[] | undefined,
): { field: DataField; by: DataField[] }[] {
  return fields.flatMap((field) => {
    const reference = fieldType(field.dataType).refersTo?.(settingsOf(field))
    if (reference?.to !== 'record' || reference.collectionId === null) return []
    const by = (fieldsOf(reference.collectionId) ?? []).filter(
      ({ isUnique, dataType }) => isUnique && fieldType(dataType).family === 'text',
    )
    return by.length > 0 ? [{ field, by }] : []
  })
}
