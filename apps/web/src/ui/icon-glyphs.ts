/** Names of icons, parsed and looked up. The index and the fonts are loaded when the first icon is drawn. */
import { useSyncExternalStore } from 'react'
// The browser loads the fonts themselves only when it draws a character of them.
import './icon-fonts.css'

export type IconStyle = 'fas' | 'far' | 'fad' | 'fab'

export interface Drawn {
  /** The character of the icon font. */
  glyph: string
  style: IconStyle
  /** Whether an outline exists, which the two-tone style draws over the pale solid one. */
  hasOutline: boolean
}

type Index = typeof import('virtual:icon-glyphs')
let index: Index | null = null
let isRequested = false
const listeners = new Set<() => void>()

async function load(): Promise<void> {
  index = await import('virtual:icon-glyphs')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isRequested) {
    isRequested = true
    load().catch(() => {
      isRequested = false // try again with the next icon
    })
  }
  return () => listeners.delete(listener)
}

/** The index, or null until it has loaded. */
export const useIconIndex = (): Index | null => useSyncExternalStore(subscribe, () => index)

const styles: readonly string[] = ['fas', 'far', 'fad', 'fab']
/** Modifiers in an icon class string: `fa-fw`, `fa-lg`, `fa-2x`. */
const isModifier = (part: string) =>
  /^fa-(fw|xs|sm|lg|xl|2xs|2xl|\d+x|spin|pulse|solid|regular|brands)$/.test(part)

/** 'fas fa-user' -> style and name; older ('fa fa-user') and bare ('user') names are accepted too. */
export function parseIcon(name: string): { style: IconStyle; name: string } {
  const parts = name.trim().split(/\s+/).filter(Boolean)
  const style = (parts.find((part) => styles.includes(part)) as IconStyle | undefined) ?? 'fas'
  const own = parts.find((part) => part.startsWith('fa-') && !isModifier(part)) ?? parts.at(-1) ?? ''
  return { style, name: own.replace(/^fa-/, '') }
}

/** What to draw for a name; null for an unknown icon. */
export function drawn(name: string, { glyphs, aliases }: Index): Drawn | null {
  const parsed = parseIcon(name)
  const entry = glyphs[parsed.name] ?? glyphs[aliases[parsed.name] ?? '']
  if (!entry) return null
  const [code = '', letters = ''] = entry.split('.')
  const has = { fas: letters.includes('s'), far: letters.includes('r'), fab: letters.includes('b') }
  const glyph = String.fromCodePoint(Number.parseInt(code, 16))
  if (!has.fas && has.fab) return { glyph, style: 'fab', hasOutline: false }
  if (parsed.style === 'far' && has.far) return { glyph, style: 'far', hasOutline: true }
  return { glyph, style: parsed.style === 'fad' ? 'fad' : 'fas', hasOutline: has.far }
}
