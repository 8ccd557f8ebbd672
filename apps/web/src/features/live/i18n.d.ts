/** Texts of presence. */
import 'i18next'
import type live from '../../../../../packages/contract/locales/en/live.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    live: typeof live
  }
}
