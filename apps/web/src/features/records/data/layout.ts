/** What a person did to a grid's columns: order, widths, pins, hidden ones, row height. Stored in this form. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type AggregateFunction, aggregateFunctions } from '@muster/contract/records/records.schema'

export const rowHeights = { compact: 28, normal: 32, tall: 44 } as const
export type RowHeight = keyof typeof rowHeights

export interface GridLayout {
  order: string[]
  widths: Record<string, number>
  hidden: string[]
  /** Shown although hidden by default (metadata). */
  shown: string[]
  pinned: string[]
  rowHeight: RowHeight
  /** The aggregate below a column, by its id. */
  sums: Record<string, SumFunction>
}

/** The aggregates of a column. */
const sumFunctions = aggregateFunctions.filter((fn) => fn !== 'count')
export type SumFunction = Exclude<AggregateFunction, 'count'>

export const emptyLayout: GridLayout = {
  order: [],
  widths: {},
  hidden: [],
  shown: [],
  pinned: [],
  rowHeight: 'normal',
  sums: {},
}

/** Author and time: columns of every record, hidden by default. */
export const metaColumns = ['@createdAt', '@createdBy', '@updatedAt', '@updatedBy', '@id'] as const
export type MetaColumn = (typeof metaColumns)[number]

/** Columns that name people. */
export const peopleColumns: readonly string[] = ['@createdBy', '@updatedBy'] satisfies MetaColumn[]

export interface Column {
  /** Column name of the field, or a system field. */
  id: string
  field: DataField | null
  width: number
  isPinned: boolean
  isHidden: boolean
  /** The column that names the record: always first, never hidden. */
  isName: boolean
}

/** Parses the layout that the server stored; invalid parts are ignored. */
export function readLayout(stored: unknown): GridLayout {
  if (typeof stored !== 'object' || stored === null) return emptyLayout
  const { order, widths, hidden, shown, pinned, rowHeight, sums } = stored as Record<string, unknown>
  return {
    order: texts(order),
    widths: Object.fromEntries(
      Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
        ([, width]) => typeof width === 'number' && width >= minWidth && width <= maxWidth,
      ),
    ),
    hidden: texts(hidden),
    shown: texts(shown),
    pinned: texts(pinned),
    rowHeight: typeof rowHeight === 'string' && rowHeight in rowHeights ? (rowHeight as RowHeight) : 'normal',
    sums: Object.fromEntries(
      Object.entries(typeof sums === 'object' && sums !== null ? sums : {}).filter(([, fn]) =>
        sumFunctions.includes(fn as SumFunction),
      ),
    ),
  }
}

const texts = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []

const minWidth = 60
const maxWidth = 800
const nameWidth = 240

/**
 * All columns of a grid in their order: the name, then pinned ones, then the rest; fields the layout does not know
 * come last, by rank. Pinned columns count only after the name, which is always pinned.
 */
export function columnsOf(
  fields: readonly DataField[],
  nameField: string | null,
  layout: GridLayout,
  widthOf: (field: DataField) => number,
): Column[] {
  const known = new Map<string, DataField | null>(fields.map((field) => [field.columnName, field]))
  for (const meta of metaColumns) known.set(meta, null)
  const name = nameField !== null && known.has(nameField) ? nameField : '@name'
  known.delete(name)
  const place = new Map(layout.order.map((id, i) => [id, i]))
  const rest = [...known.keys()]
    .map((id, i) => ({ id, at: place.get(id) ?? layout.order.length + i }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)
  const pinned = new Set(layout.pinned)
  const hidden = new Set(layout.hidden)
  const shown = new Set(layout.shown)
  const column = (id: string): Column => {
    const field = fields.find((one) => one.columnName === id) ?? null
    const isName = id === name
    return {
      id,
      field,
      width: layout.widths[id] ?? (isName ? nameWidth : field ? widthOf(field) : 160),
      isPinned: isName || pinned.has(id),
      isHidden: !isName && (hidden.has(id) || (id.startsWith('@') && !shown.has(id))),
      isName,
    }
  }
  const columns = rest.map(column)
  return [
    column(name),
    ...columns.filter(({ isPinned }) => isPinned),
    ...columns.filter(({ isPinned }) => !isPinned),
  ]
}

export function withWidth(layout: GridLayout, id: string, width: number): GridLayout {
  const kept = Math.round(Math.min(maxWidth, Math.max(minWidth, width)))
  return { ...layout, widths: { ...layout.widths, [id]: kept } }
}

/** Sets or removes the aggregate of a column. */
export function withSum(layout: GridLayout, id: string, fn: SumFunction | null): GridLayout {
  const { [id]: _, ...others } = layout.sums
  return { ...layout, sums: fn ? { ...others, [id]: fn } : others }
}

/** Hides or shows a column. */
export function withVisibility(layout: GridLayout, id: string, isShown: boolean): GridLayout {
  return {
    ...layout,
    hidden: isShown ? layout.hidden.filter((one) => one !== id) : [...new Set([...layout.hidden, id])],
    shown: isShown ? [...new Set([...layout.shown, id])] : layout.shown.filter((one) => one !== id),
  }
}

export function withPin(layout: GridLayout, id: string, isPinned: boolean): GridLayout {
  const others = layout.pinned.filter((one) => one !== id)
  return { ...layout, pinned: isPinned ? [...others, id] : others }
}

/**
 * Moves a column before another (`before` null: last) among all columns, hidden ones included. Dropped among the
 * pinned ones it is pinned, dropped after them it is not.
 */
export function withMove(
  layout: GridLayout,
  columns: readonly Column[],
  id: string,
  before: string | null,
): GridLayout {
  if (id === before || columns[0]?.id === id) return layout
  const ids = columns.slice(1).flatMap((column) => (column.id === id ? [] : [column.id]))
  const isToName = before !== null && before === columns[0]?.id
  const at = before === null ? ids.length : isToName ? 0 : ids.indexOf(before)
  if (at < 0) return layout
  const order = [...ids.slice(0, at), id, ...ids.slice(at)]
  const next = columns.find((column) => column.id === order[at + 1])
  const last = columns.find((column) => column.id === order[at - 1])
  const wasPinned = columns.find((column) => column.id === id)?.isPinned ?? false
  const isPinned = next?.isPinned ? true : last ? last.isPinned && wasPinned : wasPinned
  return withPin({ ...layout, order }, id, isPinned)
}
