/** Texts of exports. */
import 'i18next'
import type exports from '../../../../../packages/contract/locales/en/exports.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    exports: typeof exports
  }
}
