/** Texts of the views of a collection: choosing, making, saving and discarding them. */
import 'i18next'
import type viewSwitcher from '../../../../../../packages/contract/locales/en/viewSwitcher.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    viewSwitcher: typeof viewSwitcher
  }
}
