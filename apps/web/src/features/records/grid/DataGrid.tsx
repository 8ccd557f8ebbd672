/** `DataGrid`: the port (port.ts) drawn with glide-data-grid on a canvas, with its hidden ARIA grid as one tab stop. */
import '@glideapps/glide-data-grid/dist/index.css'
import {
  CompactSelection,
  type CustomCell,
  type CustomRenderer,
  DataEditor,
  type DataEditorProps,
  type DataEditorRef,
  GridCellKind,
  type GridSelection,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import {
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Rect } from '../../../ui/canvas/brush.ts'
import { forgetMeasures } from '../../../ui/canvas/text.ts'
import { drawn, useIconIndex } from '../../../ui/icon-glyphs.ts'
import { rowTint } from '../../fields/public.ts'
import classes from './DataGrid.module.css'
import { drawBar, drawCell, drawHeader, measureCell, openButtonWidth } from './draw.ts'
import { handleOf } from './handle.ts'
import { isEntering, onKey } from './keys.ts'
import { rangeOf } from './latest.ts'
import { type CellContent, type DataGridProps, type GridHandle, headerHeight } from './port.ts'
import { iconFont, themeOf, useGridColors } from './theme.ts'
import { reportTicks } from './ticks.ts'
import { useClipboard } from './use-clipboard.ts'
import { useKeepFocus } from './use-keep-focus.ts'
import { useScrollAcross } from './use-scroll-across.ts'
import { useTurns } from './use-turns.ts'

type Drawn = CustomCell<{ content: CellContent }>

const scrollBar = 18
/** Rows of a large screen, while the grid has not told how many it shows. */
const mostRowsShown = 100

/** Width of the column of row numbers and ticks. */
export const markerWidth = (rowCount: number): number => (rowCount < 100_000 ? 52 : 72)

export function DataGrid({ ref, ...props }: DataGridProps & { ref: Ref<GridHandle> }) {
  const { columns, rowCount, rowHeight, cellAt, ticked, isAllTicked, openRow, found, newRow } = props
  const rowTotal = rowCount + (newRow === null ? 0 : 1)
  const wrapper = useRef<HTMLDivElement>(null)
  const editor = useRef<DataEditorRef>(null)
  const hovered = useRef(-1)
  const colors = useGridColors()
  const icons = useIconIndex()
  const [current, setCurrent] = useState<GridSelection['current']>()
  const latest = useRef({ ...props, current, rowTotal })
  latest.current = { ...props, current, rowTotal }

  const rows = useMemo(
    () =>
      isAllTicked && ticked.length === 0
        ? CompactSelection.fromSingleSelection([0, rowTotal])
        : ticked.reduce((sum, span) => sum.add([...span]), CompactSelection.empty()),
    [ticked, isAllTicked, rowTotal],
  )
  const selection = useMemo<GridSelection>(
    () => ({ columns: CompactSelection.empty(), rows, ...(current ? { current } : {}) }),
    [rows, current],
  )

  const redraw = useCallback((first = 0, last = Number.MAX_SAFE_INTEGER) => {
    const { columns } = latest.current
    const from = Math.max(first, region.current.y)
    const to = Math.min(last, region.current.y + (region.current.height || mostRowsShown))
    const cells = []
    for (let row = from; row <= to; row++) {
      for (let column = 0; column < columns.length; column++) cells.push({ cell: [column, row] as const })
    }
    if (cells.length > 0) editor.current?.updateCells(cells)
  }, [])
  const region = useRef<Rectangle>({ x: 0, y: 0, width: 0, height: 0 })

  const handle = useRef<GridHandle>(null)
  handle.current ??= handleOf(wrapper, editor, latest, setCurrent, redraw)
  useImperativeHandle(ref, () => handle.current as GridHandle, [])

  // Measurements from before the font loaded are wrong.
  useEffect(() => {
    void document.fonts?.ready.then(() => {
      forgetMeasures()
      redraw()
    })
  }, [redraw])

  const turns = useTurns(redraw, cellAt)

  const renderer = useMemo<CustomRenderer<Drawn>>(
    () => ({
      kind: GridCellKind.Custom,
      isMatch: (cell): cell is Drawn => 'content' in cell.data,
      draw: ({ ctx, rect, col, row, imageLoader }, { data }) => {
        turns.awaitNext()
        if (turns.isHeld(row, data.content)) return
        const icon = (name: string) => {
          const found = icons ? drawn(name, icons) : null
          return found && { glyph: found.glyph, font: iconFont(found.style, redraw) }
        }
        const image = (url: string) => imageLoader.loadOrGetImage(url, col, row)
        drawCell({ ctx, colors, rect, icon, image }, data.content, { isRow: hovered.current === row })
        const isName = data.content.kind === 'value' && data.content.name !== undefined
        const color = isName ? latest.current.rowColor(row) : null
        if (color) drawBar(ctx, rect, color)
      },
      measure: (ctx, { data }) => measureCell(ctx, data.content),
    }),
    [colors, icons, redraw, turns],
  )

  const getCellContent = useCallback<DataEditorProps['getCellContent']>(
    ([column, row]): Drawn => {
      const content = row < rowCount ? cellAt({ column, row }) : newCell(column, newRow)
      return {
        kind: GridCellKind.Custom,
        allowOverlay: false,
        // What the hidden grid reads out; copying goes through `onCopy`.
        copyData: spoken(content),
        readonly: content.isReadOnly ?? false,
        data: { content },
      }
    },
    [cellAt, rowCount, newRow],
  )

  const glideColumns = useMemo(
    () => columns.map(({ id, title, width }) => ({ id, title, width, hasMenu: false })),
    [columns],
  )
  const theme = useMemo(() => themeOf(colors), [colors])
  // The column of row numbers counts here.
  const results = useMemo(() => found.map(({ column, row }) => [column + 1, row] as const), [found])
  const pinned = columns.filter((column) => column.isPinned).length

  const onHeader = useCallback<NonNullable<DataEditorProps['drawHeader']>>(
    ({ ctx, rect, columnIndex, hoverAmount, hasSelectedCell }) => {
      const column = latest.current.columns[columnIndex]
      if (!column) return
      const { title, isRight, sort, isFiltered } = column
      const isTouch = window.matchMedia('(hover: none)').matches
      const state = {
        title,
        isRight,
        sort,
        isFiltered,
        hover: hoverAmount,
        isActive: hasSelectedCell,
        isTouch,
      }
      drawHeader(ctx, rect as Rect, colors, state)
    },
    [colors],
  )

  const copying = useCallback(
    () => ({
      ...latest.current,
      range: () => (latest.current.current ? rangeOf(latest.current.current.range) : null),
    }),
    [],
  )
  useClipboard(wrapper, copying)
  useScrollAcross(wrapper, latest)
  useKeepFocus(wrapper)
  const helpId = useId()

  const width = columns.reduce((sum, column) => sum + column.width, 160)
  const isScrolledAcross = width > (wrapper.current?.clientWidth ?? 0)

  return (
    // biome-ignore lint/a11y/useSemanticElements: the table inside is glide's own
    <div
      ref={wrapper}
      className={classes.grid}
      // No lines below the last row.
      style={{ maxHeight: headerHeight + rowTotal * rowHeight + (isScrolledAcross ? scrollBar : 1) }}
      role="group"
      aria-label={props.label}
      aria-describedby={helpId}
    >
      <span id={helpId} hidden>
        {props.help}
      </span>
      <DataEditor
        ref={editor}
        width="100%"
        height="100%"
        theme={theme}
        columns={glideColumns}
        rows={rowTotal}
        rowHeight={rowHeight}
        headerHeight={headerHeight}
        freezeColumns={pinned}
        getCellContent={getCellContent}
        getCellsForSelection
        customRenderers={[renderer]}
        drawHeader={onHeader}
        rowMarkers={{ kind: 'both', checkboxStyle: 'square', width: markerWidth(rowCount) }}
        rowSelect="multi"
        rowSelectionMode="multi"
        columnSelect="none"
        rangeSelect="rect"
        rangeSelectionBlending="mixed"
        rowSelectionBlending="mixed"
        cellActivationBehavior="double-click"
        smoothScrollX
        smoothScrollY
        overscrollX={80}
        minColumnWidth={60}
        maxColumnWidth={800}
        maxColumnAutoWidth={480}
        fillHandle={props.canPaste}
        allowedFillDirections="orthogonal"
        onFillPattern={(event) => {
          event.preventDefault()
          props.onFill(rangeOf(event.patternSource), rangeOf(event.fillDestination), true)
        }}
        keybindings={{ copy: false, cut: false, paste: false, search: false, delete: 'Backspace|Delete' }}
        gridSelection={selection}
        onGridSelectionChange={(next) => {
          setCurrent(next.current)
          const [column, row] = next.current?.cell ?? []
          props.onCurrent(column === undefined || row === undefined ? null : { column, row })
          // Moving the cursor keeps the selection: it stays until it is cleared.
          const isCursorAlone =
            next.rows.length === 0 && next.current !== undefined && next.current !== current
          if (!next.rows.equals(rows) && !isCursorAlone) reportTicks(rows, next.rows, latest.current)
        }}
        getRowThemeOverride={(row) => {
          // Without a number.
          if (row >= rowCount) return { textLight: 'transparent', textMedium: 'transparent' }
          if (row === openRow) return { bgCell: colors.accentSoft, bgCellMedium: colors.accentSoft }
          const isGroup = cellAt({ column: 0, row }).kind === 'group'
          if (isGroup) return { bgCell: colors.chrome, bgCellMedium: colors.chrome }
          const color = props.rowColor(row)
          const tint = color && rowTint(color, colors.scheme)
          return tint ? { bgCell: tint, bgCellMedium: tint } : undefined
        }}
        searchResults={results}
        onVisibleRegionChanged={(range) => {
          region.current = range
          // Some browsers make a scroll area a tab stop; the grid is one already.
          wrapper.current?.querySelector('.dvn-scroller')?.setAttribute('tabindex', '-1')
          props.onVisible(range.y, Math.min(rowCount, range.y + range.height + 1) - 1)
        }}
        onItemHovered={({ kind, location }) => {
          const row = kind === 'cell' ? location[1] : -1
          if (row === hovered.current) return
          const before = hovered.current
          hovered.current = row
          const cells = [before, row].filter((one) => one >= 0)
          editor.current?.updateCells(cells.map((one) => ({ cell: [0, one] })))
        }}
        onKeyDown={(event) => {
          if (latest.current.current) onKey(event, latest.current, (place) => handle.current?.select(place))
          else if (isEntering(event)) handle.current?.select({ column: 0, row: region.current.y })
        }}
        // After the click has ended, because the grid takes the focus with it.
        onCellActivated={([column, row]) =>
          requestAnimationFrame(() => latest.current.onEdit({ column, row }, undefined))
        }
        onCellClicked={([column, row], event) => {
          if (latest.current.cellAt({ column, row }).kind === 'group') {
            if (column === 0) props.onToggle(row)
            return
          }
          const content = latest.current.cellAt({ column, row })
          const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey
          const cell = content.kind === 'value' ? content.cell : undefined
          const point = { x: event.localEventX, y: event.localEventY }
          const part = isPlain ? (cell?.drawing?.partAt?.(point, event.bounds) ?? null) : null
          if (part !== null) {
            event.preventDefault()
            cell?.look?.(part)
            return
          }
          const isOpenButton = column === 0 && event.localEventX > event.bounds.width - openButtonWidth - 4
          if (!isOpenButton || content.kind !== 'value') return
          event.preventDefault()
          props.onOpen(row)
        }}
        onCellContextMenu={([column, row], event) => {
          event.preventDefault()
          if (column < 0 || latest.current.cellAt({ column, row }).kind === 'group') return
          const { x, y, height } = event.bounds
          props.onCellMenu({ column, row }, { x: x + event.localEventX, y, width: 1, height })
        }}
        onHeaderClicked={(column, event) => {
          if (column >= 0 && !event.isEdge) props.onColumnMenu(column, event.bounds)
        }}
        onHeaderContextMenu={(column, event) => {
          event.preventDefault()
          if (column >= 0) props.onColumnMenu(column, event.bounds)
        }}
        onDelete={({ current: there }) => {
          if (there) props.onClear(rangeOf(there.range))
          return false
        }}
        onColumnResize={(column, width) => column.id && props.onResize(column.id, width)}
        onColumnProposeMove={(from, to) => from !== 0 && to !== 0}
        onColumnMoved={(from, to) => {
          const ids = columns.map((column) => column.id)
          const [moved] = ids.splice(from, 1)
          if (moved) props.onMove(moved, ids[to] ?? null)
        }}
        onRowMoved={props.onMoveRow ?? undefined}
      />
    </div>
  )
}

/** A cell of the empty row at the end. */
const newCell = (column: number, text: string | null): CellContent =>
  column === 0 && text !== null ? { kind: 'hint', text } : { kind: 'blank' }

/** The cell as text for screen readers. */
function spoken(content: CellContent): string {
  if (content.kind === 'value') return content.cell.display
  if (content.kind === 'hint') return content.text
  if (content.kind !== 'group') return ''
  const { title, sum } = content.group
  return title ? `${title.cell.display} ${title.count}` : (sum ?? '')
}
