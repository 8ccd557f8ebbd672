/** Texts of records, their lists, history and undo. */
import 'i18next'
import type records from '../../../../../packages/contract/locales/en/records.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    records: typeof records
  }
}
