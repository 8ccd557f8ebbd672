/** Texts of duplicates. */
import 'i18next'
import type duplicates from '../../../../../packages/contract/locales/en/duplicates.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    duplicates: typeof duplicates
  }
}
