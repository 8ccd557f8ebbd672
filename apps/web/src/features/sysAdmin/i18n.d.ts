import 'i18next'
import type sysAdmin from '../../../../../packages/contract/locales/en/sysAdmin.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    sysAdmin: typeof sysAdmin
  }
}
