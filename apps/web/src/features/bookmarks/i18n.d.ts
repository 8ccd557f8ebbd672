/** Texts of bookmarks. */
import 'i18next'
import type bookmarks from '../../../../../packages/contract/locales/en/bookmarks.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    bookmarks: typeof bookmarks
  }
}
