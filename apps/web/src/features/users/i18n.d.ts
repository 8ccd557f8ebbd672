import 'i18next'
import type users from '../../../../../packages/contract/locales/en/users.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    users: typeof users
  }
}
