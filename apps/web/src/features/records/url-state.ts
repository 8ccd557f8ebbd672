/** What a list of records shows, as its address says it: filter, sort, search, open record, trash. */
import type { Filter, Sort } from '@muster/contract/filters/ast'
import { datePeriods } from '@muster/contract/records/records.schema'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { packFilter, packSort, unpackFilter, unpackSort } from '../filters/public.ts'
import { type GroupField, mostGroupFields } from './data/groups.ts'

export interface RecordsView {
  filter: Filter | null
  sort: Sort
  group: readonly GroupField[]
  search: string
  /** The record in the drawer. */
  recordId: number | null
  /** The drawer that makes a new record. */
  isNew: boolean
  isTrash: boolean
}

export const emptyView: RecordsView = {
  filter: null,
  sort: [],
  group: [],
  search: '',
  recordId: null,
  isNew: false,
  isTrash: false,
}

/** Reads the router's search parameters, whatever somebody wrote there. */
export function readView(search: Readonly<Record<string, unknown>>): RecordsView {
  const { filter, sort, group, q, record, create, trash } = search
  return {
    filter: unpackFilter(filter) ?? null,
    sort: typeof sort === 'string' ? unpackSort(sort) : [],
    group: typeof group === 'string' ? unpackGroup(group) : [],
    search: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '',
    recordId: typeof record === 'number' && Number.isSafeInteger(record) && record > 0 ? record : null,
    isNew: create === 1 || create === true,
    isTrash: trash === true,
  }
}

/** The same as search parameters; what is as usual is left out. */
export function writeView(view: RecordsView): Record<string, unknown> {
  return {
    ...(view.filter ? { filter: packFilter(view.filter) } : {}),
    ...(view.sort.length > 0 ? { sort: packSort(view.sort) } : {}),
    ...(view.group.length > 0 ? { group: packGroup(view.group) } : {}),
    ...(view.search ? { q: view.search } : {}),
    ...(view.isNew ? { create: 1 } : view.recordId !== null ? { record: view.recordId } : {}),
    ...(view.isTrash ? { trash: true } : {}),
  }
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
  /** Changes how the list looks; in place, so that Back leaves the list. */
  show(change: Partial<RecordsView>): void
  /** Opens a record (or 'new'); Back closes it. From one record to the next in place. */
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
  /** The list under the drawer that was opened from here: going back to it closes the drawer. */
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
