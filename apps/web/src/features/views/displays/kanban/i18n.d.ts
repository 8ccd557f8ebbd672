/** Texts of boards. */
import 'i18next'
import type kanban from '../../../../../../../packages/contract/locales/en/kanban.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    kanban: typeof kanban
  }
}
