/** Texts of filters and sorts. */
import 'i18next'
import type filters from '../../../../../packages/contract/locales/en/filters.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    filters: typeof filters
  }
}
