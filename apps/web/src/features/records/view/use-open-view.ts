/** The view in the address, as the reader sees it: with their changes on top, to be saved or discarded. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { viewTypes } from '@muster/contract/views/types/index'
import type { DataView as SavedView, UpdateView } from '@muster/contract/views/views.schema'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type FirstView, useFirstView, useViews } from '../../views/public.ts'
import { type LayoutState, useGridLayout } from '../data/use-grid-layout.ts'
import {
  baseColumnsOf,
  changesOf,
  isChanged,
  type ListState,
  stateOf,
  updateOf,
  type ViewChanges,
  visibleOf,
} from '../data/view-state.ts'
import { emptyView, type RecordsView, type RecordsViewState, writeView } from '../url-state.ts'

export interface ViewPreview {
  viewId: number
  changes: UpdateView
}

export interface OpenView {
  views: readonly SavedView[]
  first: FirstView
  error: unknown
  retry(): void
  /** It is not known yet what to show. */
  isPending: boolean
  /** The view in the address does not exist for this reader. */
  isGone: boolean
  /** Null: all records. */
  view: SavedView | null
  state: ListState
  layout: LayoutState
  /** The fields shown, in order, without the name field. */
  visible: readonly string[]
  changes: ViewChanges
  isModified: boolean
  /** Somebody else saved the view while the reader had unsaved changes. */
  isStale: boolean
  /** The changes to save. */
  toSave(): ReturnType<typeof updateOf>
  /** As currently saved. */
  discard(saved?: SavedView): void
  /** Changes the list; settings equal to the view's again leave the address. */
  show(change: Partial<RecordsView>): void
}

export function useOpenView(
  teamId: number,
  collection: DataCollection,
  fields: readonly DataField[],
  { view: address, show: go }: RecordsViewState,
  /** Changes of the view itself that its author is making, by its id. */
  preview: ViewPreview | null,
): OpenView {
  const views = useViews(teamId, collection.id)
  const first = useFirstView(teamId, collection.id)
  const { viewId } = address
  const isPlain = viewId === null && isBare(address)
  // An address without a view opens the reader's first view.
  const opensFirst =
    isPlain && first.id !== null && (views.data?.items.some(({ id }) => id === first.id) ?? false)
  useEffect(() => {
    if (opensFirst) go({ viewId: first.id })
  }, [opensFirst, first.id, go])

  const saved =
    typeof viewId === 'number' ? (views.data?.items.find(({ id }) => id === viewId) ?? null) : null
  const [seen, setSeen] = useState(saved)
  const kept = seen?.id === saved?.id ? seen : saved
  const view = useMemo(
    () => (kept && preview?.viewId === kept.id ? changed(kept, preview.changes) : kept),
    [kept, preview],
  )
  const base = useMemo(
    () => (view ? { id: view.id, base: baseColumnsOf(view, fields) } : null),
    [view, fields],
  )
  const layout = useGridLayout(teamId, collection.id, base)
  const state = useMemo(() => stateOf(view, address, fields), [view, address, fields])
  const changes = useMemo(
    () => (view ? changesOf(view, state, fields, layout.hasOwnColumns) : unchanged),
    [view, state, fields, layout.hasOwnColumns],
  )
  const isModified = isChanged(changes)
  // Other people's saved changes show at once, but never under the reader's own changes.
  if (saved !== seen && (saved?.id !== seen?.id || !isModified || !isOther(saved, seen))) setSeen(saved)

  const nameField = useMemo(
    () => fields.find(({ id }) => id === collection.IdDataFieldDataObjectName)?.columnName ?? null,
    [fields, collection.IdDataFieldDataObjectName],
  )
  const visible = useMemo(
    () => visibleOf(layout.layout, fields, nameField),
    [layout.layout, fields, nameField],
  )
  const { resetColumns } = layout
  const discard = useCallback(
    (next = saved) => {
      setSeen(next)
      go({ filter: undefined, sort: undefined, group: undefined })
      resetColumns()
    },
    [saved, go, resetColumns],
  )
  const show = useCallback(
    (change: Partial<RecordsView>) => go(view ? sparse(view, change, fields) : change),
    [go, view, fields],
  )
  const isNamed = typeof viewId === 'number'
  return {
    views: views.data?.items ?? [],
    first,
    error: views.error,
    retry: () => void views.refetch(),
    isPending:
      (isNamed && views.isPending) ||
      (isPlain && (!first.isReady || (first.id !== null && views.isPending))) ||
      opensFirst,
    isGone: isNamed && views.isSuccess && !views.isFetching && saved === null,
    view,
    state,
    layout,
    visible,
    changes,
    isModified,
    isStale: isModified && saved !== null && kept !== null && isOther(saved, kept),
    toSave: () =>
      view ? updateOf(view, state, changes, withName(view, nameField, visible, fields), fields) : {},
    discard,
    show,
  }
}

/** A view as it will be; it cannot be shown while a field is missing that its type needs. */
function changed(view: SavedView, changes: UpdateView): SavedView {
  const next = { ...view, ...changes } as SavedView
  const needed = viewTypes[next.type].neededField
  return { ...next, isBroken: needed ? next[needed] === null : view.isBroken }
}

const unchanged: ViewChanges = { filter: false, sort: false, group: false, columns: false }

/** Whether an address has no list state, except maybe a record. */
const isBare = (address: RecordsView): boolean =>
  Object.keys(writeView({ ...address, recordId: null, isNew: false })).length ===
  Object.keys(writeView(emptyView)).length

const isOther = (one: SavedView | null, other: SavedView | null): boolean =>
  JSON.stringify(contentOf(one)) !== JSON.stringify(contentOf(other))

const contentOf = (view: SavedView | null) =>
  view && [view.type, view.filter, view.sort, view.displayedFields, view.displayOptions]

/** Drops changes that equal the view. */
function sparse(
  view: SavedView,
  change: Partial<RecordsView>,
  fields: readonly DataField[],
): Partial<RecordsView> {
  const kept = { ...change }
  const state = stateOf(view, { ...emptyView, ...change }, fields)
  const own = changesOf(view, state, fields, false)
  if ('filter' in kept && !own.filter) kept.filter = undefined
  if ('sort' in kept && !own.sort) kept.sort = undefined
  if ('group' in kept && !own.group) kept.group = undefined
  return kept
}

/** The name field is the first column whether the view lists it or not; a view that lists it keeps it. */
function withName(
  { displayedFields }: SavedView,
  nameField: string | null,
  visible: readonly string[],
  fields: readonly DataField[],
): readonly string[] {
  const id = fields.find(({ columnName }) => columnName === nameField)?.id
  const isNamed =
    displayedFields.length === 0 || displayedFields.some(({ dataFieldId }) => dataFieldId === id)
  return nameField !== null && isNamed ? [nameField, ...visible] : visible
}
