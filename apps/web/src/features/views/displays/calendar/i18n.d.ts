/** Texts of calendars. */
import 'i18next'
import type calendar from '../../../../../../../packages/contract/locales/en/calendar.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    calendar: typeof calendar
  }
}
