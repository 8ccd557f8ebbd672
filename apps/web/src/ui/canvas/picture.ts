/** Pictures on the canvas. */
import type { Brush, Rect } from './brush.ts'

/** An image that fills a box with round corners; a plain box while it is loading. */
export function drawPicture({ ctx, image, colors }: Brush, url: string, box: Rect, radius: number): void {
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
