/** How cells and headers look on the canvas. Sizes in CSS pixels; the canvas is already scaled. */

import type { Bubble, GridCell } from '../../fields/public.ts'
import { chipColors } from '../../fields/public.ts'
import type { GridColors } from './colors.ts'
import type { CellContent, GroupCell } from './port.ts'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export interface Brush {
  ctx: CanvasRenderingContext2D
  colors: GridColors
  rect: Rect
  /** A picture, once it is there. */
  image: (url: string) => CanvasImageSource | undefined
  /** The character and font of a stored icon, once they are there. */
  icon: (name: string) => { glyph: string; font: string } | null
}

export const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const cellFont = `400 13px ${fontFamily}`
const nameFont = `500 13px ${fontFamily}`
const chipFont = `400 12px ${fontFamily}`
const padding = 10
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
  else if (content.kind === 'failed') drawText(brush, inner(rect), '—', { color: brush.colors.muted })
  else if (content.kind === 'value') {
    if (content.name) drawName(brush, content.cell, content.name.avatar, hover.isRow)
    else drawValue(brush, content.cell)
  } else if (content.kind === 'group') drawGroup(brush, content.group)
  if (content.mark) drawMark(brush, content.mark)
  ctx.restore()
}

const inner = (rect: Rect): Rect => ({
  x: rect.x + padding,
  y: rect.y,
  width: rect.width - padding * 2,
  height: rect.height,
})

const middle = (rect: Rect) => rect.y + rect.height / 2 + 0.5

