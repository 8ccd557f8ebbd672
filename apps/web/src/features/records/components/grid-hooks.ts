/** What the grid does besides showing records: fetching what is in view, copying, moving the reader. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import type { RecordSource } from '../data/record-source.ts'
import type { GridRows } from '../data/rows.ts'
import type { CellRange, GridHandle } from '../grid/port.ts'

const skeletonMs = 150
const fetchMs = 50

export interface GridNavigator {
  show(recordId: number): void
  focus(): void
  /** The current column, and the selected cells: columns, and ids of their records. */
  selected(most: number): Promise<SelectedCells | null>
  /** Collapses all groups, or expands them. */
  foldAll(isFolded: boolean): void
}

interface SelectedCells {
  column: string | null
  columns: readonly string[]
  ids: number[]
}

/** Texts of a range for the clipboard; synchronous if all rows are loaded. */
export function copyTexts(
  { column, row, width, height }: CellRange,
  rows: GridRows,
  recordAt: (row: number) => DataRecord | undefined,
  textOf: (record: DataRecord, column: number) => string,
): string[][] | Promise<string[][]> {
  const line = (record: DataRecord) => Array.from({ length: width }, (_, i) => textOf(record, column + i))
  const places = Array.from({ length: height }, (_, i) => row + i).filter((one) => !rows.groupAt(one))
  const found = places.map(recordAt)
  if (found.every((one) => one !== undefined)) return found.map(line)
  return rows.records(row, height).then((all) => all.map(line))
}

/** Skeletons only for what takes a while. */
export function useSkeletons(source: RecordSource, grid: { current: GridHandle | null }): () => boolean {
  const since = useRef(0)
  const of = useRef<RecordSource | null>(null)
  if (of.current !== source) {
    of.current = source
    since.current = performance.now()
  }
  useEffect(() => {
    const timer = setTimeout(() => source && grid.current?.redraw(), skeletonMs + 10)
    return () => clearTimeout(timer)
  }, [source, grid])
  return useCallback(() => performance.now() - since.current > skeletonMs, [])
}

/** Reports to the source what is in view; during fast scrolling, only where it pauses. */
export function useFetching(rows: GridRows, moved: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(moved)
  latest.current = moved
  /** Kept when the rows are counted or sorted anew: the grid reports it only when it changes. */
  const visible = useRef<readonly [first: number, last: number]>([0, 40])
  useEffect(() => {
    rows.show(...visible.current)
    return () => clearTimeout(timer.current)
  }, [rows])
  return useCallback(
    (first: number, last: number) => {
      latest.current()
      visible.current = [first, last]
      clearTimeout(timer.current)
      const isAtHand = [first, last].every((row) => rows.recordAt(row) ?? rows.groupAt(row))
      if (isAtHand) rows.show(first, last)
      else timer.current = setTimeout(() => rows.show(first, last), fetchMs)
    },
    [rows],
  )
}

export function useNavigator(
  rows: GridRows,
  grid: { current: GridHandle | null },
  columns: readonly { id: string }[],
  foldAll: (isFolded: boolean) => void,
  navigator: Ref<GridNavigator> | undefined,
): void {
  const latest = useRef({ foldAll, columns })
  latest.current = { foldAll, columns }
  useImperativeHandle(
    navigator,
    () => ({
      show: (recordId) => {
        const row = rows.indexOf(recordId)
        if (row === undefined) return
        grid.current?.select({ column: grid.current.current()?.column ?? 0, row })
      },
      focus: () => grid.current?.focus(),
      selected: async (most) => {
        const range = grid.current?.range()
        if (!range) return null
        const idsOf = (from: number, width: number) =>
          latest.current.columns.slice(from, from + width).map(({ id }) => id)
        const records = range.height > most ? [] : await rows.records(range.row, range.height, [])
        return {
          column: idsOf(grid.current?.current()?.column ?? range.column, 1)[0] ?? null,
          columns: idsOf(range.column, range.width),
          ids: records.map(({ id }) => id).filter((id) => id > 0),
        }
      },
      foldAll: (isFolded) => latest.current.foldAll(isFolded),
    }),
    [rows, grid],
  )
}
