/** Routes of outgoing messages, under the team; open to everyone with one of the section's permissions. */
import { messageSectionPermissions } from '@muster/contract/messages/message-permissions'
import { createRoute } from '@tanstack/react-router'
import * as screens from '../../features/messages/routes.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

const templateAccess = ['outgoing_messages_templates'] as const

const common = {
  access: messageSectionPermissions,
  section: 'messages',
  trail: ['team', 'messages'],
  glyph: 'mail',
} as const
const template = { access: templateAccess, glyph: 'template' } as const
const messages = areaOf(() => teamRoute, 'outgoing-messages', 'root.team.outgoingMessages', common)

/** Layout: the message's header and tabs, then one of the pages below. */
const message = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId',
  staticData: { ...common, name: 'root.team.outgoingMessages.message' },
  component: screens.MessagePage,
})
const tabs = areaOf(() => message, '', 'root.team.outgoingMessages.message', { ...common, isTab: true })

export const messageRoutes = [
  messages.entry('', '', '/team-{$teamId}/outgoing-messages/dashboard'),
  messages.page('/dashboard', 'dashboard', screens.MessageDashboard, 'shell:nav.outgoingMessages', {
    trail: ['team'],
  }),
  messages.page('/drafts', 'drafts', screens.Drafts, 'shell:nav.drafts', { glyph: 'draft' }),
  messages.page('/scheduled', 'scheduled', screens.Scheduled, 'shell:nav.scheduled', { glyph: 'calendar' }),
  messages.page('/sent', 'sent', screens.Sent, 'shell:nav.sent', { glyph: 'send' }),
  messages.page('/archived', 'archived', screens.Archived, 'shell:nav.archived', { glyph: 'archive' }),
  messages.page(
    '/templates-drafts',
    'templatesDrafts',
    screens.DraftTemplates,
    'shell:nav.templatesDrafts',
    template,
  ),
  messages.page(
    '/templates-published',
    'templatesPublished',
    screens.PublishedTemplates,
    'shell:nav.templatesPublished',
    template,
  ),
  messages.page(
    '/templates-archived',
    'templatesArchived',
    screens.ArchivedTemplates,
    'shell:nav.templatesArchived',
    template,
  ),
  messages.page('/new', 'new', screens.NewMessage, 'shell:title.newMessage'),
  message.addChildren([
    tabs.entry('/', 'index', '/team-{$teamId}/outgoing-messages/$outgoingMessageId/summary'),
    tabs.page('summary', 'summary', screens.Summary, 'shell:title.summary'),
    tabs.page('details', 'details', screens.Details, 'shell:title.details'),
    tabs.page('content', 'content', screens.Content, 'shell:title.content'),
    tabs.page('recipients', 'recipients', screens.Recipients, 'shell:title.recipients'),
    tabs.page('schedule', 'schedule', screens.Schedule, 'shell:title.schedule'),
    tabs.page('stats', 'stats', screens.Stats, 'shell:title.stats'),
  ]),
] as const
