/** Columns that items of a custom list have, each a field like any other. */
import type { Language } from '../paging.ts'

export const itemColumns = { name: 'name', color: 'color', rank: 'rank', icon: 'icon' } as const

/** The column of an item's name in a language other than the team's default one. */
export function nameColumn(language: Language): `name_${Language}` {
  return `name_${language}`
}
