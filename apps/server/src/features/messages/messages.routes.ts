import type { messagesApi } from '@muster/contract/messages/messages.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { followUp } from './follow-up.ts'
import {
  approve,
  moveOnly,
  pause,
  requestChanges,
  resolveDoubts,
  resume,
  schedule,
  send,
  submit,
  unschedule,
} from './life.service.ts'
import {
  applyTemplate,
  createMessage,
  getMessage,
  removeContent,
  removeMessage,
  saveContent,
  updateMessage,
} from './messages.service.ts'
import { previewMessage, recipientContent, testSend } from './preview.service.ts'
import {
  dashboard,
  listMessages,
  listRecipients,
  messageHistory,
  messagesOfRecord,
  preflightOf,
  preflightPeople,
  recipientNotifications,
  whyOf,
} from './read.service.ts'
import { messageStats } from './stats.service.ts'

type Routes = Handlers<typeof messagesApi>

export function messagesRoutes(deps: Deps): Routes {
  const moving =
    (event: 'withdraw' | 'archive' | 'unarchive'): Routes['withdraw'] =>
    ({ params, body }, { teamUser }) =>
      moveOnly(deps, teamUser, { messageId: params.outgoingMessageId, event, version: body.version })
  const acting =
    (act: typeof send): Routes['send'] =>
    ({ params, body }, { teamUser }) =>
      act(deps, teamUser, { messageId: params.outgoingMessageId, version: body.version })
  return {
    dashboard: (_call, { teamUser }) => dashboard(deps, teamUser),
    list: ({ query }, { teamUser }) => listMessages(deps, teamUser, query),
    get: ({ params }, { teamUser }) => getMessage(deps, teamUser, params.outgoingMessageId),
    create: ({ body }, { teamUser }) => createMessage(deps, teamUser, body),
    update: ({ params, body }, { teamUser }) => updateMessage(deps, teamUser, params.outgoingMessageId, body),
    remove: async ({ params }, { teamUser }) => {
      await removeMessage(deps, teamUser, params.outgoingMessageId)
      return { id: params.outgoingMessageId }
    },
    saveContent: ({ params, body }, { teamUser }) =>
      saveContent(deps, teamUser, params.outgoingMessageId, params.languageId, body),
    removeContent: ({ params }, { teamUser }) =>
      removeContent(deps, teamUser, params.outgoingMessageId, params.languageId),
    applyTemplate: ({ params, body }, { teamUser }) =>
      applyTemplate(deps, teamUser, params.outgoingMessageId, body),
    preview: ({ params, body }, { teamUser }) =>
      previewMessage(deps, teamUser, params.outgoingMessageId, body),
    testSend: ({ params, body }, { teamUser }) => testSend(deps, teamUser, params.outgoingMessageId, body),
    preflight: ({ params }, { teamUser }) => preflightOf(deps, teamUser, params.outgoingMessageId),
    preflightRows: async ({ params, query }, { teamUser }) => ({
      items: await preflightPeople(deps, teamUser, params.outgoingMessageId, query),
    }),
    submit: acting(submit),
    withdraw: moving('withdraw'),
    approve: acting(approve),
    requestChanges: ({ params, body }, { teamUser }) =>
      requestChanges(deps, teamUser, { messageId: params.outgoingMessageId, ...body }),
    schedule: ({ params, body }, { teamUser }) =>
      schedule(deps, teamUser, { messageId: params.outgoingMessageId, ...body }),
    unschedule: acting(unschedule),
    send: acting(send),
    pause: acting(pause),
    resume: acting(resume),
    archive: moving('archive'),
    unarchive: moving('unarchive'),
    followUp: ({ params, body }, { teamUser }) => followUp(deps, teamUser, params.outgoingMessageId, body.to),
    resolveDoubts: ({ params, body }, { teamUser }) =>
      resolveDoubts(deps, teamUser, params.outgoingMessageId, body),
    history: async ({ params }, { teamUser }) => ({
      items: await messageHistory(deps, teamUser, params.outgoingMessageId),
    }),
    recipients: ({ params, query }, { teamUser }) =>
      listRecipients(deps, teamUser, params.outgoingMessageId, query),
    recipientContent: ({ params }, { teamUser }) =>
      recipientContent(deps, teamUser, params.outgoingMessageId, params.recipientId),
    notifications: ({ params }, { teamUser }) =>
      recipientNotifications(deps, teamUser, params.outgoingMessageId, params.recipientId),
    stats: ({ params }, { teamUser }) => messageStats(deps, teamUser, params.outgoingMessageId),
    why: ({ params }, { teamUser }) => whyOf(deps, teamUser, params.outgoingMessageId, params.dataRecordId),
    ofRecord: async ({ params }, { teamUser }) => ({
      items: await messagesOfRecord(deps, teamUser, params.dataRecordId),
    }),
  }
}
