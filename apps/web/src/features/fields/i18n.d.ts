/** Texts of fields and their types. */
import 'i18next'
import type dataTypes from '../../../../../packages/contract/locales/en/dataTypes.json'
import type fields from '../../../../../packages/contract/locales/en/fields.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    fields: typeof fields
    dataTypes: typeof dataTypes
  }
}
