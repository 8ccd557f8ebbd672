import 'i18next'
import type teams from '../../../../../packages/contract/locales/en/teams.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    teams: typeof teams
  }
}
