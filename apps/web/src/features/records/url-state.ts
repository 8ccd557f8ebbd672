/** The state of a list of records, kept in its address: the view and differences from it, open record, trash. */
import type { Condition, Filter, Sort } from '@muster/contract/filters/ast'
import { datePeriods } from '@muster/contract/records/records.schema'
import { calendarModes } from '@muster/contract/views/types/calendar'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { type AskedRewrite, packRewrite, unpackRewrite } from '../fields/public.ts'
import { packFilter, packSort, unpackFilter, unpackSort } from '../filters/public.ts'
import { type GroupField, mostGroupFields } from './data/groups.ts'

export type CalendarMode = (typeof calendarModes)[number]

export interface RecordsView {
  /** A saved view; `all` is the plain list although another view is first; null where the address has none. */
  viewId: number | 'all' | null
  /** Differences from the view: undefined is as in the view, null or an empty list is none. */
  filter: Filter | null | undefined
  sort: Sort | undefined
  group: readonly GroupField[] | undefined
  /** Choices in the view's filter fields; only a new view or collection keeps them. */
  quick: readonly Condition[]
  search: string
  /** Calendars: the day shown, and the mode; null is today, and the view's default. */
  date: string | null
  mode: CalendarMode | null
  /** The record in the drawer. */
  recordId: number | null
  /** The drawer for a new record. */
  isNew: boolean
  isTrash: boolean
  /** A change of the values of a field, whose dialog is open. */
  rewrite: AskedRewrite | null
}

export const emptyView: RecordsView = {
  viewId: null,
  filter: undefined,
  sort: undefined,
  group: undefined,
  quick: [],
  search: '',
  date: null,
  mode: null,
  recordId: null,
  isNew: false,
  isTrash: false,
  rewrite: null,
}

/** "None, although the view has one." */
const nothing = '-'

/** Parses the router's search parameters, ignoring what is invalid. */
export function readView(search: Readonly<Record<string, unknown>>): RecordsView {
  const { view, filter, sort, group, quick, q, date, mode, record, create, trash, rewrite } = search
  return {
    viewId: view === 'all' ? 'all' : isId(view) ? view : null,
    filter: filter === nothing ? null : unpackFilter(filter),
    sort: typeof sort === 'string' ? unpackSort(sort) : undefined,
    group: typeof group === 'string' ? unpackGroup(group) : undefined,
    quick: Array.isArray(quick) ? quick.flatMap(conditionOf) : [],
    search: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '',
    date: typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? date : null,
    mode: calendarModes.find((one) => one === mode) ?? null,
    recordId: isId(record) ? record : null,
    isNew: create === 1 || create === true,
    isTrash: trash === true,
    rewrite: unpackRewrite(rewrite),
  }
}

/** The state as search parameters, without defaults. */
export function writeView(view: RecordsView): Record<string, unknown> {
  const { viewId, filter, sort, group, quick } = view
  const isSaved = typeof viewId === 'number'
  return {
    ...(viewId === null ? {} : { view: viewId }),
    ...(filter ? { filter: packFilter(filter) } : filter === null && isSaved ? { filter: nothing } : {}),
    ...listParam('sort', sort && packSort(sort), isSaved),
    ...listParam('group', group && packGroup(group), isSaved),
    ...(quick.length > 0 ? { quick: quick.map(packFilter) } : {}),
    ...(view.search ? { q: view.search } : {}),
    ...(view.date ? { date: view.date } : {}),
    ...(view.mode ? { mode: view.mode } : {}),
    ...(view.isNew ? { create: 1 } : view.recordId !== null ? { record: view.recordId } : {}),
    ...(view.isTrash ? { trash: true } : {}),
    ...(view.rewrite ? { rewrite: packRewrite(view.rewrite) } : {}),
  }
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const conditionOf = (packed: unknown): Condition[] => {
  const filter = unpackFilter(packed)
  return filter && 'field' in filter ? [filter] : []
}

const listParam = (name: string, text: string | undefined, isSaved: boolean) =>
  text === undefined || (text === '' && !isSaved) ? {} : { [name]: text || nothing }

/** A list's filter together with the choices in filter fields. */
export function withQuick(filter: Filter | null, quick: readonly Condition[]): Filter | null {
  if (quick.length === 0) return filter
  const all = filter ? [filter, ...quick] : quick
  return all.length === 1 ? (all[0] ?? null) : { and: [...all] }
}

/** `party,-born.month` */
const packGroup = (group: readonly GroupField[]): string =>
  group
    .map(
      ({ field, direction, period }) =>
        `${direction === 'desc' ? '-' : ''}${field}${period ? `.${period}` : ''}`,
    )
    .join(',')

const unpackGroup = (text: string): GroupField[] =>
  unpackSort(text)
    .slice(0, mostGroupFields)
    .map(({ field: packed, direction }) => {
      const [field = '', period] = packed.split('.')
      const known = datePeriods.find((one) => one === period)
      return { field, direction, ...(known ? { period: known } : {}) }
    })

export interface RecordsViewState {
  view: RecordsView
  /** Changes the list's state; replaces the history entry, so that Back leaves the list. */
  show(change: Partial<RecordsView>): void
  /** Opens a record (or 'new'); Back closes it. From one record to the next the entry is replaced. */
  open(record: number | 'new'): void
  close(): void
}

export function useRecordsView(): RecordsViewState {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const router = useRouter()
  const text = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters by their content
  const view = useMemo(() => readView(search), [text])
  const latest = useRef(view)
  latest.current = view
  /** The entry of the list under a drawer opened from here: going back to it closes the drawer. */
  const under = useRef<string | null>(null)

  const go = useCallback(
    (next: RecordsView, isReplaced: boolean) => {
      latest.current = next
      void navigate({ to: '.', search: writeView(next) as never, replace: isReplaced, resetScroll: false })
    },
    [navigate],
  )
  return useMemo(
    () => ({
      view,
      show: (change) => go({ ...latest.current, ...change }, true),
      open: (record) => {
        const now = latest.current
        const wasOpen = now.isNew || now.recordId !== null
        if (!wasOpen) under.current = JSON.stringify(writeView(now))
        go({ ...now, isNew: record === 'new', recordId: record === 'new' ? null : record }, wasOpen)
      },
      close: () => {
        const closed = { ...latest.current, isNew: false, recordId: null }
        const isSame = under.current === JSON.stringify(writeView(closed))
        under.current = null
        if (isSame) router.history.back()
        else go(closed, true)
      },
    }),
    [view, go, router],
  )
}
