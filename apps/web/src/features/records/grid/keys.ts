/** What keys do in the grid that are not glide-data-grid's own. */
import type { GridKeyEventArgs } from '@glideapps/glide-data-grid'
import { type Latest, rangeOf } from './latest.ts'
import type { CellPlace } from './port.ts'

/** Where Tab goes from a cell: along the row, then to the next one; null from the last cell, where it leaves the grid. */
function afterTab({ column, row }: CellPlace, isBack: boolean, props: Latest): CellPlace | null {
  const width = props.columns.length
  const at = row * width + column + (isBack ? -1 : 1)
  if (at < 0 || at >= width * props.rowTotal) return null
  return { column: at % width, row: Math.floor(at / width) }
}

export function onKey(event: GridKeyEventArgs, props: Latest, select: (place: CellPlace) => void): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, bounds } = event
  const place = props.current && { column: props.current.cell[0], row: props.current.cell[1] }
  const take = () => {
    event.cancel()
    event.preventDefault()
    event.stopPropagation()
  }
  if (!place) return
  const isPlain = !ctrlKey && !metaKey && !altKey
  const isGroup = props.cellAt(place).kind === 'group'
  if (key === 'Tab' && !ctrlKey && !metaKey && !altKey) {
    const next = afterTab(place, shiftKey, props)
    event.cancel()
    if (!next) return
    take()
    select(next)
    return
  }
  if (isGroup && isPlain && !shiftKey && (key === 'Enter' || key === 'F2' || key === ' ')) {
    take()
    props.onToggle(place.row)
    return
  }
  // To the last record; from there, once more, to the empty row after it.
  const last = props.rowCount - 1
  const isToEnd = (ctrlKey || metaKey) && !altKey && !shiftKey && (key === 'End' || key === 'ArrowDown')
  if (isToEnd && props.newRow !== null && place.row < last) {
    take()
    select({ column: key === 'End' ? props.columns.length - 1 : place.column, row: last })
    return
  }
  // AltGr, which types letters on many keyboards, is reported as Ctrl+Alt.
  const isTyped = !isGroup && [...key].length === 1 && key !== ' ' && (isPlain || (ctrlKey && altKey))
  if (isPlain && !shiftKey && (key === 'Enter' || key === 'F2')) {
    take()
    props.onEdit(place, undefined)
  } else if (isPlain && !shiftKey && key === ' ') {
    take()
    const content = props.cellAt(place)
    if (content.kind === 'value' && content.cell.look) content.cell.look(0)
    else props.onEdit(place, ' ')
  } else if (altKey && shiftKey && (key === 'ArrowUp' || key === 'ArrowDown') && props.onMoveRow) {
    take()
    const to = place.row + (key === 'ArrowUp' ? -1 : 1)
    if (to < 0 || to >= props.rowCount) return
    props.onMoveRow(place.row, to)
    select({ ...place, row: to })
  } else if (altKey && !shiftKey && key === 'ArrowDown' && bounds) {
    take()
    props.onColumnMenu(place.column, bounds)
  } else if ((key === 'ContextMenu' || (shiftKey && key === 'F10')) && bounds) {
    take()
    props.onCellMenu(place, bounds)
  } else if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'd') {
    take()
    const range = props.current && rangeOf(props.current.range)
    if (range && range.height > 1 && props.canPaste) props.onFill({ ...range, height: 1 }, range, false)
  } else if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'r') {
    const range = props.current && rangeOf(props.current.range)
    // With one column only there is nothing to fill: Ctrl+R reloads the page, as people expect.
    if (!range || range.width < 2) return
    take()
    if (props.canPaste) props.onFillRight(range)
  } else if (isTyped) {
    take()
    props.onEdit(place, key)
  }
}

/** The first key after Tab into the grid: it moves to the first row in view. */
export function isEntering(event: GridKeyEventArgs): boolean {
  if (!/^(Arrow|Home|End|Page|Enter| )/.test(event.key)) return false
  event.cancel()
  event.preventDefault()
  event.stopPropagation()
  return true
}