function drawSkeleton({ ctx, rect, colors }: Brush): void {
  // Widths differ by place, so that rows look like rows.
  const share = 0.35 + (((rect.x * 7 + rect.y * 13) % 40) + 40) / 200
  ctx.fillStyle = colors.hover
  ctx.beginPath()
  ctx.roundRect(rect.x + padding, middle(rect) - 5, Math.max(16, (rect.width - padding * 2) * share), 9, 3)
  ctx.fill()
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

/** The header of a group: a sign that it opens or closes, its value, how many records; sums in the other columns. */
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
  if (title.cell.kind === 'bubbles') {
    drawBubbles({ ...brush, rect: { ...room, x: room.x - 8, width: room.width + 8 } }, title.cell.bubbles)
  } else drawText(brush, room, title.cell.display, { font: nameFont })
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

/** One function per kind of cell; a new kind does not compile without its own. */
const drawers: {
  [K in GridCell['kind']]: (brush: Brush, cell: Extract<GridCell, { kind: K | GridCell['kind'] }>) => void
} = {
  text: (brush, cell) => drawText(brush, inner(brush.rect), cell.display, { align: cell.align }),
  number: (brush, cell) => drawText(brush, inner(brush.rect), cell.display, { align: cell.align }),
  uri: (brush, cell) =>
    drawText(brush, inner(brush.rect), cell.display, {
      align: cell.align,
      color: brush.colors.accentText,
    }),
  boolean: (brush, cell) => cell.kind === 'boolean' && drawCheck(brush, cell.value),
  bubbles: (brush, cell) => cell.kind === 'bubbles' && drawBubbles(brush, cell.bubbles),
  image: (brush, cell) => cell.kind === 'image' && drawImages(brush, cell.urls),
  icon: (brush, cell) => cell.kind === 'icon' && drawIcon(brush, cell.icon),
  bar: (brush, cell) => cell.kind === 'bar' && drawBar(brush, cell.display, cell.ratio),
}

const drawValue = (brush: Brush, cell: GridCell) => drawers[cell.kind](brush, cell)

interface TextStyle {
  align?: 'left' | 'right'
  color?: string
  font?: string
}

function drawText(brush: Brush, room: Rect, text: string, style: TextStyle = {}): void {
  const { ctx, colors } = brush
  if (room.width < 4 || text === '') return
  ctx.font = style.font ?? cellFont
  ctx.fillStyle = style.color ?? colors.text
  if (room.height >= twoLinesFrom && style.align !== 'right' && drawTwoLines(ctx, room, text)) return
  const shown = fitText(ctx, text, room.width)
  if (style.align === 'right') {
    ctx.textAlign = 'right'
    ctx.fillText(shown, room.x + room.width, middle(room))
    ctx.textAlign = 'left'
  } else ctx.fillText(shown, room.x, middle(room))
}

/** Rows as tall as this have room for a second line. */
const twoLinesFrom = 40
const lineHeight = 17

/** Breaks a text that is too long for one line between words; false when it fits, or has none to break between. */
function drawTwoLines(ctx: CanvasRenderingContext2D, room: Rect, text: string): boolean {
  const short = text.length > 300 ? text.slice(0, 300) : text
  const breakAt = short.indexOf('\n')
  if (breakAt < 0 && ctx.measureText(short).width <= room.width) return false
  let end = breakAt >= 0 && ctx.measureText(short.slice(0, breakAt)).width <= room.width ? breakAt : 0
  for (let at = short.indexOf(' '); end === 0 && at > 0; at = short.indexOf(' ', at + 1)) {
    if (ctx.measureText(short.slice(0, at)).width > room.width) break
    const next = short.indexOf(' ', at + 1)
    const isLast = next < 0 || ctx.measureText(short.slice(0, next)).width > room.width
    if (isLast) end = at
  }
  if (end === 0) return false
  const y = middle(room)
  ctx.fillText(short.slice(0, end), room.x, y - lineHeight / 2)
  ctx.fillText(
    fitText(ctx, short.slice(end + 1).replaceAll('\n', ' '), room.width),
    room.x,
    y + lineHeight / 2,
  )
  return true
}

const fitted = new Map<string, string>()
export const forgetMeasures = () => fitted.clear()

/** The text, or as much of it as fits with an ellipsis. Measured once per text, font and width. */
function fitText(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  // Nothing longer than this fits any cell.
  const short = text.length > 300 ? text.slice(0, 300) : text
  const key = `${ctx.font}|${Math.round(width)}|${short}`
  const known = fitted.get(key)
  if (known !== undefined) return known
  if (fitted.size > 20_000) fitted.clear()
  const made = ctx.measureText(short).width <= width ? short : cut(ctx, short, width)
  fitted.set(key, made)
  return made
}

function cut(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  let low = 0
  let high = text.length
  while (low < high) {
    const half = Math.ceil((low + high) / 2)
    if (ctx.measureText(`${text.slice(0, half)}…`).width <= width) low = half
    else high = half - 1
  }
  return `${text.slice(0, low).trimEnd()}…`
}

function drawCheck({ ctx, rect, colors }: Brush, isOn: boolean): void {
  const size = 14
  const x = Math.round(rect.x + rect.width / 2 - size / 2) + 0.5
  const y = Math.round(rect.y + rect.height / 2 - size / 2) + 0.5
  ctx.beginPath()
  ctx.roundRect(x, y, size, size, 3)
  ctx.lineWidth = 1
  if (!isOn) {
    ctx.strokeStyle = colors.borderStrong
    ctx.stroke()
    return
  }
  ctx.fillStyle = colors.accent
  ctx.fill()
  ctx.strokeStyle = colors.onAccent
  ctx.lineWidth = 1.8
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.beginPath()
  ctx.moveTo(x + 3.4, y + 7.4)
  ctx.lineTo(x + 6, y + 10)
  ctx.lineTo(x + 10.8, y + 4.6)
  ctx.stroke()
}

const chipHeight = 20

function drawBubbles(brush: Brush, bubbles: readonly Bubble[]): void {
  const { ctx, rect, colors } = brush
  const right = rect.x + rect.width - 6
  let x = rect.x + 8
  ctx.font = chipFont
  for (const [at, bubble] of bubbles.entries()) {
    const left = bubbles.length - at - 1
    const picture = bubble.avatar ? 20 : 0
    const wanted = ctx.measureText(bubble.text).width + 14 + picture
    const rest = left > 0 ? 26 : 0
    const width = Math.min(wanted, right - x - rest)
    if (width < 30 && at > 0) {
      drawText(brush, { x, y: rect.y, width: right - x, height: rect.height }, `+${left + 1}`, {
        font: chipFont,
        color: colors.muted,
      })
      return
    }
    drawBubble(brush, bubble, x, Math.max(24, width), picture)
    x += width + 4
  }
}

function drawBubble(brush: Brush, bubble: Bubble, x: number, width: number, picture: number): void {
  const { ctx, rect } = brush
  const { ground, text } = bubbleColors(bubble.color, brush.colors)
  const y = Math.round(rect.y + (rect.height - chipHeight) / 2)
  ctx.fillStyle = ground
  ctx.beginPath()
  ctx.roundRect(x, y, width, chipHeight, 4)
  ctx.fill()
  if (bubble.avatar) drawPicture(brush, bubble.avatar, { x: x + 3, y: y + 2, width: 16, height: 16 }, 8)
  ctx.font = chipFont
  drawText(
    brush,
    { x: x + 7 + picture, y, width: width - 13 - picture, height: chipHeight - 1 },
    bubble.text,
    {
      font: chipFont,
      color: text,
    },
  )
}

/** Linked records and files are plain chips, list items have a colour. */
const bubbleColors = (color: string | null, colors: GridColors) =>
  color === null ? { ground: colors.hover, text: colors.text } : chipColors(color, colors.scheme)

function drawPicture({ ctx, image, colors }: Brush, url: string, box: Rect, radius: number): void {
  const picture = image(url)
  ctx.save()
  ctx.beginPath()
  ctx.roundRect(box.x, box.y, box.width, box.height, radius)
  ctx.clip()
  if (!picture) {
    ctx.fillStyle = colors.hover
    ctx.fillRect(box.x, box.y, box.width, box.height)
  } else {
    const { width, height } = sizeOf(picture)
    const scale = Math.max(box.width / width, box.height / height)
    const [w, h] = [width * scale, height * scale]
    ctx.drawImage(picture, box.x + (box.width - w) / 2, box.y + (box.height - h) / 2, w, h)
  }
  ctx.restore()
}

function sizeOf(picture: CanvasImageSource): { width: number; height: number } {
  if (picture instanceof HTMLImageElement) {
    return { width: picture.naturalWidth || 1, height: picture.naturalHeight || 1 }
  }
  const { width, height } = picture as ImageBitmap
  return { width: width || 1, height: height || 1 }
}

const pictureEdge = 3
const pictureGap = 4
const firstPicture = 8

function drawImages(brush: Brush, urls: readonly string[]): void {
  const { rect } = brush
  const size = rect.height - 2 * pictureEdge
  let x = rect.x + firstPicture
  for (const url of urls) {
    if (x + size > rect.x + rect.width) return
    drawPicture(brush, url, { x, y: rect.y + pictureEdge, width: size, height: size }, 4)
    x += size + pictureGap
  }
}

/** Which of a cell's pictures is drawn at a place in it; null beside them. */
export function pictureAt(
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
  count: number,
): number | null {
  const size = height - 2 * pictureEdge
  const at = Math.floor((x - firstPicture) / (size + pictureGap))
  const left = firstPicture + at * (size + pictureGap)
  const isOn = at >= 0 && at < count && x < left + size && left + size <= width
  return isOn && y >= pictureEdge && y < pictureEdge + size ? at : null
}

function drawIcon(brush: Brush, name: string): void {
  const { ctx, rect, colors } = brush
  const icon = brush.icon(name)
  if (!icon) return
  ctx.font = icon.font
  ctx.fillStyle = colors.text
  ctx.fillText(icon.glyph, rect.x + padding, middle(rect))
}

function drawBar(brush: Brush, text: string, ratio: number): void {
  const { ctx, rect, colors } = brush
  const room = inner(rect)
  const track = Math.max(0, room.width - 64)
  if (track > 24) {
    const y = middle(rect) - 2.5
    ctx.fillStyle = colors.hover
    ctx.beginPath()
    ctx.roundRect(room.x, y, track, 4, 2)
    ctx.fill()
    ctx.fillStyle = colors.accent
    ctx.beginPath()
    ctx.roundRect(room.x, y, Math.max(0, Math.min(1, ratio)) * track, 4, 2)
    ctx.fill()
  }
  drawText(brush, room, text, { align: 'right' })
}

/** How wide a cell would like to be. */
export function measureCell(ctx: CanvasRenderingContext2D, content: CellContent): number {
  if (content.kind !== 'value') return 60
  const { cell } = content
  if (cell.kind === 'bubbles') {
    ctx.font = chipFont
    return cell.bubbles.reduce(
      (sum, one) => sum + ctx.measureText(one.text).width + 18 + (one.avatar ? 20 : 0),
      16,
    )
  }
  ctx.font = content.name ? nameFont : cellFont
  const extra = (content.name?.avatar ? 25 : 0) + (content.name ? openButtonWidth : 0)
  return ctx.measureText(cell.display.slice(0, 300)).width + padding * 2 + extra + 2
}

export interface HeaderState {
  title: string
  isRight: boolean
  sort: 'asc' | 'desc' | null
  isFiltered: boolean
  hover: number
  isActive: boolean
}

const headerFont = `500 12px ${fontFamily}`

export function drawHeader(
  ctx: CanvasRenderingContext2D,
  rect: Rect,
  colors: GridColors,
  state: HeaderState,
) {
  ctx.save()
  ctx.beginPath()
  ctx.rect(rect.x, rect.y, rect.width, rect.height)
  ctx.clip()
  ctx.textBaseline = 'middle'
  const y = middle(rect)
  const chevron = state.hover > 0.1 ? 20 : 0
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
    ctx.globalAlpha = state.hover
    ctx.strokeStyle = colors.muted
    ctx.beginPath()
    ctx.moveTo(cx - 3.5, y - 2)
    ctx.lineTo(cx, y + 1.5)
    ctx.lineTo(cx + 3.5, y - 2)
    ctx.stroke()
  }
  ctx.restore()
}
