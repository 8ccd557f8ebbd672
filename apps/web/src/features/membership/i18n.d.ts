/** Texts of records and the collections they belong to. */
import 'i18next'
import type membership from '../../../../../packages/contract/locales/en/membership.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    membership: typeof membership
  }
}
