/** Selection in the grid as rows, and the changes of it by row, group or all. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts.ts'
import { maxNamed, type RecordSource } from '../data/record-source.ts'
import type { GridRows } from '../data/rows.ts'
import { allSelected, noSelection, type Selection, withIds } from '../data/selection.ts'
import type { RowSpan } from '../grid/port.ts'

/** @param seen changes whenever rows arrive */
export function useTicks(
  source: RecordSource,
  rows: GridRows,
  rowCount: number,
  seen: number,
  selection: Selection,
  onSelection: (selection: Selection) => void,
) {
  const { t } = useTranslation(['records'])
  const isAllTicked = selection.kind === 'all' && selection.except.size === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` changes when rows arrive
  const ticked = useMemo(
    () => (isAllTicked ? [] : tickedSpans(rows, selection, rowCount)),
    [rows, selection, rowCount, isAllTicked, seen],
  )
  const tick = async (added: readonly RowSpan[], removed: readonly RowSpan[]) => {
    let next = selection
    for (const [spans, isOn] of [
      [added, true],
      [removed, false],
    ] as const) {
      for (const [start, end] of spans) {
        const header = end - start === 1 ? rows.groupAt(start) : undefined
        // A group is selected by its header.
        const records = header
          ? await source.rows(header.offset, header.count, [])
          : await rows.records(start, end - start, [])
        next = withIds(
          next,
          records.map(({ id }) => id),
          isOn,
        )
      }
    }
    onSelection(next)
  }
  return {
    ticked,
    isAllTicked,
    onTick(added: readonly RowSpan[], removed: readonly RowSpan[]) {
      if (added.reduce((sum, [start, end]) => sum + end - start, 0) > maxNamed) {
        toast.error(t('bulk.tooMany', { count: maxNamed }))
        return
      }
      void tick(added, removed)
    },
    onTickAll: (isTicked: boolean) => onSelection(isTicked ? allSelected : noSelection),
  }
}

function tickedSpans(rows: GridRows, selection: Selection, rowCount: number): RowSpan[] {
  const ticked: number[] = []
  if (selection.kind === 'some') {
    for (const id of selection.ids) {
      const row = rows.indexOf(id)
      if (row !== undefined) ticked.push(row)
    }
    ticked.sort((a, b) => a - b)
    return ticked.map((row) => [row, row + 1])
  }
  const spans: RowSpan[] = []
  let start = 0
  for (const id of selection.except) {
    const row = rows.indexOf(id)
    if (row !== undefined) ticked.push(row)
  }
  for (const row of ticked.sort((a, b) => a - b)) {
    if (row > start) spans.push([start, row])
    start = row + 1
  }
  if (start < rowCount) spans.push([start, rowCount])
  return spans
}
