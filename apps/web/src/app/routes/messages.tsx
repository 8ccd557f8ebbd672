/** Routes of outgoing messages, under the team. */
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

const common = {
  access: 'team',
  section: 'messages',
  trail: ['team', 'messages'],
  empty: 'shell:empty.message',
  glyph: 'mail',
} as const
const list = { empty: 'shell:empty.messages' } as const
const template = { empty: 'shell:empty.templates', glyph: 'template' } as const
const tab = { trail: ['team', 'messages', 'message'] } as const
const messages = areaOf(() => teamRoute, 'outgoing-messages', 'root.team.outgoingMessages', common)
const message = areaOf(
  () => teamRoute,
  'outgoing-messages/$outgoingMessageId',
  'root.team.outgoingMessages.message',
  common,
)

export const messageRoutes = [
  messages.entry('', '', '/team-{$teamId}/outgoing-messages/dashboard'),
  messages.page('/dashboard', 'dashboard', EmptyRoute, 'shell:nav.outgoingMessages', {
    ...list,
    trail: ['team'],
  }),
  messages.page('/drafts', 'drafts', EmptyRoute, 'shell:nav.drafts', { ...list, glyph: 'draft' }),
  messages.page('/scheduled', 'scheduled', EmptyRoute, 'shell:nav.scheduled', { ...list, glyph: 'calendar' }),
  messages.page('/sent', 'sent', EmptyRoute, 'shell:nav.sent', { ...list, glyph: 'send' }),
  messages.page('/archived', 'archived', EmptyRoute, 'shell:nav.archived', { ...list, glyph: 'archive' }),
  messages.page('/templates-drafts', 'templatesDrafts', EmptyRoute, 'shell:nav.templatesDrafts', template),
  messages.page(
    '/templates-published',
    'templatesPublished',
    EmptyRoute,
    'shell:nav.templatesPublished',
    template,
  ),
  messages.page(
    '/templates-archived',
    'templatesArchived',
    EmptyRoute,
    'shell:nav.templatesArchived',
    template,
  ),
  messages.page('/new', 'new', EmptyRoute, 'shell:title.newMessage'),
  message.entry('', '', '/team-{$teamId}/outgoing-messages/$outgoingMessageId/summary'),
  message.page('/summary', 'summary', EmptyRoute, 'shell:title.summary'),
  message.page('/details', 'details', EmptyRoute, 'shell:title.details', tab),
  message.page('/content', 'content', EmptyRoute, 'shell:title.content', tab),
  message.page('/recipients', 'recipients', EmptyRoute, 'shell:title.recipients', tab),
  message.page('/schedule', 'schedule', EmptyRoute, 'shell:title.schedule', tab),
  message.page('/stats', 'stats', EmptyRoute, 'shell:title.stats', tab),
] as const
