/** What a board needs besides its records: counts per value, and functions to change them. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord, QueryResult } from '@muster/contract/records/records.schema'
import type { ReactNode } from 'react'
import type { MenuItem } from '../../../../ui/ActionMenu.tsx'
import type { FieldContext } from '../../../fields/public.ts'

/** A value of the column field; null is no value. */
export type ColumnValue = string | number | boolean | null

export interface ColumnCounts {
  counts: readonly { value: ColumnValue; count: number }[]
  linked: QueryResult['linked']
}

/** A permanent column: an item of a list, or a record of a short collection. */
export interface KnownColumn {
  value: ColumnValue
  name: string
  color: string | null
}

/** The position of a card in an ordered column: the number of others before it. */
export interface CardPlace {
  index: number
  /** The loaded cards of the column without the moving one, in order. */
  others: readonly DataRecord[]
}

export interface BoardSource {
  field: DataField
  /** One query for all columns. */
  counts(signal?: AbortSignal): Promise<ColumnCounts>
  /** In order. */
  columns(signal?: AbortSignal): Promise<readonly KnownColumn[]>
  /** Null where the reader may not change the field. The position is null where cards have no manual order. */
  move:
    | ((record: DataRecord, value: ColumnValue, toName: string, place: CardPlace | null) => Promise<void>)
    | null
  /** Whether cards have a manual order within a column. */
  isOrdered?: boolean
  /** Null where no record can be created. */
  add: ((column: KnownColumn) => void) | null
  /** Further actions for a card. */
  menuOf?(record: DataRecord): readonly MenuItem[]
  /** Below the cards of a column, e.g. an input to add another. */
  renderFoot?(column: KnownColumn, last: DataRecord | undefined): ReactNode
  /** Collapsed columns, by `columnKey`. */
  folded: readonly string[]
  /** Null where columns do not collapse. */
  onFolded: ((folded: readonly string[]) => void) | null
  /** Refetches what is shown; resolves when it has arrived. */
  refresh(): Promise<void>
  /** Texts of its own. If set, the column of cards without a value shows only while it has some. */
  texts?: { noValue: string; empty: string }
}

/** Makes the name of a card the drag handle for the keyboard. */
export type Grip = Record<string, unknown>

/** Renders a card. */
export interface CardLook {
  nameOf(record: DataRecord, context: FieldContext): string
  /** The name, as a link or button that opens the record. */
  renderName(record: DataRecord, name: string, grip: Grip): ReactNode
  /** @param head the name and the menu */
  renderBody(record: DataRecord, name: string, context: FieldContext, head: ReactNode): ReactNode
}

export const columnKey = (value: ColumnValue): string => JSON.stringify(value)
