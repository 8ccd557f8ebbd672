/**
 * Fields without auto update (spec section 3): they keep the values that the reader first saw
 * until the view is opened again.
 */
import type { DataRecord, Values } from '@muster/contract/records/records.schema'
import { useRef } from 'react'
import type { Display, ViewSource } from '../../source.ts'

export function useSteady(source: ViewSource, display: Display): (record: DataRecord) => DataRecord {
  const key = JSON.stringify(source.key)
  const seen = useRef({ key, values: new Map<number, Values>() })
  if (seen.current.key !== key) seen.current = { key, values: new Map() }
  const steady = display.fields.flatMap(({ field, shown }) => (shown.autoUpdateData ? [] : field.columnName))
  return (record) => {
    if (steady.length === 0) return record
    const { values } = seen.current
    const first = values.get(record.id) ?? record.values
    values.set(record.id, first)
    const kept = steady.filter((column) => column in first).map((column) => [column, first[column]])
    return { ...record, values: { ...record.values, ...Object.fromEntries(kept) } }
  }
}
