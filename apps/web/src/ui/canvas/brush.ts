/** What paints rows on a canvas. Sizes are CSS pixels; the canvas is already scaled. */
import type { CanvasColors } from './colors.ts'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export interface Brush {
  ctx: CanvasRenderingContext2D
  colors: CanvasColors
  /** The available space. */
  rect: Rect
  /** An image, once it is loaded. */
  image: (url: string) => CanvasImageSource | undefined
  /** The character and font of a stored icon, once they are loaded. */
  icon: (name: string) => { glyph: string; font: string } | null
}

export const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
export const cellFont = `400 13px ${fontFamily}`
export const nameFont = `500 13px ${fontFamily}`
export const headerFont = `500 12px ${fontFamily}`
export const chipFont = `400 12px ${fontFamily}`

/** Horizontal padding of a cell. */
export const padding = 10

export const inner = (rect: Rect): Rect => ({
  x: rect.x + padding,
  y: rect.y,
  width: rect.width - padding * 2,
  height: rect.height,
})

/** The baseline for text of one line. */
export const middle = (rect: Rect): number => rect.y + rect.height / 2 + 0.5
