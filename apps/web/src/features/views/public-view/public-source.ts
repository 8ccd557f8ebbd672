/** The source of a public view: public endpoints, without a session. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DateInfoResult, PublicField, PublicView } from '@muster/contract/views/views.schema'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import type { Display, ViewSource } from '../source.ts'
import type { PublicSearch } from './public-search.ts'

/** Filter values by column name, as the visitor chose them. */
export type PublicFilters = Record<string, unknown>

/** A public view whose fields the app's own components can show. */
export type OpenView = Omit<PublicView, 'fields'> & { fields: readonly DataField[] }

export function openViewOf(view: PublicView): OpenView {
  return { ...view, fields: view.fields.map(shownField) }
}

/** Visitors get only what it takes to show values; nothing is edited here. */
function shownField(field: PublicField, rank: number): DataField {
  return {
    ...field,
    rank,
    dataCollectionId: 0,
    titleTranslations: {},
    description: '',
    descriptionTranslations: {},
    helpText: '',
    isRequired: false,
    isUnique: false,
    defaultValue: null,
    deletedAt: null,
    canUpdate: false,
    displayedInViews: [],
  }
}

interface Options {
  teamId: number
  view: OpenView
  filters: PublicFilters
  search: string
  /** Parameters that are kept when an item opens. */
  kept: Pick<PublicSearch, 'language' | 'embed' | 'theme'>
}

export const publicPath = (teamId: number, publicKey: string): string =>
  `/public/team-${teamId}/views/${publicKey}`

/** The address of a record of a view: its own, the view's item URL, or our page of that view. */
export function publicRecordUrl(
  { teamId, view, kept }: Pick<Options, 'teamId' | 'view' | 'kept'>,
  record: Parameters<ViewSource['recordUrl']>[0],
): string {
  const own = view.itemUrlOverride === null ? null : record.values?.[view.itemUrlOverride]
  if (typeof own === 'string' && own !== '') return own
  const id = encodeURIComponent(String(record.id))
  if (view.itemUrl) return view.itemUrl.replaceAll('{id}', id)
  const query = new URLSearchParams(
    Object.entries(kept).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  return `${publicPath(teamId, view.publicKey)}/records/${id}${query.size > 0 ? `?${query}` : ''}`
}

export function publicSource({ teamId, view, filters, search, kept }: Options): ViewSource {
  const params = { teamId, publicKey: view.publicKey }
  const query = { filters, language: view.language, ...(search ? { search } : {}) }
  const key = [...queryKeyOf(api.views.publicQuery, { params }), query]
  /** Events and date info share one answer: simultaneous requests are sent once. */
  const underWay = new Map<string, Promise<Awaited<ReturnType<typeof days>>>>()
  const days = (range: { from: string; to: string }) =>
    call(api.views.publicCalendar, { params, body: { ...query, ...range } })
  const ask = (range: { from: string; to: string }) => {
    const name = `${range.from} ${range.to}`
    const known = underWay.get(name)
    if (known) return known
    const answer = days(range).finally(() => underWay.delete(name))
    underWay.set(name, answer)
    return answer
  }
  return {
    key,
    query: ({ cursor }, signal) =>
      call(
        api.views.publicQuery,
        { params, body: { ...query, ...(cursor ? { cursor } : {}) } },
        signal ? { signal } : {},
      ),
    calendar: ask,
    // Public pages get no live updates.
    dateInfo: async (range, followsChanges): Promise<DateInfoResult> =>
      followsChanges ? { days: (await ask(range)).days } : { days: [] },
    map: (signal) => call(api.views.publicMap, { params, body: query }, signal ? { signal } : {}),
    timeline: (window, signal) =>
      call(api.views.publicTimeline, { params, body: { ...query, ...window } }, signal ? { signal } : {}),
    one: (id, signal) =>
      call(
        api.views.publicRecord,
        { params: { ...params, record: String(id) }, query: { language: view.language } },
        signal ? { signal } : {},
      ),
    recordUrl: (record) => publicRecordUrl({ teamId, view, kept }, record),
  }
}

/** A public view has only its displayed fields. */
export function publicDisplay(view: OpenView): Display {
  const byId = (id: number | null) => view.fields.find((field) => field.id === id) ?? null
  const { displayOptions: options } = view
  return {
    options,
    fields: view.displayedFields.flatMap((shown) => {
      const field = byId(shown.dataFieldId)
      return field ? [{ field, shown }] : []
    }),
    // Records come with the name that the view gives them.
    nameColumn: null,
    nameField: byId(view.recordNameDataFieldId),
    imageField: byId(options.imageDataFieldId),
    colorField: byId(options.colorDataFieldId),
    groupField: byId(options.groupDataFieldId),
    openInNewWindow: view.openItemUrlInNewWindow,
    sort: [],
    timezone: view.timezone,
    includeDatesWithNoEvents: view.includeDatesWithNoEvents,
    noEventsMessage: view.noEventsMessage,
    form: null,
  }
}
