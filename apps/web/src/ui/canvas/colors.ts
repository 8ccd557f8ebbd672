/** The theme's CSS variables as plain colours, which a canvas needs. */

const names = {
  page: '--m-page',
  chrome: '--m-chrome',
  raised: '--m-raised',
  hover: '--m-hover',
  border: '--m-border',
  borderStrong: '--m-border-strong',
  text: '--m-text',
  muted: '--m-muted',
  accent: '--m-accent',
  accentText: '--m-accent-text',
  accentSoft: '--m-accent-soft',
  onAccent: '--m-on-accent',
  focus: '--m-focus',
  danger: '--m-danger-text',
} as const

export type CanvasColors = Record<keyof typeof names, string> & { scheme: 'light' | 'dark' }

export function readColors(): CanvasColors {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const colors = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, plain(style.getPropertyValue(name).trim())]),
  ) as Record<keyof typeof names, string>
  return {
    ...colors,
    scheme: root.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light',
  }
}

const known = new Map<string, string>()
let pixel: CanvasRenderingContext2D | null | undefined

/** `color-mix()` and the like as `rgba()`: painted once and read back. */
function plain(css: string): string {
  if (/^#[0-9a-f]{6}$/i.test(css)) return css
  const cached = known.get(css)
  if (cached) return cached
  pixel ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pixel || css === '') return '#888888'
  pixel.clearRect(0, 0, 1, 1)
  pixel.fillStyle = css
  pixel.fillRect(0, 0, 1, 1)
  const [r = 0, g = 0, b = 0, a = 255] = pixel.getImageData(0, 0, 1, 1).data
  const made = a === 255 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${(a / 255).toFixed(3)})`
  known.set(css, made)
  return made
}

/** Calls back when the scheme or the brand changes. @returns the unsubscribe function */
export function onColorsChange(changed: () => void): () => void {
  const observer = new MutationObserver(() => requestAnimationFrame(changed))
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme', 'data-brand', 'style', 'class'],
  })
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
