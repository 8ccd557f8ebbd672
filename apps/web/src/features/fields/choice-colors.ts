/**
 * How colours of list items are drawn. An item keeps one colour (`#rrggbb`); ground and text of its chip are mixed
 * from it so that the text has at least 4.5:1 in both schemes.
 */
import { palette } from '@muster/contract/lists/colors'

export interface ChipColors {
  ground: string
  text: string
}
type Scheme = 'light' | 'dark'
type Rgb = readonly [number, number, number]

const known = new Map<string, ChipColors>()

/** Ground and text as `#rrggbb`, for a canvas; a colour that is none is neutral. */
export function chipColors(color: string | null | undefined, scheme: Scheme): ChipColors {
  const rgb = rgbOf(color ?? '') ?? rgbOf(palette.gray) ?? [134, 142, 150]
  const key = `${scheme}${rgb}`
  const made = known.get(key)
  if (made) return made
  const [page, ink, share] =
    scheme === 'light' ? ([white, black, 0.16] as const) : ([night, white, 0.28] as const)
  const ground = mix(rgb, page, share)
  let text = rgb
  for (let step = 1; step <= 20 && contrast(text, ground) < 5; step++) text = mix(ink, rgb, step / 20)
  const colors = { ground: hex(ground), text: hex(text) }
  known.set(key, colors)
  return colors
}

/** The same as style of an element, following the scheme by itself. */
export function chipStyle(color: string | null | undefined): { background: string; color: string } {
  const light = chipColors(color, 'light')
  const dark = chipColors(color, 'dark')
  return {
    background: `light-dark(${light.ground}, ${dark.ground})`,
    color: `light-dark(${light.text}, ${dark.text})`,
  }
}

/** The ground of a whole row in a colour: pale, so that all texts on it stay readable. */
export function rowTint(color: string, scheme: Scheme): string {
  const [page, share] = scheme === 'light' ? ([white, 0.1] as const) : ([night, 0.12] as const)
  return hex(mix(rgbOf(color) ?? rgbOf(palette.gray) ?? night, page, share))
}

/** The same as style of an element, with a bar at its left. */
export function rowStyle(color: string): { background: string; boxShadow: string } {
  return {
    background: `light-dark(${rowTint(color, 'light')}, ${rowTint(color, 'dark')})`,
    boxShadow: `inset 4px 0 ${color}`,
  }
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const night: Rgb = [25, 27, 32]

function rgbOf(color: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color.trim())
  if (!match) return null
  return [1, 2, 3].map((at) => Number.parseInt(match[at] ?? '0', 16)) as unknown as Rgb
}

/** `share` of one colour, the rest of the other. */
function mix(one: Rgb, other: Rgb, share: number): Rgb {
  return one.map((part, at) => Math.round(part * share + (other[at] ?? 0) * (1 - share))) as unknown as Rgb
}

const hex = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** WCAG 2 contrast of two colours. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
