/** Messages for tests, made through the API as the screens make them. */
import { messagesApi } from '@muster/contract/messages/messages.api'
import { messageSendersApi } from '@muster/contract/messages/senders.api'
import { messageTemplatesApi } from '@muster/contract/messages/templates.api'
import type { ApiClient } from './api.ts'

const html = '<p>Come on Saturday. <a href="{{ system.unsubscribe_url }}">Unsubscribe</a></p>'
const invitation = {
  subjectLine: 'An invitation',
  design: { settings: {}, blocks: [{ id: 'a', type: 'text' as const, settings: { html } }] },
}

/** A sender whose mails stay in the outbox of the server. */
export async function makeSender(api: ApiClient, teamId: number): Promise<number> {
  const { id } = await api.call(messageSendersApi.create, {
    params: { teamId },
    body: {
      name: 'Office',
      deliveryMethodId: 'EMAIL',
      transport: 'outbox',
      fromName: 'The office',
      fromAddress: 'office@example.org',
      isDefault: true,
    },
  })
  return id
}

/** A draft of an invitation, with content. */
export async function makeTemplate(api: ApiClient, teamId: number): Promise<number> {
  const { id } = await api.call(messageTemplatesApi.create, {
    params: { teamId },
    body: {
      internalName: 'Invitation',
      usedFor: 'marketing_and_participation',
      deliveryMethodId: 'EMAIL',
      contentLanguageId: 'en',
    },
  })
  await api.call(messageTemplatesApi.saveContent, {
    params: { teamId, outgoingMessageTemplateId: id, languageId: 'en' },
    body: invitation,
  })
  return id
}

/** A message with content, and without recipients. */
export async function makeDraft(api: ApiClient, teamId: number, internalName: string): Promise<number> {
  const { id } = await api.call(messagesApi.create, {
    params: { teamId },
    body: {
      internalName,
      deliveryMethodId: 'EMAIL',
      contentTypeId: 'MARKETING',
      contentLanguageId: 'en',
    },
  })
  await api.call(messagesApi.saveContent, {
    params: { teamId, outgoingMessageId: id, languageId: 'en' },
    body: invitation,
  })
  return id
}
