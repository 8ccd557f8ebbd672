/** Texts of projects and tasks. */
import 'i18next'
import type projects from '../../../../../packages/contract/locales/en/projects.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    projects: typeof projects
  }
}
