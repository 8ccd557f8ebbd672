/** Texts of views: how they show records, and how they are made. */
import 'i18next'
import type views from '../../../../../packages/contract/locales/en/views.json'
import type viewsAdmin from '../../../../../packages/contract/locales/en/viewsAdmin.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    views: typeof views
    viewsAdmin: typeof viewsAdmin
  }
}
