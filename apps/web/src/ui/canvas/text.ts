/** Text on the canvas: truncated, aligned, on two lines. */
import { type Brush, cellFont, middle, type Rect } from './brush.ts'

interface TextStyle {
  align?: 'left' | 'right'
  color?: string
  font?: string
}

/** Draws a text, cut with an ellipsis where it does not fit; on two lines where the row is tall. */
export function drawText(brush: Brush, room: Rect, text: string, style: TextStyle = {}): void {
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

/** Breaks a text that is too long for one line between words; false if it fits, or has no break. */
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

/** Measurements from before a font loaded are wrong. */
export const forgetMeasures = (): void => fitted.clear()

/** The text, truncated with an ellipsis if needed. Measured once per text, font and width. */
export function fitText(ctx: CanvasRenderingContext2D, text: string, width: number): string {
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
