/**
 * The rows of a grid by position: the records of a list, one row each, or under headers of groups. Everything the grid
 * does with positions goes through here.
 */
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { RowState } from './block-cache.ts'
import type { GroupRow, GroupTree } from './groups.ts'
import type { RecordSource, SourceChange } from './record-source.ts'

export interface GridRows {
  readonly source: RecordSource
  readonly count: number
  /** Undefined while it is not loaded, and for a header. */
  recordAt(row: number): DataRecord | undefined
  groupAt(row: number): GroupRow | undefined
  stateOf(row: number): RowState
  indexOf(recordId: number): number | undefined
  /** The row of a record by its position in the list; none when its group is collapsed. */
  rowOf(offset: number): number | undefined
  show(first: number, last: number): void
  retry(row: number): void
  /** The records among some rows, fetched if not loaded. */
  records(first: number, height: number, fields?: readonly string[]): Promise<DataRecord[]>
  /** The next records from a row on. */
  recordsFrom(first: number, count: number, fields?: readonly string[]): Promise<DataRecord[]>
  /** Subscribes to changes by row. */
  changed(change: SourceChange): SourceChange
}

/** One record per row. */
export function flatRows(source: RecordSource): GridRows {
  const { cache } = source
  return {
    source,
    get count() {
      return source.rowCount
    },
    recordAt: (row) => cache.rowAt(row),
    groupAt: () => undefined,
    stateOf: (row) => cache.stateOf(row),
    indexOf: (id) => cache.indexOf(id),
    rowOf: (offset) => offset,
    show: (first, last) => cache.show(first, last),
    retry: (row) => cache.retry(row),
    records: (first, height, fields) => source.rows(first, height, fields),
    recordsFrom: (first, count, fields) => source.rows(first, count, fields),
    changed: (change) => change,
  }
}

/** Records under the headers of their groups; those of collapsed groups have no row. */
export function groupedRows(source: RecordSource, tree: GroupTree): GridRows {
  const { cache } = source
  const offsetAt = (row: number): number | undefined => tree.offsetAt(row)
  const spans = (first: number, height: number) => tree.spansOf(first, height)
  const read = async (
    parts: readonly { offset: number; count: number }[],
    fields: readonly string[] | undefined,
  ) => (await Promise.all(parts.map(({ offset, count }) => source.rows(offset, count, fields)))).flat()
  return {
    source,
    count: tree.rowCount,
    recordAt: (row) => {
      const offset = offsetAt(row)
      return offset === undefined ? undefined : cache.rowAt(offset)
    },
    groupAt: (row) => tree.groupAt(row),
    stateOf: (row) => {
      const offset = offsetAt(row)
      return offset === undefined ? 'loaded' : cache.stateOf(offset)
    },
    indexOf: (id) => {
      const offset = cache.indexOf(id)
      return offset === undefined ? undefined : tree.rowOf(offset)
    },
    rowOf: (offset) => tree.rowOf(offset),
    show: (first, last) => {
      const parts = spans(first, last - first + 1)
      const from = parts[0]
      const to = parts.at(-1)
      if (from && to) cache.show(from.offset, to.offset + to.count - 1)
    },
    retry: (row) => cache.retry(offsetAt(row) ?? 0),
    records: (first, height, fields) => read(spans(first, height), fields),
    recordsFrom: (first, count, fields) => {
      const parts: { offset: number; count: number }[] = []
      let left = count
      for (const span of spans(first, tree.rowCount - first)) {
        if (left <= 0) break
        parts.push({ offset: span.offset, count: Math.min(left, span.count) })
        left -= span.count
      }
      return read(parts, fields)
    },
    // Rows under headers move with their groups; the tree is rebuilt.
    changed: (change) => ({ ...change, first: 0, last: Number.MAX_SAFE_INTEGER, shift: 0 }),
  }
}
