/** How a public wizard is shown, from its address. */
import type { Language } from '@muster/contract/paging'
import { languages } from '../../../lib/i18n.ts'

export interface Look {
  language: Language | undefined
  /** In a frame of another site. */
  isEmbedded: boolean
}

export const readLook = (search: Readonly<Record<string, unknown>>): Look => ({
  language: languages.find((one) => one === search.language),
  isEmbedded: String(search.embed) === '1',
})
