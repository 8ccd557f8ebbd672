/** Composes the server from its features, one line per feature. */
import { api } from '@muster/contract/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './engine/deps.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { authenticatorOf } from './features/auth/authenticator.ts'
import { backupsRoutes } from './features/backups/backups.routes.ts'
import { blueprintsRoutes } from './features/blueprints/blueprints.routes.ts'
import { bookmarksRoutes } from './features/bookmarks/bookmarks.routes.ts'
import { cardsRoutes } from './features/cards/cards.routes.ts'
import { collectionsRoutes } from './features/collections/collections.routes.ts'
import { duplicatesRoutes } from './features/duplicates/duplicates.routes.ts'
import { eventsRoutes } from './features/events/events.routes.ts'
import { exportsRoutes } from './features/exports/exports.routes.ts'
import { fieldsRoutes } from './features/fields/fields.routes.ts'
import { filesRoutes } from './features/files/files.routes.ts'
import { importsRoutes } from './features/imports/imports.routes.ts'
import { integrationsRoutes } from './features/integrations/integrations.routes.ts'
import { listsRoutes } from './features/lists/lists.routes.ts'
import { mapsRoutes } from './features/maps/maps.routes.ts'
import { membershipRoutes } from './features/membership/membership.routes.ts'
import { consentRoutes, publicConsentRoutes } from './features/messages/consent/consent.routes.ts'
import { installOneClick } from './features/messages/consent/one-click.ts'
import { PreferencesService } from './features/messages/consent/preferences.service.ts'
import { messageHooksRoutes } from './features/messages/events/hooks.routes.ts'
import { messagesRoutes } from './features/messages/messages.routes.ts'
import { messagePicturesRoutes } from './features/messages/pictures/pictures.routes.ts'
import { sendersRoutes } from './features/messages/senders/senders.routes.ts'
import { messageTemplatesRoutes } from './features/messages/templates.routes.ts'
import { installTracking } from './features/messages/tracking/tracking.ts'
import { operationsRoutes } from './features/operations/operations.routes.ts'
import { personalDataRoutes } from './features/personalData/personalData.routes.ts'
import { projectsRoutes } from './features/projects/projects.routes.ts'
import { recordsRoutes } from './features/records/records.routes.ts'
import { rolesRoutes } from './features/roles/roles.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sysAdminRoutes } from './features/sysAdmin/sysAdmin.routes.ts'
import { teamsRoutes } from './features/teams/teams.routes.ts'
import { invitationsRoutes } from './features/users/invitations.routes.ts'
import { usersRoutes } from './features/users/users.routes.ts'
import { viewsRoutes } from './features/views/views.routes.ts'
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts'
import { Challenges } from './features/wizards/public/challenge.ts'
import { firstLooks } from './features/wizards/public/first-look.ts'
import { wizardFrameHosts } from './features/wizards/public/frame-hosts.ts'
import { publicWizardsRoutes } from './features/wizards/public/public-wizards.routes.ts'
import { wizardRunsRoutes } from './features/wizards/runs/runs.routes.ts'
import { wizardsRoutes } from './features/wizards/wizards.routes.ts'
import { bind, bindRest } from './platform/http/bind.ts'
import { installDocs } from './platform/http/docs.ts'
import { warnOfUntrustedProxy } from './platform/http/forwarded-headers.ts'
import { Idempotency } from './platform/http/idempotency.ts'
import { OpenDownloads } from './platform/http/open-downloads.ts'
import type { OpenPort } from './platform/http/open-port.ts'
import { installOutboxPage } from './platform/http/outbox-page.ts'
import { createServer } from './platform/http/server.ts'
import { installWebApp } from './platform/http/web-app.ts'
import { undoRegistry } from './undo.ts'

interface AppOptions {
  /** The token in the link to the outbox that is printed at start. */
  outboxToken?: string
  port?: OpenPort
}

export async function buildApp(deps: Deps, { outboxToken, port }: AppOptions = {}): Promise<FastifyInstance> {
  const app = await createServer(deps.config, deps.log, port)
  warnOfUntrustedProxy(app, deps)
  app.frameHosts.push(wizardFrameHosts(deps))
  const binding = {
    // Before what checks permissions again: its caches are cleared first.
    authenticator: authenticatorOf(deps),
    idempotency: new Idempotency(deps),
    warnings: deps.warnings,
    downloads: new OpenDownloads(deps.live),
    position: (teamId: number) => deps.live.position(teamId),
    checksResponses: !deps.config.isProduction,
  }
  bind(app, binding, api.auth, { ...authRoutes(deps), ...invitationsRoutes(deps) })
  bind(app, binding, api.audit, auditRoutes(deps))
  bind(app, binding, api.teams, teamsRoutes(deps))
  bind(app, binding, api.users, usersRoutes(deps))
  bind(app, binding, api.roles, rolesRoutes(deps))
  bind(app, binding, api.integrations, integrationsRoutes(deps))
  bind(app, binding, api.webhooks, webhooksRoutes(deps))
  bind(app, binding, api.sysAdmin, sysAdminRoutes(deps))
  bind(app, binding, api.backups, backupsRoutes(deps))
  bind(app, binding, api.collections, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  bind(app, binding, api.blueprints, blueprintsRoutes(deps))
  bind(app, binding, api.records, recordsRoutes(deps))
  bind(app, binding, api.membership, membershipRoutes(deps))
  bind(app, binding, api.search, searchRoutes(deps))
  bind(app, binding, api.lists, listsRoutes(deps))
  bind(app, binding, api.cards, cardsRoutes(deps))
  bind(app, binding, api.views, viewsRoutes(deps))
  bind(app, binding, api.bookmarks, bookmarksRoutes(deps))
  bind(app, binding, api.projects, projectsRoutes(deps))
  bind(app, binding, api.operations, operationsRoutes(deps, undoRegistry))
  bind(app, binding, api.personalData, personalDataRoutes(deps))
  bind(app, binding, api.imports, importsRoutes(deps))
  bind(app, binding, api.duplicates, duplicatesRoutes(deps))
  bind(app, binding, api.exports, exportsRoutes(deps))
  bind(app, binding, api.files, filesRoutes(deps))
  bind(app, binding, api.maps, mapsRoutes(deps))
  bind(app, binding, api.events, eventsRoutes(deps))
  bind(app, binding, api.wizards, wizardsRoutes(deps))
  bind(app, binding, api.wizardRuns, wizardRunsRoutes(deps, undoRegistry))
  bind(app, binding, api.publicWizards, publicWizardsRoutes(deps))
  bind(app, binding, api.messages, messagesRoutes(deps))
  bind(app, binding, api.messageTemplates, messageTemplatesRoutes(deps))
  bind(app, binding, api.messagePictures, messagePicturesRoutes(deps))
  bind(app, binding, api.messageSenders, sendersRoutes(deps))
  bind(app, binding, api.messageHooks, messageHooksRoutes(deps))
  bind(app, binding, api.consent, consentRoutes(deps))
  const preferences = new PreferencesService(
    deps,
    new Challenges({ pool: deps.pool, secret: deps.config.secret }),
  )
  bind(app, binding, api.publicConsent, publicConsentRoutes(preferences))
  installOneClick(app, preferences)
  installTracking(app, deps)
  bindRest(app, api)
  installDocs(app, api)
  installOutboxPage(app, deps, binding.authenticator, outboxToken)
  await installWebApp(app, { authenticator: binding.authenticator, makeFirstLook: firstLooks(deps) })
  return app
}
