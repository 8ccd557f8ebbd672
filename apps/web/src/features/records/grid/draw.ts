/** How cells and headers look on the canvas. */
import {
  type Brush,
  cellFont,
  headerFont,
  inner,
  middle,
  nameFont,
  padding,
  type Rect,
} from '../../../ui/canvas/brush.ts'
import type { CanvasColors } from '../../../ui/canvas/colors.ts'
import { drawPicture } from '../../../ui/canvas/picture.ts'
import { drawText, fitText } from '../../../ui/canvas/text.ts'
import type { GridCell } from '../../fields/public.ts'
import type { CellContent, GroupCell } from './port.ts'

export const openButtonWidth = 28

export function drawCell(brush: Brush, content: CellContent, hover: { isRow: boolean }): void {
  const { ctx, rect } = brush
  ctx.save()
  ctx.beginPath()
  ctx.rect(rect.x, rect.y, rect.width, rect.height)
  ctx.clip()
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  if (content.kind === 'loading') drawSkeleton(brush)
  else if (content.kind === 'hint') drawHint(brush, content.text)
  else if (content.kind === 'failed') drawText(brush, inner(rect), '—', { color: brush.colors.muted })
  else if (content.kind === 'value') {
    if (content.name) drawName(brush, content.cell, content.name.avatar, hover.isRow)
    else drawValue(brush, content.cell)
  } else if (content.kind === 'group') drawGroup(brush, content.group)
  if (content.mark) drawMark(brush, content.mark)
  ctx.restore()
}

/** The colour of a row, at its left end. */
export function drawBar(ctx: CanvasRenderingContext2D, rect: Rect, color: string): void {
  ctx.fillStyle = color
  ctx.fillRect(rect.x, rect.y, 4, rect.height)
}

function drawSkeleton({ ctx, rect, colors }: Brush): void {
  // Widths differ by position, so that placeholders look like content.
  const share = 0.35 + (((rect.x * 7 + rect.y * 13) % 40) + 40) / 200
  ctx.fillStyle = colors.hover
  ctx.beginPath()
  ctx.roundRect(rect.x + padding, middle(rect) - 5, Math.max(16, (rect.width - padding * 2) * share), 9, 3)
  ctx.fill()
}

/** A plus and what it is for. */
function drawHint(brush: Brush, text: string): void {
  const { ctx, rect, colors } = brush
  const x = rect.x + padding + 5
  const y = middle(rect) - 0.5
  ctx.strokeStyle = colors.muted
  ctx.lineWidth = 1.4
  ctx.lineCap = 'round'
  ctx.beginPath()
  ctx.moveTo(x - 4, y)
  ctx.lineTo(x + 4, y)
  ctx.moveTo(x, y - 4)
  ctx.lineTo(x, y + 4)
  ctx.stroke()
  const room = inner(rect)
  drawText(brush, { ...room, x: room.x + 18, width: room.width - 18 }, text, { color: colors.muted })
}

/** A triangle in the corner: pale while saving, red when not saved. The overlay and the bar say it in words. */
function drawMark({ ctx, rect, colors }: Brush, mark: 'saving' | 'failed'): void {
  const size = mark === 'failed' ? 9 : 6
  if (mark === 'failed') {
    ctx.strokeStyle = colors.danger
    ctx.lineWidth = 1
    ctx.strokeRect(rect.x + 1.5, rect.y + 1.5, rect.width - 3, rect.height - 3)
  }
  ctx.fillStyle = mark === 'failed' ? colors.danger : colors.accent
  ctx.beginPath()
  ctx.moveTo(rect.x + rect.width - size, rect.y + 1)
  ctx.lineTo(rect.x + rect.width - 1, rect.y + 1)
  ctx.lineTo(rect.x + rect.width - 1, rect.y + size)
  ctx.fill()
}

const levelIndent = 18

/** The header of a group: expand icon, value, number of records; sums in the other columns. */
function drawGroup(brush: Brush, { level, isFolded, title, sum }: GroupCell): void {
  const { ctx, rect, colors } = brush
  if (sum) drawText(brush, inner(rect), sum, { align: 'right', font: headerFont, color: colors.muted })
  if (!title) return
  const x = rect.x + padding + level * levelIndent
  const y = middle(rect) - 0.5
  ctx.strokeStyle = colors.text
  ctx.lineWidth = 1.5
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.beginPath()
  if (isFolded) {
    ctx.moveTo(x + 2, y - 4)
    ctx.lineTo(x + 6, y)
    ctx.lineTo(x + 2, y + 4)
  } else {
    ctx.moveTo(x, y - 2)
    ctx.lineTo(x + 4, y + 2)
    ctx.lineTo(x + 8, y - 2)
  }
  ctx.stroke()
  ctx.font = cellFont
  const countWidth = ctx.measureText(title.count).width + 12
  const left = x + 16
  const room = { ...rect, x: left, width: rect.x + rect.width - padding - left - countWidth }
  drawText(brush, { ...room, x: room.x + room.width + 12, width: countWidth }, title.count, {
    color: colors.muted,
  })
  const { drawing, display } = title.cell
  if (drawing?.inGroupHeader === 'drawing') {
    drawing.paint({ ...brush, rect: { ...room, x: room.x - 8, width: room.width + 8 } })
  } else drawText(brush, room, display, { font: nameFont })
}

