/** The state in the address of a public view: language, frame, filters, day. */
import { isDay } from '@muster/contract/fields/time/calendar'
import { calendarModes } from '@muster/contract/views/types/calendar'

export interface PublicSearch {
  language?: 'en' | 'es' | 'fr'
  /** Embedded in another site: without header and footer. */
  embed?: 1
  hideFilters?: 1
  theme?: 'light' | 'dark' | 'auto'
  q?: string
  /** Filter values by column name. */
  f?: Record<string, unknown>
  date?: string
  mode?: (typeof calendarModes)[number]
}

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((one) => one === value)

export function readPublicSearch(search: Record<string, unknown>): PublicSearch {
  const { f, q, date } = search
  const found = {
    language: oneOf(['en', 'es', 'fr'] as const, search.language),
    embed: String(search.embed) === '1' ? (1 as const) : undefined,
    hideFilters: String(search.hideFilters) === '1' ? (1 as const) : undefined,
    theme: oneOf(['light', 'dark', 'auto'] as const, search.theme),
    q: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : undefined,
    f: typeof f === 'object' && f !== null && !Array.isArray(f) ? (f as Record<string, unknown>) : undefined,
    date: typeof date === 'string' && isDay(date) ? date : undefined,
    mode: oneOf(calendarModes, search.mode),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
