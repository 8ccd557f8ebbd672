/** Texts of imports. */
import 'i18next'
import type imports from '../../../../../packages/contract/locales/en/imports.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    imports: typeof imports
  }
}
