/** Titles, widths and texts of grid columns. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { Formatter } from '../../../lib/format.ts'
import type { MetaColumn } from './layout.ts'

/** A first width by how much a value of the family needs; people change it. */
const familyWidths = {
  text: 200,
  number: 120,
  boolean: 96,
  date: 140,
  choice: 160,
  reference: 200,
  file: 140,
  structured: 220,
} as const

export const defaultWidth = (field: DataField): number => familyWidths[fieldType(field.dataType).family]

export const isRightAligned = (field: DataField | null): boolean =>
  field !== null && fieldType(field.dataType).family === 'number'

/** The text of a metadata column. */
export function metaText(
  column: MetaColumn,
  record: DataRecord,
  format: Formatter,
  people: ReadonlyMap<number, string>,
): string {
  const person = (id: number | null) => (id === null ? '' : (people.get(id) ?? ''))
  switch (column) {
    case '@id':
      return String(record.id)
    case '@createdAt':
      return record.createdAt ? format.dateTime(record.createdAt) : ''
    case '@updatedAt':
      return record.updatedAt ? format.dateTime(record.updatedAt) : ''
    case '@createdBy':
      return person(record.createdBy)
    case '@updatedBy':
      return person(record.updatedBy)
  }
}
