/**
 * What our screens know of a grid. `DataGrid.tsx` draws it with glide-data-grid; nobody else imports that library,
 * so that another grid can take its place.
 */
import type { GridCell } from '../../fields/public.ts'

export interface GridColumn {
  id: string
  title: string
  width: number
  isPinned: boolean
  /** The title stands over numbers. */
  isRight: boolean
  isReadOnly: boolean
  sort: 'asc' | 'desc' | null
  isFiltered: boolean
}

/** What a cell shows; `mark` says how an edit of it fares. */
export type CellContent =
  | { kind: 'loading' | 'failed' | 'blank'; mark?: CellMark; isReadOnly?: boolean }
  | {
      kind: 'value'
      cell: GridCell
      mark?: CellMark
      isReadOnly?: boolean
      /** The record's name: with its picture, and a button that opens the record. */
      name?: { avatar: string | null }
    }
  | { kind: 'group'; group: GroupCell; mark?: undefined; isReadOnly: true }
export type CellMark = 'saving' | 'failed'

/** A cell of a group's header: its name stands in the first column, sums in the others. */
export interface GroupCell {
  level: number
  isFolded: boolean
  /** Null in all columns but the first. */
  title: { cell: GridCell; count: string } | null
  sum: string | null
}

export interface CellPlace {
  column: number
  row: number
}

export interface CellRange {
  column: number
  row: number
  width: number
  height: number
}

/** On the screen, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Rows from `start` up to but not including `end`. */
export type RowSpan = readonly [start: number, end: number]

export interface GridHandle {
  /** Draw rows again; all without arguments. */
  redraw(first?: number, last?: number): void
  scrollToRow(row: number): void
  /** Rows came or went above the reader: keep what he sees and what he has selected where it is. */
  shiftBy(rows: number): void
  boxOf(place: CellPlace): Box | null
  select(place: CellPlace): void
  current(): CellPlace | null
  /** Makes a column as wide as its content. */
  fit(column: number): void
  focus(): void
}

export interface DataGridProps {
  label: string
  columns: readonly GridColumn[]
  rowCount: number
  rowHeight: number
  cellAt: (place: CellPlace) => CellContent
  /** Ticked rows, in order. */
  ticked: readonly RowSpan[]
  isAllTicked: boolean
  /** The row whose record is open beside the grid. */
  openRow: number | null
  canPaste: boolean
  /** How to use it by keyboard, for screen readers. */
  help: string
  /** Cells that a search found, of those in view. */
  found: readonly CellPlace[]
  onVisible: (first: number, last: number) => void
  onCurrent: (place: CellPlace | null) => void
  onTick: (added: readonly RowSpan[], removed: readonly RowSpan[]) => void
  onTickAll: (isTicked: boolean) => void
  /** A typed character; a space where the cell has nothing to look at; undefined for Enter, F2 and a double click. */
  onEdit: (place: CellPlace, key: string | undefined) => void
  /** The button beside the name. */
  onOpen: (row: number) => void
  onClear: (range: CellRange) => void
  /** The texts of a range, at once where they are at hand. */
  onCopy: (range: CellRange) => string[][] | Promise<string[][]>
  onPaste: (range: CellRange, texts: string[][]) => void
  /** Values dragged over their neighbours; by Ctrl+D they are copied and no series. */
  onFill: (source: CellRange, target: CellRange, isSeries: boolean) => void
  /** Ctrl+R: the first column of a range into the others. */
  onFillRight: (range: CellRange) => void
  /** A group's header was clicked, or Enter or Space pressed on it. */
  onToggle: (row: number) => void
  /** Pixels scrolled to the right. */
  onScrollAcross: (left: number) => void
  onResize: (columnId: string, width: number) => void
  /** `before` null: to the end. */
  onMove: (columnId: string, before: string | null) => void
  /** A row was dragged, or moved by key, to where another one stands; null where rows have no order of their own. */
  onMoveRow: ((from: number, to: number) => void) | null
  onColumnMenu: (column: number, box: Box) => void
  onCellMenu: (place: CellPlace, box: Box) => void
}
