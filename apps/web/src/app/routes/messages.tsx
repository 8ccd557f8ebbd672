/** Routes of outgoing messages, under the team. */
import { createRoute, redirect } from '@tanstack/react-router'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { teamRoute } from './shell.tsx'

const messages = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages',
  staticData: { name: 'root.team.outgoingMessages', access: 'team', section: 'messages' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/outgoing-messages/dashboard', params })
  },
})

const messagesDashboard = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/dashboard',
  staticData: {
    name: 'root.team.outgoingMessages.dashboard',
    access: 'team',
    title: 'shell:nav.outgoingMessages',
    empty: 'shell:empty.messages',
    glyph: 'mail',
    trail: ['team'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const drafts = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/drafts',
  staticData: {
    name: 'root.team.outgoingMessages.drafts',
    access: 'team',
    title: 'shell:nav.drafts',
    empty: 'shell:empty.messages',
    glyph: 'draft',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const scheduled = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/scheduled',
  staticData: {
    name: 'root.team.outgoingMessages.scheduled',
    access: 'team',
    title: 'shell:nav.scheduled',
    empty: 'shell:empty.messages',
    glyph: 'calendar',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const sent = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/sent',
  staticData: {
    name: 'root.team.outgoingMessages.sent',
    access: 'team',
    title: 'shell:nav.sent',
    empty: 'shell:empty.messages',
    glyph: 'send',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const archived = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/archived',
  staticData: {
    name: 'root.team.outgoingMessages.archived',
    access: 'team',
    title: 'shell:nav.archived',
    empty: 'shell:empty.messages',
    glyph: 'archive',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const templatesDrafts = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/templates-drafts',
  staticData: {
    name: 'root.team.outgoingMessages.templatesDrafts',
    access: 'team',
    title: 'shell:nav.templatesDrafts',
    empty: 'shell:empty.templates',
    glyph: 'template',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const templatesPublished = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/templates-published',
  staticData: {
    name: 'root.team.outgoingMessages.templatesPublished',
    access: 'team',
    title: 'shell:nav.templatesPublished',
    empty: 'shell:empty.templates',
    glyph: 'template',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const templatesArchived = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/templates-archived',
  staticData: {
    name: 'root.team.outgoingMessages.templatesArchived',
    access: 'team',
    title: 'shell:nav.templatesArchived',
    empty: 'shell:empty.templates',
    glyph: 'template',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const newMessage = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/new',
  staticData: {
    name: 'root.team.outgoingMessages.new',
    access: 'team',
    title: 'shell:title.newMessage',
    empty: 'shell:empty.message',
    glyph: 'mail',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const message = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId',
  staticData: { name: 'root.team.outgoingMessages.message', access: 'team', section: 'messages' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/outgoing-messages/$outgoingMessageId/summary', params })
  },
})

const summary = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId/summary',
  staticData: {
    name: 'root.team.outgoingMessages.message.summary',
    access: 'team',
    title: 'shell:title.summary',
    empty: 'shell:empty.message',
    glyph: 'mail',
    trail: ['team', 'messages'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const details = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId/details',
  staticData: {
    name: 'root.team.outgoingMessages.message.details',
    access: 'team',
    title: 'shell:title.details',
    empty: 'shell:empty.message',
    glyph: 'mail',
    trail: ['team', 'messages', 'message'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const content = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId/content',
  staticData: {
    name: 'root.team.outgoingMessages.message.content',
    access: 'team',
    title: 'shell:title.content',
    empty: 'shell:empty.message',
    glyph: 'mail',
    trail: ['team', 'messages', 'message'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const recipients = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId/recipients',
  staticData: {
    name: 'root.team.outgoingMessages.message.recipients',
    access: 'team',
    title: 'shell:title.recipients',
    empty: 'shell:empty.message',
    glyph: 'mail',
    trail: ['team', 'messages', 'message'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const schedule = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId/schedule',
  staticData: {
    name: 'root.team.outgoingMessages.message.schedule',
    access: 'team',
    title: 'shell:title.schedule',
    empty: 'shell:empty.message',
    glyph: 'mail',
    trail: ['team', 'messages', 'message'],
    section: 'messages',
  },
  component: EmptyRoute,
})

const stats = createRoute({
  getParentRoute: () => teamRoute,
  path: 'outgoing-messages/$outgoingMessageId/stats',
  staticData: {
    name: 'root.team.outgoingMessages.message.stats',
    access: 'team',
    title: 'shell:title.stats',
    empty: 'shell:empty.message',
    glyph: 'mail',
    trail: ['team', 'messages', 'message'],
    section: 'messages',
  },
  component: EmptyRoute,
})

export const messageRoutes = [
  messages,
  messagesDashboard,
  drafts,
  scheduled,
  sent,
  archived,
  templatesDrafts,
  templatesPublished,
  templatesArchived,
  newMessage,
  message,
  summary,
  details,
  content,
  recipients,
  schedule,
  stats,
] as const
