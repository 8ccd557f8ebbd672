/** The state of a list: a saved view with the reader's changes on top, and the part of them that can be saved. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter, Sort } from '@muster/contract/filters/ast'
import { viewTypes } from '@muster/contract/views/types/index'
import {
  type DisplayedField,
  displayedFieldSchema,
  type DataView as SavedView,
  type UpdateView,
} from '@muster/contract/views/views.schema'
import type { RecordsView } from '../url-state.ts'
import type { GroupField } from './groups.ts'
import { columnsOf, emptyLayout, type GridLayout } from './layout.ts'

export interface ListState {
  filter: Filter | null
  sort: Sort
  group: readonly GroupField[]
}

/** Order and hidden columns as a view has them; `shown` are columns of every record, which no view names. */
export type BaseColumns = Pick<GridLayout, 'order' | 'hidden'>

export function stateOf(view: SavedView | null, own: RecordsView, fields: readonly DataField[]): ListState {
  return {
    filter: own.filter === undefined ? (view?.filter ?? null) : own.filter,
    sort: own.sort ?? view?.sort ?? [],
    group: own.group ?? (view ? groupOf(view, fields) : []),
  }
}

/** The levels that a table view is grouped by, without fields that no longer exist. */
export function groupOf({ type, displayOptions }: SavedView, fields: readonly DataField[]): GroupField[] {
  const { groupDataFieldId, groupDirection, groupPeriod, thenGroupBy } = displayOptions
  if (!viewTypes[type].hasGroups || groupDataFieldId === null) return []
  const first = { dataFieldId: groupDataFieldId, direction: groupDirection, period: groupPeriod }
  return [first, ...thenGroupBy].flatMap(({ dataFieldId, direction, period }) => {
    const field = fields.find(({ id }) => id === dataFieldId)?.columnName
    return field ? [{ field, direction, ...(period ? { period } : {}) }] : []
  })
}

/** Null where a view shows all fields because nobody has chosen any. */
export function baseColumnsOf(
  { displayedFields }: Pick<SavedView, 'displayedFields'>,
  fields: readonly DataField[],
): BaseColumns | null {
  if (displayedFields.length === 0) return null
  const order = displayedFields.flatMap(
    ({ dataFieldId }) => fields.find(({ id }) => id === dataFieldId)?.columnName ?? [],
  )
  const hidden = fields.flatMap(({ columnName }) => (order.includes(columnName) ? [] : [columnName]))
  return { order, hidden }
}

/** The fields that a layout shows, in their order, without the one that names the record. */
export function visibleOf(
  layout: Pick<GridLayout, 'order' | 'hidden' | 'shown'>,
  fields: readonly DataField[],
  nameField: string | null,
): string[] {
  const plain = { ...emptyLayout, ...layout, pinned: [] }
  return columnsOf(fields, nameField, plain, () => 0).flatMap(({ id, field, isHidden, isName }) =>
    field && !isHidden && !isName ? [id] : [],
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Which parts differ from the view. */
export interface ViewChanges {
  filter: boolean
  sort: boolean
  group: boolean
  columns: boolean
}

export const isChanged = (changes: ViewChanges): boolean => Object.values(changes).some(Boolean)

export function changesOf(
  view: SavedView,
  state: ListState,
  fields: readonly DataField[],
  hasOwnColumns: boolean,
): ViewChanges {
  return {
    filter: !isSame(state.filter, view.filter),
    sort: !isSame(state.sort, view.sort),
    group: viewTypes[view.type].hasGroups && !isSame(normal(state.group), normal(groupOf(view, fields))),
    columns: hasOwnColumns,
  }
}

const normal = (group: readonly GroupField[]) =>
  group.map(({ field, direction, period }) => [field, direction, period ?? null])

/** The changes to save: only differences, so that a colleague's other changes stay. */
export function updateOf(
  view: SavedView,
  state: ListState,
  changes: ViewChanges,
  /** The visible columns in their order, the name's field first. */
  columns: readonly string[],
  fields: readonly DataField[],
): UpdateView {
  return {
    ...(changes.filter ? { filter: state.filter } : {}),
    ...(changes.sort ? { sort: state.sort } : {}),
    ...(changes.group
      ? { displayOptions: { ...view.displayOptions, ...groupOptions(state.group, fields) } }
      : {}),
    ...(changes.columns ? { displayedFields: displayedOf(columns, fields, view.displayedFields) } : {}),
  }
}

/** A grouping in the form that a view stores. */
export function groupOptions(group: readonly GroupField[], fields: readonly DataField[]) {
  const levels = group.flatMap(({ field, direction, period }) => {
    const dataFieldId = fields.find(({ columnName }) => columnName === field)?.id
    return dataFieldId === undefined ? [] : [{ dataFieldId, direction, period: period ?? null }]
  })
  const [first, ...rest] = levels
  return {
    groupDataFieldId: first?.dataFieldId ?? null,
    groupDirection: first?.direction ?? ('asc' as const),
    groupPeriod: first?.period ?? null,
    thenGroupBy: rest,
  }
}

/** Columns as displayed fields; those already in the view keep their settings. */
export function displayedOf(
  columns: readonly string[],
  fields: readonly DataField[],
  known: readonly DisplayedField[] = [],
): DisplayedField[] {
  return columns.flatMap((name) => {
    const dataFieldId = fields.find(({ columnName }) => columnName === name)?.id
    if (dataFieldId === undefined) return []
    return [
      known.find((one) => one.dataFieldId === dataFieldId) ?? displayedFieldSchema.parse({ dataFieldId }),
    ]
  })
}
