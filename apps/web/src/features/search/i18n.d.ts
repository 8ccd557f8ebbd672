/** Texts of search and of what changed lately. */
import 'i18next'
import type search from '../../../../../packages/contract/locales/en/search.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    search: typeof search
  }
}
