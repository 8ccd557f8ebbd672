/** How a public wizard is shown, from its address. */
import type { Language } from '@muster/contract/paging'
import { lookParameters } from '@muster/contract/wizards/public-address'
import { type ColorScheme, colorSchemes } from '../../../lib/color-scheme.ts'
import { languages } from '../../../lib/i18n.ts'

export const ownParameters: ReadonlySet<string> = new Set(lookParameters)

interface Look {
  language: Language | undefined
  /** In a frame of another site. */
  isEmbedded: boolean
  theme: ColorScheme
}

type Search = Readonly<Record<string, string>>

export function readLook(search: Search): Look {
  const isEmbedded = search.embed === '1'
  return {
    language: languages.find((one) => one === search.language),
    isEmbedded,
    // Websites are light by default; a page of its own follows the device.
    theme: colorSchemes.find((one) => one === search.theme) ?? (isEmbedded ? 'light' : 'auto'),
  }
}

/** What the address of a wizard that goes on from here has of this one: empty, or beginning with a question mark. */
export function keptLook(search: Search): string {
  const kept = new URLSearchParams(Object.entries(search).filter(([name]) => ownParameters.has(name)))
  return kept.size > 0 ? `?${kept}` : ''
}
