/** What a board needs beside the records it shows: how many there are of each value, and ways to change them. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord, QueryResult } from '@muster/contract/records/records.schema'

/** A value of the field whose values are the columns; null is none. */
export type ColumnValue = string | number | boolean | null

export interface ColumnCounts {
  counts: readonly { value: ColumnValue; count: number }[]
  linked: QueryResult['linked']
}

/** A column that is there whether it has records or not: an item of a list, a record of a short collection. */
export interface KnownColumn {
  value: ColumnValue
  name: string
  color: string | null
}

export interface BoardSource {
  field: DataField
  /** One answer for all columns. */
  counts(signal?: AbortSignal): Promise<ColumnCounts>
  /** In their order. */
  columns(signal?: AbortSignal): Promise<readonly KnownColumn[]>
  /** Null where the reader may not change the field. */
  move: ((record: DataRecord, value: ColumnValue, toName: string) => Promise<void>) | null
  /** Null where no record can be made. */
  add: ((column: KnownColumn) => void) | null
  /** Columns that stand folded, by `columnKey`. */
  folded: readonly string[]
  onFolded(folded: readonly string[]): void
  /** Fetch again what is shown; ends when it is there. */
  refresh(): Promise<void>
}

export const columnKey = (value: ColumnValue): string => JSON.stringify(value)
