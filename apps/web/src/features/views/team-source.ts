/** The source of a view inside the app: the team's records, with the reader's rights, filter and search. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { canBeLanes } from '@muster/contract/views/views.rules'
import { api, call, queryKeyOf } from '../../lib/api.ts'
import { columnsOf, type ViewSettings } from './display-of.ts'
import type { Display, ViewSource } from './source.ts'

export interface TeamSourceOptions {
  teamId: number
  dataCollectionId: number
  /** Null for an unsaved view: then there is no date info. */
  dataViewId: number | null
  view: ViewSettings
  display: Display
  fields: readonly DataField[]
  /** The view's filter, with the reader's changes and choices in filter fields. */
  filter: Filter | null
  search: string
  /** Changes of others are not fetched before the reader requests them. */
  isDeferring?: boolean
  recordUrl: ViewSource['recordUrl']
}

export function teamSource(options: TeamSourceOptions): ViewSource {
  const { teamId, dataCollectionId, dataViewId, view, display, filter, search, recordUrl } = options
  const params = { teamId, dataCollectionId }
  const columnOf = (id: number | null) => options.fields.find((field) => field.id === id)?.columnName
  const narrowed = { ...(filter ? { filter } : {}), ...(search ? { search } : {}) }
  const fields = columnsOf(display)
  const day = calendarColumns(view, columnOf)
  const place = {
    location: columnOf(view.mapLocationDataFieldId) ?? '',
    ...given({ color: display.colorField?.columnName, name: display.nameColumn ?? undefined }),
  }
  const { rowColors } = display.options
  const marks = rowColors.length > 0 ? { marks: rowColors.map(({ filter }) => filter) } : {}
  const span = {
    start: day.start,
    ...given({
      end: day.end,
      lane: display.groupField && canBeLanes(display.groupField) ? display.groupField.columnName : undefined,
      color: day.color,
      name: day.name,
    }),
    ...marks,
  }
  const body = { ...narrowed, sort: display.sort, fields, ...marks }
  return {
    // Under an endpoint's key, live events refetch it; under a key of its own they do not.
    key: options.isDeferring
      ? ['deferred records', dataViewId, params, body, day, place, span]
      : [...queryKeyOf(api.records.query, { params }), 'view', dataViewId, body, day, place, span],
    query: ({ cursor, limit = 50, count = 'none', where }, signal) => {
      const both = filter && where ? { and: [filter, where] } : (where ?? filter)
      return call(
        api.records.query,
        {
          params,
          body: { ...body, ...(both ? { filter: both } : {}), limit, count, ...(cursor ? { cursor } : {}) },
        },
        withSignal(signal),
      )
    },
    calendar: ({ from, to }, signal) =>
      call(
        api.views.calendar,
        { params, body: { ...narrowed, ...day, ...marks, from, to } },
        withSignal(signal),
      ),
    dateInfo: async ({ from, to }, followsChanges, signal) =>
      dataViewId === null || !view.calendarDateInfo.some(({ autoUpdate }) => autoUpdate === followsChanges)
        ? { days: [] }
        : call(
            api.views.dateInfo,
            { params: { teamId, dataViewId }, query: { from, to, autoUpdate: followsChanges ? '1' : '0' } },
            withSignal(signal),
          ),
    map: (signal) => call(api.views.map, { params, body: { ...narrowed, ...place } }, withSignal(signal)),
    timeline: (window, signal) =>
      call(api.views.timeline, { params, body: { ...narrowed, ...span, ...window } }, withSignal(signal)),
    one: (id, signal) =>
      call(
        api.records.query,
        { params, body: { fields, filter: { field: '@id', op: 'is', value: id }, limit: 1, count: 'none' } },
        withSignal(signal),
      ),
    recordUrl,
  }
}

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

/** Removes undefined members, as exact optional keys require. */
function given<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

function calendarColumns(view: ViewSettings, columnOf: (id: number | null) => string | undefined) {
  return {
    start: columnOf(view.eventStartDataFieldId) ?? '',
    ...given({
      end: columnOf(view.eventEndDataFieldId),
      allDay: columnOf(view.allDayDataFieldId),
      onlyStart: columnOf(view.onlyShowOnStartDateDataFieldId),
      color: columnOf(view.displayOptions.colorDataFieldId),
      name: columnOf(view.recordNameDataFieldId),
    }),
    isYearly: view.displayOptions.isYearly,
  }
}
