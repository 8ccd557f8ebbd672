/** What a board needs beside the records it shows: how many there are of each value, and ways to change them. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord, QueryResult } from '@muster/contract/records/records.schema'
import type { ReactNode } from 'react'
import type { FieldContext } from '../../../fields/public.ts'

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

/** Where in an ordered column a card is put: so many of the others stand before it. */
export interface CardPlace {
  index: number
  /** The loaded cards of the column without the one that moves, in their order. */
  others: readonly DataRecord[]
}

export interface BoardSource {
  field: DataField
  /** One answer for all columns. */
  counts(signal?: AbortSignal): Promise<ColumnCounts>
  /** In their order. */
  columns(signal?: AbortSignal): Promise<readonly KnownColumn[]>
  /** Null where the reader may not change the field. The place is null where cards have no order of their own. */
  move:
    | ((record: DataRecord, value: ColumnValue, toName: string, place: CardPlace | null) => Promise<void>)
    | null
  /** Whether cards are put in order within a column. */
  isOrdered?: boolean
  /** Null where no record can be made. */
  add: ((column: KnownColumn) => void) | null
  /** Below the cards of a column, e.g. a line to add another. */
  renderFoot?(column: KnownColumn, last: DataRecord | undefined): ReactNode
  /** Columns that stand folded, by `columnKey`. */
  folded: readonly string[]
  /** Null where columns do not fold. */
  onFolded: ((folded: readonly string[]) => void) | null
  /** Fetch again what is shown; ends when it is there. */
  refresh(): Promise<void>
  /** Words of its own. With them the column of cards without a value shows only while it has some. */
  texts?: { noValue: string; empty: string }
}

/** What makes the name of a card the place where the keyboard takes hold of it. */
export type Grip = Record<string, unknown>

/** What cards look like. */
export interface CardLook {
  nameOf(record: DataRecord, context: FieldContext): string
  /** The name, as a link or button that opens the record. */
  renderName(record: DataRecord, name: string, grip: Grip): ReactNode
  /** @param head the name and the menu */
  renderBody(record: DataRecord, name: string, context: FieldContext, head: ReactNode): ReactNode
}

export const columnKey = (value: ColumnValue): string => JSON.stringify(value)
