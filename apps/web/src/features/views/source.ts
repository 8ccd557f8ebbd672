/**
 * Where a view's display reads from: the team's records with the reader's rights, a public view, or an
 * unsaved view. Displays know nothing else of their surroundings.
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
  TimelineBody,
  TimelineResult,
} from '@muster/contract/views/views.schema'
import type { QueryKey } from '@tanstack/react-query'

/** A request for some of the records: the source adds the view's own filter, order and fields. */
export interface PageRequest {
  cursor?: string | undefined
  limit?: number | undefined
  count?: 'exact' | 'estimate' | 'none' | undefined
  /** Narrows further, e.g. for a board's column; only inside the app. */
  where?: Filter | undefined
}

export type TimelineWindow = Required<Pick<TimelineBody, 'from' | 'through' | 'unit'>>

export interface ViewSource {
  /** Prefix of every cache key of this source, which changes with everything that changes its records. */
  key: QueryKey
  query(request: PageRequest, signal?: AbortSignal): Promise<QueryResult>
  /** Days `YYYY-MM-DD`; `to` is exclusive. */
  calendar(days: { from: string; to: string }, signal?: AbortSignal): Promise<CalendarResult>
  /** Date info that follows the changes of others, or the rest. */
  dateInfo(
    days: { from: string; to: string },
    followsChanges: boolean,
    signal?: AbortSignal,
  ): Promise<DateInfoResult>
  map(signal?: AbortSignal): Promise<MapResult>
  /** Records or counts of a window; the overview if it is null. */
  timeline(window: TimelineWindow | null, signal?: AbortSignal): Promise<TimelineResult>
  /** One record with the displayed fields; absent where that is not possible. */
  one?(id: number, signal?: AbortSignal): Promise<Pick<QueryResult, 'items' | 'linked'>>
  /** Where a record opens; null where it does not. */
  recordUrl(record: { id: number; values?: Record<string, unknown> }): string | null
}

/** What a display shows and how; the same for a saved, an unsaved and a public view. */
export interface Display {
  options: DisplayOptions
  /** In order, each with its settings. */
  fields: readonly { field: DataField; shown: DisplayedField }[]
  /** The column of an item's name; the record's name if null. */
  nameColumn: string | null
  /** The fields of `nameColumn` and `options` that may be read; they need not be among `fields`. */
  nameField: DataField | null
  imageField: DataField | null
  colorField: DataField | null
  groupField: DataField | null
  openInNewWindow: boolean
  sort: Sort
  timezone: string
  includeDatesWithNoEvents: boolean
  noEventsMessage: string
  /** Texts of a form in the reader's language, each '' if not set; null on public pages, which have no forms. */
  form: Readonly<Record<'title' | 'text' | 'buttonLabel' | 'doneText', string>> | null
}
