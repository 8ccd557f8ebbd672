/** The columns of a board: permanent ones, and others for values that records have. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Condition } from '@muster/contract/filters/ast'
import type { DataRecord, QueryResult } from '@muster/contract/records/records.schema'
import { type ColumnCounts, type ColumnValue, columnKey, type KnownColumn } from './board.ts'

export interface BoardColumn extends KnownColumn {
  key: string
  count: number
}

/** A card that is being moved, until the server has answered. */
export interface Moving {
  record: DataRecord
  from: string
  to: string
  /** In an ordered column the card that it precedes, null at the end; in others it comes first. */
  beforeId?: number | null
}

export function boardColumns(
  field: DataField,
  known: readonly KnownColumn[],
  { counts }: ColumnCounts,
  linked: Readonly<QueryResult['linked']>,
  moving: readonly Moving[],
  { noValue, isAlwaysShown = !field.isRequired }: { noValue: string; isAlwaysShown?: boolean },
): BoardColumn[] {
  const countOf = new Map(counts.map(({ value, count }) => [columnKey(value), count]))
  const others = counts.flatMap(({ value }): KnownColumn[] => {
    if (value === null || known.some((one) => one.value === value)) return []
    const name = linked[String(value)]
    return [{ value, name: name?.name ?? String(value), color: name?.color ?? null }]
  })
  const none: KnownColumn = { value: null, name: noValue, color: null }
  const isNoneShown = isAlwaysShown || (countOf.get(columnKey(null)) ?? 0) > 0
  return [...(isNoneShown ? [none] : []), ...known, ...others].map((column) => {
    const key = columnKey(column.value)
    const left = moving.filter(({ from }) => from === key).length
    const come = moving.filter(({ to }) => to === key).length
    return { ...column, key, count: Math.max(0, (countOf.get(key) ?? 0) - left + come) }
  })
}

export const conditionOf = (field: DataField, value: ColumnValue): Condition =>
  value === null ? { field: field.columnName, op: 'isEmpty' } : { field: field.columnName, op: 'is', value }

/** The cards of a column: with those moving into it, without those that have left. */
export function cardsOf(key: string, loaded: readonly DataRecord[], moving: readonly Moving[]): DataRecord[] {
  const first: DataRecord[] = []
  const cards = loaded.filter(
    ({ id }) =>
      !moving.some(({ record, to, beforeId }) => record.id === id && (to !== key || beforeId !== undefined)),
  )
  for (const { record, to, beforeId } of moving) {
    if (to !== key || cards.some(({ id }) => id === record.id)) continue
    if (beforeId === undefined) first.push(record)
    else {
      const at = cards.findIndex(({ id }) => id === beforeId)
      cards.splice(at < 0 ? cards.length : at, 0, record)
    }
  }
  return [...first, ...cards]
}

/** Without fields that the board shows already. */
export const withColumn = (record: DataRecord, field: DataField, value: ColumnValue): DataRecord => ({
  ...record,
  values: { ...record.values, [field.columnName]: value },
})
