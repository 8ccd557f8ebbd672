/** Creates templates and a sent message of a sample team, through the same services as the web app. */
import { emptyDesign, messageDesignSchema } from '@muster/contract/messages/design'
import { createMessageBody } from '@muster/contract/messages/messages.schema'
import { createTemplateBody } from '@muster/contract/messages/templates.api'
import { type Language, languages } from '@muster/contract/paging'
import type { SampleContent, SampleMessages, SampleTemplate } from '../../../samples/messages.ts'
import type { Lookup } from '../../../samples/sample.ts'
import type { Deps } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import {
  createMessage,
  createTemplate,
  moveTemplate,
  saveTemplateContent,
  sendersFor,
  storeAsSent,
  updateMessage,
} from '../messages/public.ts'

export async function createMessages(
  deps: Deps,
  teamUser: TeamUser,
  language: Language,
  { templates, sent }: SampleMessages,
  known: Lookup,
): Promise<void> {
  const senders = await sendersFor(deps, teamUser.teamId)
  const ids = new Map<string, number>()
  for (const template of templates)
    ids.set(template.key, await addTemplate(deps, teamUser, language, template))
  const template = templates.find(({ key }) => key === sent.template)!
  const sender = senders.find(({ deliveryMethodId }) => deliveryMethodId === template.method)
  const message = await createMessage(
    deps,
    teamUser,
    createMessageBody.parse({
      internalName: sent.name,
      internalDescription: template.description,
      deliveryMethodId: template.method,
      contentTypeId: 'PARTICIPATION',
      contentLanguageId: language,
      senderId: sender?.id ?? null,
      outgoingMessageTemplateId: ids.get(template.key) ?? null,
    }),
  )
  const dataCollectionId = known.collection(sent.collection)
  const model = await deps.models.get(teamUser.teamId)
  const fields = model.collections.get(dataCollectionId)?.fieldsByColumn
  const languageField = sent.languageColumn === undefined ? undefined : fields?.get(sent.languageColumn)
  await updateMessage(deps, teamUser, message.id, {
    audience: {
      include: [{ kind: 'collection', dataCollectionId }],
      exclude: [],
      addressFieldIds: [],
      languageFieldIds: languageField ? [languageField.id] : [],
    },
  })
  await storeAsSent(deps, teamUser.teamId, message.id, sent.daysAgo)
}

async function addTemplate(
  deps: Deps,
  teamUser: TeamUser,
  language: Language,
  { name, description, method, usedFor, isDraft = false, contents }: SampleTemplate,
): Promise<number> {
  const body = createTemplateBody.parse({
    internalName: name,
    internalDescription: description,
    deliveryMethodId: method,
    usedFor,
    contentLanguageId: language,
  })
  const { id } = await createTemplate(deps, teamUser, body)
  for (const one of languages) {
    const { subject = '', preheader = '', text = '' } = contents[one]
    await saveTemplateContent(deps, teamUser, id, one, {
      subjectLine: subject,
      preheader,
      design: method === 'SMS' ? emptyDesign() : designOf(contents[one]),
      textOnlyVersion: text,
      isTextOwn: method === 'SMS',
    })
  }
  if (!isDraft) await moveTemplate(deps, teamUser, id, 'publish')
  return id
}

function designOf({ heading, html, button }: SampleContent) {
  const [label, url] = button ?? []
  return messageDesignSchema.parse({
    blocks: [
      ...(heading ? [{ id: 'heading', type: 'heading', settings: { text: heading } }] : []),
      ...(html ? [{ id: 'text', type: 'text', settings: { html } }] : []),
      ...(button ? [{ id: 'button', type: 'button', settings: { label, url } }] : []),
    ],
  })
}
