/** Texts of collections and custom lists. */
import 'i18next'
import type collections from '../../../../../packages/contract/locales/en/collections.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    collections: typeof collections
  }
}
