/** The star: its shape, and a row of them on the canvas. */
import { type Brush, inner, middle, padding } from '../../../../ui/canvas/brush.ts'
import { drawText } from '../../../../ui/canvas/text.ts'
import type { Drawing } from '../definition.ts'

/** Corners on a grid of 16 units, from the top around. */
export const starCorners: readonly (readonly [x: number, y: number])[] = Array.from(
  { length: 10 },
  (_, at) => {
    const angle = (Math.PI * at) / 5 - Math.PI / 2
    const radius = at % 2 === 0 ? 7 : 3.1
    return [8 + radius * Math.cos(angle), 8.6 + radius * Math.sin(angle)]
  },
)

const size = 15
export const starStep = 18
/** At least 3:1 on the page, also where the row is selected. */
export const gold = { light: '#b87503', dark: '#f0b429' }

export const starsDrawing = (value: number, max: number): Drawing => ({
  paint: (brush) => drawStars(brush, value, max),
  measure: () => max * starStep + padding * 2,
  inGroupHeader: 'drawing',
})

/** All stars, or one star and the number where a column is too narrow. */
function drawStars(brush: Brush, value: number, max: number): void {
  const room = inner(brush.rect)
  if (max * starStep <= room.width + (starStep - size)) {
    for (let at = 0; at < max; at++) drawStar(brush, room.x + at * starStep, at < value)
    return
  }
  drawStar(brush, room.x, true)
  drawText(brush, { ...room, x: room.x + starStep + 2, width: room.width - starStep - 2 }, String(value))
}

function drawStar({ ctx, rect, colors }: Brush, x: number, isFull: boolean): void {
  const y = middle(rect) - 0.5 - size / 2
  ctx.beginPath()
  for (const [at, [cornerX, cornerY]] of starCorners.entries()) {
    const point = [x + (cornerX * size) / 16, y + (cornerY * size) / 16] as const
    if (at === 0) ctx.moveTo(...point)
    else ctx.lineTo(...point)
  }
  ctx.closePath()
  ctx.lineWidth = 1.2
  ctx.lineJoin = 'round'
  ctx.strokeStyle = isFull ? gold[colors.scheme] : colors.borderStrong
  ctx.stroke()
  if (!isFull) return
  ctx.fillStyle = gold[colors.scheme]
  ctx.fill()
}
