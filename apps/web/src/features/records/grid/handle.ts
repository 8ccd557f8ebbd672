/** The grid's imperative handle: redraw, go to a cell, return the person's position. */
import { CompactSelection, type DataEditorRef, type GridSelection } from '@glideapps/glide-data-grid'
import { type Latest, rangeOf } from './latest.ts'
import type { GridHandle } from './port.ts'

export function handleOf(
  wrapper: { current: HTMLElement | null },
  editor: { current: DataEditorRef | null },
  latest: { current: Latest },
  setCurrent: (change: (current: GridSelection['current']) => GridSelection['current']) => void,
  redraw: GridHandle['redraw'],
): GridHandle {
  return {
    redraw,
    scrollToRow: (row) => editor.current?.scrollTo(0, row, 'vertical', 0, 0, { vAlign: 'center' }),
    shiftBy: (rows) => {
      const scroller = wrapper.current?.querySelector('.dvn-scroller')
      if (scroller && scroller.scrollTop > 0) scroller.scrollTop += rows * latest.current.rowHeight
      setCurrent((current) => {
        if (!current) return current
        const row = Math.max(0, current.cell[1] + rows)
        const range = { ...current.range, y: Math.max(0, current.range.y + rows) }
        return { ...current, cell: [current.cell[0], row], range }
      })
    },
    boxOf: ({ column, row }) => editor.current?.getBounds(column, row) ?? null,
    select: ({ column, row }) => {
      const { columns, rowTotal } = latest.current
      if (row < 0 || row >= rowTotal || column < 0 || column >= columns.length) return
      const range = { x: column, y: row, width: 1, height: 1 }
      const isThere = latest.current.current?.cell[0] === column && latest.current.current.cell[1] === row
      setCurrent(() => ({ cell: [column, row], range, rangeStack: [] }))
      latest.current.onCurrent({ column, row })
      // The current cell is scrolled into view anyway; doing it twice would scroll twice as far.
      if (isThere) editor.current?.scrollTo(column, row)
    },
    current: () => {
      const cell = latest.current.current?.cell
      return cell ? { column: cell[0], row: cell[1] } : null
    },
    range: () => (latest.current.current ? rangeOf(latest.current.current.range) : null),
    fit: (column) => editor.current?.remeasureColumns(CompactSelection.fromSingleSelection(column)),
    focus: () => editor.current?.focus(),
  }
}
