/** Texts of custom lists. */
import 'i18next'
import type lists from '../../../../../packages/contract/locales/en/lists.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    lists: typeof lists
  }
}
