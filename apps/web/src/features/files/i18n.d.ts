/** Texts of files. */
import 'i18next'
import type files from '../../../../../packages/contract/locales/en/files.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    files: typeof files
  }
}
