/** Pictures in a row on the canvas; a click on one opens it. */
import type { Brush } from '../../../ui/canvas/brush.ts'
import { drawPicture } from '../../../ui/canvas/picture.ts'
import type { Drawing } from '../types/definition.ts'
import { linkDrawing } from './marks.ts'

const pictureEdge = 3
const pictureGap = 4
const firstPicture = 8
/** Height of the rows in a new grid. */
const usualSize = 32 - 2 * pictureEdge

export const picturesDrawing = (urls: readonly string[]): Drawing => ({
  paint: (brush) => drawPictures(brush, urls),
  measure: () => 2 * firstPicture + urls.length * (usualSize + pictureGap),
  inGroupHeader: 'text',
  partAt({ x, y }, { width, height }) {
    const size = height - 2 * pictureEdge
    const at = Math.floor((x - firstPicture) / (size + pictureGap))
    const left = firstPicture + at * (size + pictureGap)
    const isOn = at >= 0 && at < urls.length && x < left + size && left + size <= width
    return isOn && y >= pictureEdge && y < pictureEdge + size ? at : null
  },
})

/** A picture with its link beside it. */
export const pictureLinkDrawing = (url: string, text: string): Drawing => {
  const link = linkDrawing(text)
  return {
    paint(brush) {
      const { rect } = brush
      const room = Math.min(rect.width, firstPicture + rect.height - 2 * pictureEdge)
      drawPictures({ ...brush, rect: { ...rect, width: room } }, [url])
      link.paint({ ...brush, rect: { ...rect, x: rect.x + room, width: rect.width - room } })
    },
    measure: (ctx) => firstPicture + usualSize + link.measure(ctx),
    inGroupHeader: 'text',
  }
}

function drawPictures(brush: Brush, urls: readonly string[]): void {
  const { rect } = brush
  const size = rect.height - 2 * pictureEdge
  let x = rect.x + firstPicture
  for (const url of urls) {
    if (x + size > rect.x + rect.width) return
    drawPicture(brush, url, { x, y: rect.y + pictureEdge, width: size, height: size }, 4)
    x += size + pictureGap
  }
}
