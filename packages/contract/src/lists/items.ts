/** Columns of the items of a custom list; they are ordinary fields. */
import type { Language } from '../paging.ts'

export const itemColumns = { name: 'name', color: 'color', rank: 'rank', icon: 'icon' } as const

/** The column of an item's name in a language other than the team's default. */
export function nameColumn(language: Language): `name_${Language}` {
  return `name_${language}`
}
