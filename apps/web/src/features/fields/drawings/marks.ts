/** Small drawings on the canvas: a tick, an icon, a bar, a link. */
import { type Brush, cellFont, inner, middle, padding } from '../../../ui/canvas/brush.ts'
import { drawText } from '../../../ui/canvas/text.ts'
import type { Drawing } from '../types/definition.ts'

const tickSize = 14

export const tickDrawing = (isOn: boolean): Drawing => ({
  paint: (brush) => drawTick(brush, isOn),
  measure: () => tickSize + padding * 2,
  inGroupHeader: 'text',
})

export const iconDrawing = (name: string): Drawing => ({
  paint: (brush) => drawIcon(brush, name),
  measure: () => 16 + padding * 2,
  inGroupHeader: 'text',
})

/** `ratio` from 0 to 1. */
export const barDrawing = (text: string, ratio: number): Drawing => ({
  paint: (brush) => drawBar(brush, text, ratio),
  measure: (ctx) => textWidth(ctx, text) + padding * 2 + roomForText,
  inGroupHeader: 'text',
})

export const linkDrawing = (text: string): Drawing => ({
  paint: (brush) => drawText(brush, inner(brush.rect), text, { color: brush.colors.accentText }),
  measure: (ctx) => textWidth(ctx, text) + padding * 2,
  inGroupHeader: 'text',
})

function textWidth(ctx: CanvasRenderingContext2D, text: string): number {
  ctx.font = cellFont
  return ctx.measureText(text.slice(0, 300)).width + 2
}

function drawTick({ ctx, rect, colors }: Brush, isOn: boolean): void {
  const x = Math.round(rect.x + rect.width / 2 - tickSize / 2) + 0.5
  const y = Math.round(rect.y + rect.height / 2 - tickSize / 2) + 0.5
  ctx.beginPath()
  ctx.roundRect(x, y, tickSize, tickSize, 3)
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

function drawIcon(brush: Brush, name: string): void {
  const { ctx, rect, colors } = brush
  const icon = brush.icon(name)
  if (!icon) return
  ctx.font = icon.font
  ctx.fillStyle = colors.text
  ctx.fillText(icon.glyph, rect.x + padding, middle(rect))
}

/** Of a bar with the text beside it. */
const roomForText = 64

function drawBar(brush: Brush, text: string, ratio: number): void {
  const { ctx, rect, colors } = brush
  const room = inner(rect)
  const track = Math.max(0, room.width - roomForText)
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
