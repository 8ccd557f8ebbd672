/**
 * What our screens know of a grid. `DataGrid.tsx` draws it with glide-data-grid; nobody else imports that library,
 * so that another grid can take its place.
 */
import type { GridCell } from '../../fields/public.ts'

/** In pixels. */
export const headerHeight = 32

export interface GridColumn {
  id: string
  title: string
  width: number
  isPinned: boolean
  /** The title is right-aligned, above numbers. */
  isRight: boolean
  isReadOnly: boolean
  sort: 'asc' | 'desc' | null
  isFiltered: boolean
}

/** What a cell shows; `mark` is the state of its edit. */
export type CellContent =
  | { kind: 'loading' | 'failed' | 'blank'; mark?: CellMark; isReadOnly?: boolean }
  /** In the empty row at the end: what it is for. */
  | { kind: 'hint'; text: string; mark?: CellMark; isReadOnly?: boolean }
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

/** A cell of a group header: its name is in the first column, aggregates in the others. */
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
  /** Redraws rows; without arguments all. */
  redraw(first?: number, last?: number): void
  scrollToRow(row: number): void
  /** Rows were added or removed above the reader: keeps what is visible and selected in place. */
  shiftBy(rows: number): void
  boxOf(place: CellPlace): Box | null
  select(place: CellPlace): void
  current(): CellPlace | null
  /** The selected cells. */
  range(): CellRange | null
  /** Fits a column's width to its content. */
  fit(column: number): void
  focus(): void
}

export interface DataGridProps {
  label: string
  columns: readonly GridColumn[]
  rowCount: number
  /** What the empty row after the last one says; null where rows cannot be added. */
  newRow: string | null
  rowHeight: number
  cellAt: (place: CellPlace) => CellContent
  /** Selected rows, in order. */
  ticked: readonly RowSpan[]
  isAllTicked: boolean
  /** The row whose record is open beside the grid. */
  openRow: number | null
  /** `#rrggbb`; null for a row without a colour. */
  rowColor: (row: number) => string | null
  canPaste: boolean
  /** How to use it by keyboard, for screen readers. */
  help: string
  /** Matches of a search, of those in view. */
  found: readonly CellPlace[]
  onVisible: (first: number, last: number) => void
  onCurrent: (place: CellPlace | null) => void
  onTick: (added: readonly RowSpan[], removed: readonly RowSpan[]) => void
  onTickAll: (isTicked: boolean) => void
  /** A typed character; a space where the cell cannot be enlarged; undefined for Enter, F2 and a double click. */
  onEdit: (place: CellPlace, key: string | undefined) => void
  /** The button beside the name. */
  onOpen: (row: number) => void
  onClear: (range: CellRange) => void
  /** The texts of a range, at once where they are at hand. */
  onCopy: (range: CellRange) => string[][] | Promise<string[][]>
  onPaste: (range: CellRange, texts: string[][]) => void
  /** Values dragged over their neighbours; Ctrl+D copies them without continuing a series. */
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
  /** A row was dragged, or moved by key, to another row's place; null where rows have no manual order. */
  onMoveRow: ((from: number, to: number) => void) | null
  onColumnMenu: (column: number, box: Box) => void
  onCellMenu: (place: CellPlace, box: Box) => void
}
