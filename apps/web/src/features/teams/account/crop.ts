/** Cuts a part out of a picture. */

/** In pixels of the picture; it may extend beyond the picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

/**
 * Keeps a picture over its frame: of the larger of both, no edge comes within the other.
 *
 * @param position of the picture's middle from that of the frame
 * @param picture as displayed
 */
export function withinFrame(position: { x: number; y: number }, picture: Size, frame: Size) {
  const limited = (value: number, of: 'width' | 'height') => {
    const most = Math.abs(picture[of] - frame[of]) / 2
    return Math.min(most, Math.max(-most, value))
  }
  return { x: limited(position.x, 'width'), y: limited(position.y, 'height') }
}

/** Longest side of a logo in pixels: sharp at any size at which it is shown. */
const maxSide = 1024

/** The size of the result: that of the area, or smaller, and of the exact shape. */
export function croppedSize(area: Area, ratio: number): Size {
  const scale = Math.min(1, maxSide / Math.max(area.width, area.height))
  const height = Math.max(1, Math.round(area.height * scale))
  return { width: Math.max(1, Math.round(height * ratio)), height }
}

/** @returns a PNG; what lies beyond the picture is transparent */
export async function cropPicture(picture: CanvasImageSource, area: Area, ratio: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const { width, height } = croppedSize(area, ratio)
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      'image/png',
    ),
  )
}
