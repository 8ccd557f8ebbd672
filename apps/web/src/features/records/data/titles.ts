/** Texts of metadata columns. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { Formatter } from '../../../lib/format.ts'
import type { MetaColumn } from './layout.ts'

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
