import 'i18next'
import type shell from '../../../../packages/contract/locales/en/shell.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    shell: typeof shell
  }
}
