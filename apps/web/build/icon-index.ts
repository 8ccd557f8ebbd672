/**
 * Two indexes made from the icon font's metadata: `virtual:icon-glyphs` (what it takes to draw an icon) and
 * `virtual:icon-search` (labels and search terms for the picker). Both are loaded lazily.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

interface Family {
  label: string
  unicode: string
  aliases?: { names?: string[] }
  search: { terms: string[] }
  familyStylesByLicense: { free: { family: string; style: string }[] }
}

const letterOf: Record<string, string> = { solid: 's', regular: 'r', brands: 'b' }
const metadata = createRequire(import.meta.url).resolve(
  '@fortawesome/fontawesome-free/metadata/icon-families.json',
)

async function families(): Promise<[string, Family, string][]> {
  const all = JSON.parse(await readFile(metadata, 'utf8')) as Record<string, Family>
  return Object.entries(all).flatMap(([name, family]): [string, Family, string][] => {
    const styles = family.familyStylesByLicense.free.map((s) => letterOf[s.style] ?? '').join('')
    return styles ? [[name, family, styles]] : []
  })
}

/** name -> `<hex code>.<styles>`, and older names -> the name of today. */
async function glyphs(): Promise<string> {
  const names: Record<string, string> = {}
  const aliases: Record<string, string> = {}
  for (const [name, family, styles] of await families()) {
    names[name] = `${family.unicode}.${styles}`
    for (const alias of family.aliases?.names ?? []) aliases[alias] = name
  }
  return `export const glyphs = ${JSON.stringify(names)}\nexport const aliases = ${JSON.stringify(aliases)}`
}

/** [name, label, terms joined by a space, styles] without brand logos. */
async function search(): Promise<string> {
  const rows = (await families())
    .filter(([, , styles]) => styles !== 'b')
    .map(([name, family, styles]) => [name, family.label, family.search.terms.join(' '), styles])
  return `export const icons = ${JSON.stringify(rows)}`
}

export function iconIndex(): Plugin {
  const made: Record<string, () => Promise<string>> = {
    'virtual:icon-glyphs': glyphs,
    'virtual:icon-search': search,
  }
  return {
    name: 'muster:icon-index',
    resolveId: (source) => (source in made ? `\0${source}` : undefined),
    load: (resolved) => made[resolved.slice(1)]?.(),
  }
}
