/** Chips of list items, records, collections and files on the canvas. */
import { type Brush, chipFont } from '../../../ui/canvas/brush.ts'
import type { CanvasColors } from '../../../ui/canvas/colors.ts'
import { drawPicture } from '../../../ui/canvas/picture.ts'
import { drawText } from '../../../ui/canvas/text.ts'
import { chipColors } from '../choice-colors.ts'
import type { Bubble, Drawing } from '../types/definition.ts'

export const bubblesDrawing = (bubbles: readonly Bubble[]): Drawing => ({
  paint: (brush) => drawBubbles(brush, bubbles),
  measure(ctx) {
    ctx.font = chipFont
    return bubbles.reduce(
      (sum, one) => sum + ctx.measureText(one.text).width + 18 + (one.avatar ? 20 : 0),
      16,
    )
  },
  inGroupHeader: 'drawing',
})

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
const bubbleColors = (color: string | null, colors: CanvasColors) =>
  color === null ? { ground: colors.hover, text: colors.text } : chipColors(color, colors.scheme)
