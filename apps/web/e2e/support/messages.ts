/** Messages for tests, made through the API as the screens make them. */
import { messagesApi } from '@muster/contract/messages/messages.api'
import { messageSendersApi } from '@muster/contract/messages/senders.api'
import { messageTemplatesApi } from '@muster/contract/messages/templates.api'
import type { ApiClient } from './api.ts'

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
  const html = '<p>Come on Saturday. <a href="{{ system.unsubscribe_url }}">Unsubscribe</a></p>'
  const text = { id: 'a', type: 'text' as const, settings: { html } }
  await api.call(messageTemplatesApi.saveContent, {
    params: { teamId, outgoingMessageTemplateId: id, languageId: 'en' },
    body: { subjectLine: 'An invitation', design: { settings: {}, blocks: [text] } },
  })
  return id
}

export async function makeDraft(
  api: ApiClient,
  teamId: number,
  internalName: string,
  outgoingMessageTemplateId: number | null = null,
): Promise<number> {
  const { id } = await api.call(messagesApi.create, {
    params: { teamId },
    body: {
      internalName,
      deliveryMethodId: 'EMAIL',
      contentTypeId: 'MARKETING',
      contentLanguageId: 'en',
      outgoingMessageTemplateId,
    },
  })
  return id
}
