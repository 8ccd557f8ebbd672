/** Texts of views outside the app. */
import 'i18next'
import type publicViews from '../../../../../../packages/contract/locales/en/publicViews.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    publicViews: typeof publicViews
  }
}
