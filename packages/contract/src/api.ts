/** Every endpoint of the product, by feature. */
import { auditApi } from './audit/audit.api.ts'
import { authApi } from './auth/auth.api.ts'
import { backupsApi } from './backups/backups.api.ts'
import { blueprintsApi } from './blueprints/blueprints.api.ts'
import { bookmarksApi } from './bookmarks/bookmarks.api.ts'
import { cardsApi } from './cards/cards.api.ts'
import { collectionsApi } from './collections/collections.api.ts'
import { duplicatesApi } from './duplicates/duplicates.api.ts'
import type { Api } from './endpoint.ts'
import { eventsApi } from './events/events.api.ts'
import { exportsApi } from './exports/exports.api.ts'
import { filesApi } from './files/files.api.ts'
import { importsApi } from './imports/imports.api.ts'
import { integrationsApi } from './integrations/integrations.api.ts'
import { webhooksApi } from './integrations/webhooks.api.ts'
import { listsApi } from './lists/lists.api.ts'
import { mapsApi } from './maps/maps.api.ts'
import { membershipApi } from './membership/membership.api.ts'
import { consentApi, publicConsentApi } from './messages/consent.api.ts'
import { messagesApi } from './messages/messages.api.ts'
import { messagePicturesApi } from './messages/pictures.api.ts'
import { messageHooksApi, messageSendersApi } from './messages/senders.api.ts'
import { messageTemplatesApi } from './messages/templates.api.ts'
import { operationsApi } from './operations/operations.api.ts'
import { personalDataApi } from './personalData/personalData.api.ts'
import { projectsApi } from './projects/projects.api.ts'
import { recordsApi } from './records/records.api.ts'
import { rolesApi } from './roles/roles.api.ts'
import { searchApi } from './search/search.api.ts'
import { sysAdminApi } from './sysAdmin/sysAdmin.api.ts'
import { teamsApi } from './teams/teams.api.ts'
import { usersApi } from './users/users.api.ts'
import { viewsApi } from './views/views.api.ts'
import { publicWizardsApi } from './wizards/public-runs.api.ts'
import { wizardRunsApi } from './wizards/runs.api.ts'
import { wizardsApi } from './wizards/wizards.api.ts'

export const api = {
  audit: auditApi,
  auth: authApi,
  teams: teamsApi,
  users: usersApi,
  roles: rolesApi,
  integrations: integrationsApi,
  webhooks: webhooksApi,
  sysAdmin: sysAdminApi,
  backups: backupsApi,
  collections: collectionsApi,
  blueprints: blueprintsApi,
  records: recordsApi,
  membership: membershipApi,
  search: searchApi,
  lists: listsApi,
  cards: cardsApi,
  views: viewsApi,
  bookmarks: bookmarksApi,
  projects: projectsApi,
  operations: operationsApi,
  personalData: personalDataApi,
  imports: importsApi,
  exports: exportsApi,
  duplicates: duplicatesApi,
  files: filesApi,
  maps: mapsApi,
  events: eventsApi,
  wizards: wizardsApi,
  wizardRuns: wizardRunsApi,
  publicWizards: publicWizardsApi,
  messages: messagesApi,
  messageTemplates: messageTemplatesApi,
  messagePictures: messagePicturesApi,
  messageSenders: messageSendersApi,
  messageHooks: messageHooksApi,
  consent: consentApi,
  publicConsent: publicConsentApi,
} as const satisfies Record<string, Api>
