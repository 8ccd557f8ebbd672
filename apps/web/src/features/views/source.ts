/**
 * Where a view's display reads from: the team's records with the reader's rights, a view on the public side, or a
 * view that is only being drawn up. Displays know nothing else of where they stand.
 */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter, Sort } from '@muster/contract/filters/ast'
import type { QueryResult } from '@muster/contract/records/records.schema'
import type {
  CalendarResult,
  DateInfoResult,
  DisplayedField,
  DisplayOptions,
  MapResult,
} from '@muster/contract/views/views.schema'
import type { QueryKey } from '@tanstack/react-query'

/** A part of the records, as a display asks for it: the source adds the view's own filter, order and fields. */
export interface PageRequest {
  cursor?: string | undefined
  limit?: number | undefined
  count?: 'exact' | 'estimate' | 'none' | undefined
  /** Narrows further, as a kanban's column does; only inside the app. */
  where?: Filter | undefined
}

export interface ViewSource {
  /** Begins every cache key of this source, and changes with whatever changes its records. */
  key: QueryKey
  query(request: PageRequest, signal?: AbortSignal): Promise<QueryResult>
  /** Days `YYYY-MM-DD`; `to` is not in it. */
  calendar(days: { from: string; to: string }, signal?: AbortSignal): Promise<CalendarResult>
  /** Those marks that follow the changes of others, or those that do not. */
  dateInfo(
    days: { from: string; to: string },
    followsChanges: boolean,
    signal?: AbortSignal,
  ): Promise<DateInfoResult>
  map(signal?: AbortSignal): Promise<MapResult>
  /** One record with the displayed fields; absent where that cannot be asked for. */
  one?(id: number, signal?: AbortSignal): Promise<Pick<QueryResult, 'items' | 'linked'>>
  /** Where a record opens; null where it does not. */
  recordUrl(record: { id: number; values?: Record<string, unknown> }): string | null
}

/** What a display shows and how; the same for a saved view, one with changes not yet saved, and a public one. */
export interface Display {
  options: DisplayOptions
  /** In their order, each with how it is shown. */
  fields: readonly { field: DataField; shown: DisplayedField }[]
  /** The column that an item is called by; the record's name where null. */
  nameColumn: string | null
  /** What `nameColumn` and `options` name, where they are and may be read; they need not be among `fields`. */
  nameField: DataField | null
  imageField: DataField | null
  colorField: DataField | null
  groupField: DataField | null
  openInNewWindow: boolean
  sort: Sort
  timezone: string
  includeDatesWithNoEvents: boolean
  noEventsMessage: string
}
