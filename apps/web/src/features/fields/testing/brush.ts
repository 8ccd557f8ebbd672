/** A canvas for tests. */
import type { Brush } from '../../../ui/canvas/brush.ts'

/** Counts what is painted and keeps the texts; a letter is 7 px wide, and pictures and icons are loaded. */
export function aBrush(rect = { x: 0, y: 0, width: 300, height: 32 }) {
  const texts: string[] = []
  let painted = 0
  const methods: Record<string, (...args: never[]) => unknown> = {
    measureText: (text: string) => ({ width: text.length * 7 }),
    fillText: (text: string) => {
      texts.push(text)
      painted++
    },
    fill: () => painted++,
    stroke: () => painted++,
    drawImage: () => painted++,
  }
  const ctx = new Proxy({} as Record<string, unknown>, {
    get: (state, name) => (name in state ? state[String(name)] : (methods[String(name)] ?? (() => {}))),
  }) as unknown as CanvasRenderingContext2D
  const colors = new Proxy({}, { get: () => '#888888' }) as Brush['colors']
  const image = document.createElement('canvas')
  const brush: Brush = { ctx, rect, colors, image: () => image, icon: () => ({ glyph: 'x', font: '' }) }
  return { brush, texts, painted: () => painted }
}
