/** The texts of each namespace, by the type of its English file; a new namespace is two lines here. */
import 'i18next'
import type audit from '../../../../packages/contract/locales/en/audit.json'
import type auth from '../../../../packages/contract/locales/en/auth.json'
import type backups from '../../../../packages/contract/locales/en/backups.json'
import type bookmarks from '../../../../packages/contract/locales/en/bookmarks.json'
import type calendar from '../../../../packages/contract/locales/en/calendar.json'
import type cards from '../../../../packages/contract/locales/en/cards.json'
import type collections from '../../../../packages/contract/locales/en/collections.json'
import type common from '../../../../packages/contract/locales/en/common.json'
import type consent from '../../../../packages/contract/locales/en/consent.json'
import type dataTypes from '../../../../packages/contract/locales/en/dataTypes.json'
import type duplicates from '../../../../packages/contract/locales/en/duplicates.json'
import type errors from '../../../../packages/contract/locales/en/errors.json'
import type exports from '../../../../packages/contract/locales/en/exports.json'
import type fields from '../../../../packages/contract/locales/en/fields.json'
import type files from '../../../../packages/contract/locales/en/files.json'
import type filters from '../../../../packages/contract/locales/en/filters.json'
import type imports from '../../../../packages/contract/locales/en/imports.json'
import type integrations from '../../../../packages/contract/locales/en/integrations.json'
import type kanban from '../../../../packages/contract/locales/en/kanban.json'
import type lists from '../../../../packages/contract/locales/en/lists.json'
import type live from '../../../../packages/contract/locales/en/live.json'
import type maps from '../../../../packages/contract/locales/en/maps.json'
import type membership from '../../../../packages/contract/locales/en/membership.json'
import type messageEditor from '../../../../packages/contract/locales/en/messageEditor.json'
import type messageSenders from '../../../../packages/contract/locales/en/messageSenders.json'
import type messageSubjects from '../../../../packages/contract/locales/en/messageSubjects.json'
import type messages from '../../../../packages/contract/locales/en/messages.json'
import type personalData from '../../../../packages/contract/locales/en/personalData.json'
import type projects from '../../../../packages/contract/locales/en/projects.json'
import type publicViews from '../../../../packages/contract/locales/en/publicViews.json'
import type records from '../../../../packages/contract/locales/en/records.json'
import type roles from '../../../../packages/contract/locales/en/roles.json'
import type search from '../../../../packages/contract/locales/en/search.json'
import type shell from '../../../../packages/contract/locales/en/shell.json'
import type sysAdmin from '../../../../packages/contract/locales/en/sysAdmin.json'
import type teams from '../../../../packages/contract/locales/en/teams.json'
import type timeline from '../../../../packages/contract/locales/en/timeline.json'
import type users from '../../../../packages/contract/locales/en/users.json'
import type viewSwitcher from '../../../../packages/contract/locales/en/viewSwitcher.json'
import type views from '../../../../packages/contract/locales/en/views.json'
import type viewsAdmin from '../../../../packages/contract/locales/en/viewsAdmin.json'
import type webhooks from '../../../../packages/contract/locales/en/webhooks.json'
import type wizardRuns from '../../../../packages/contract/locales/en/wizardRuns.json'
import type wizards from '../../../../packages/contract/locales/en/wizards.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
  }
  interface ResourceNamespaceMap {
    audit: typeof audit
    auth: typeof auth
    backups: typeof backups
    bookmarks: typeof bookmarks
    calendar: typeof calendar
    cards: typeof cards
    collections: typeof collections
    common: typeof common
    consent: typeof consent
    dataTypes: typeof dataTypes
    duplicates: typeof duplicates
    errors: typeof errors
    exports: typeof exports
    fields: typeof fields
    files: typeof files
    filters: typeof filters
    imports: typeof imports
    integrations: typeof integrations
    kanban: typeof kanban
    lists: typeof lists
    live: typeof live
    maps: typeof maps
    membership: typeof membership
    messageEditor: typeof messageEditor
    messageSenders: typeof messageSenders
    messageSubjects: typeof messageSubjects
    messages: typeof messages
    personalData: typeof personalData
    projects: typeof projects
    publicViews: typeof publicViews
    records: typeof records
    roles: typeof roles
    search: typeof search
    shell: typeof shell
    sysAdmin: typeof sysAdmin
    teams: typeof teams
    timeline: typeof timeline
    users: typeof users
    viewSwitcher: typeof viewSwitcher
    views: typeof views
    viewsAdmin: typeof viewsAdmin
    webhooks: typeof webhooks
    wizardRuns: typeof wizardRuns
    wizards: typeof wizards
    /** By the icon's name: too many keys for the compiler to check one by one. */
    icons: Record<string, string>
  }
}
