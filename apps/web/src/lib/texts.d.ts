/** Texts every screen may use; features add their own namespace in their folder's `i18n.d.ts`. */
import 'i18next'
import type common from '../../../../packages/contract/locales/en/common.json'
import type errors from '../../../../packages/contract/locales/en/errors.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
  }
  interface ResourceNamespaceMap {
    common: typeof common
    errors: typeof errors
    /** By the icon's name: more than the compiler should know one by one. */
    icons: Record<string, string>
  }
}
