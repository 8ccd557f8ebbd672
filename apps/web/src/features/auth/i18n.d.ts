import 'i18next'
import type auth from '../../../../../packages/contract/locales/en/auth.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    auth: typeof auth
  }
}
