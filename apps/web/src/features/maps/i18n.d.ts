/** Texts of maps. */
import 'i18next'
import type maps from '../../../../../packages/contract/locales/en/maps.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    maps: typeof maps
  }
}