function drawName(brush: Brush, cell: GridCell, avatar: string | null, isHovered: boolean): void {
  const { ctx, rect, colors } = brush
  let room = inner(rect)
  if (avatar) {
    drawPicture(brush, avatar, { x: room.x - 2, y: middle(rect) - 10.5, width: 20, height: 20 }, 10)
    room = { ...room, x: room.x + 25, width: room.width - 25 }
  }
  if (isHovered) room = { ...room, width: room.width - openButtonWidth + padding }
  drawText(brush, room, cell.display, { font: nameFont })
  if (!isHovered) return
  // Two arrows apart: opens the record beside the grid.
  const x = rect.x + rect.width - openButtonWidth / 2 - 3
  const y = middle(rect) - 0.5
  ctx.fillStyle = colors.hover
  ctx.beginPath()
  ctx.roundRect(x - 11, y - 11, 22, 22, 4)
  ctx.fill()
  ctx.strokeStyle = colors.muted
  ctx.lineWidth = 1.4
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.beginPath()
  ctx.moveTo(x + 1, y - 4.5)
  ctx.lineTo(x + 4.5, y - 4.5)
  ctx.lineTo(x + 4.5, y - 1)
  ctx.moveTo(x + 4.5, y - 4.5)
  ctx.lineTo(x + 1, y - 1)
  ctx.moveTo(x - 1, y + 4.5)
  ctx.lineTo(x - 4.5, y + 4.5)
  ctx.lineTo(x - 4.5, y + 1)
  ctx.moveTo(x - 4.5, y + 4.5)
  ctx.lineTo(x - 1, y + 1)
  ctx.stroke()
}

function drawValue(brush: Brush, { drawing, display, align }: GridCell): void {
  if (drawing) drawing.paint(brush)
  else drawText(brush, inner(brush.rect), display, { align })
}

/** The natural width of a cell. */
export function measureCell(ctx: CanvasRenderingContext2D, content: CellContent): number {
  if (content.kind !== 'value') return 60
  const { cell, name } = content
  if (cell.drawing && !name) return cell.drawing.measure(ctx)
  ctx.font = name ? nameFont : cellFont
  const extra = (name?.avatar ? 25 : 0) + (name ? openButtonWidth : 0)
  return ctx.measureText(cell.display.slice(0, 300)).width + padding * 2 + extra + 2
}

export interface HeaderState {
  title: string
  isRight: boolean
  sort: 'asc' | 'desc' | null
  isFiltered: boolean
  hover: number
  isActive: boolean
  /** No pointer that could hover. */
  isTouch: boolean
}

export function drawHeader(
  ctx: CanvasRenderingContext2D,
  rect: Rect,
  colors: CanvasColors,
  state: HeaderState,
) {
  ctx.save()
  ctx.beginPath()
  ctx.rect(rect.x, rect.y, rect.width, rect.height)
  ctx.clip()
  ctx.textBaseline = 'middle'
  const y = middle(rect)
  // The caret of the menu: under the pointer, above the cell with the cursor, and always where nothing hovers.
  const caret = state.isActive || state.isTouch ? 1 : state.hover
  const chevron = caret > 0.1 ? 20 : 0
  const signs = (state.sort ? 14 : 0) + (state.isFiltered ? 12 : 0)
  const room = rect.width - padding * 2 - chevron - signs
  ctx.font = headerFont
  ctx.fillStyle = state.isActive || state.sort ? colors.text : colors.muted
  const title = fitText(ctx, state.title, room)
  const width = ctx.measureText(title).width
  const x = state.isRight ? rect.x + rect.width - padding - chevron - signs - width : rect.x + padding
  ctx.fillText(title, x, y)
  let sign = x + width + 8
  ctx.strokeStyle = colors.text
  ctx.lineWidth = 1.4
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  if (state.sort) {
    const way = state.sort === 'asc' ? -1 : 1
    ctx.beginPath()
    ctx.moveTo(sign, y - 0.5 - way * 4)
    ctx.lineTo(sign, y - 0.5 + way * 4)
    ctx.moveTo(sign - 3, y - 0.5 + way * 1)
    ctx.lineTo(sign, y - 0.5 + way * 4)
    ctx.lineTo(sign + 3, y - 0.5 + way * 1)
    ctx.stroke()
    sign += 12
  }
  if (state.isFiltered) {
    ctx.beginPath()
    ctx.moveTo(sign - 4, y - 3.5)
    ctx.lineTo(sign + 4, y - 3.5)
    ctx.moveTo(sign - 2.4, y - 0.5)
    ctx.lineTo(sign + 2.4, y - 0.5)
    ctx.moveTo(sign - 0.8, y + 2.5)
    ctx.lineTo(sign + 0.8, y + 2.5)
    ctx.stroke()
  }
  if (chevron) {
    const cx = rect.x + rect.width - 14
    ctx.globalAlpha = caret
    ctx.strokeStyle = colors.muted
    ctx.beginPath()
    ctx.moveTo(cx - 3.5, y - 2)
    ctx.lineTo(cx, y + 1.5)
    ctx.lineTo(cx + 3.5, y - 2)
    ctx.stroke()
  }
  ctx.restore()
}
