/** Calls of messages and templates of `hiddenWorld`, each of one whose state allows it. */
import type { CallArguments } from './call-variants.ts'
import { guess, newEmail, type Own } from './hidden-arguments.ts'
import { png } from './hidden-markers.ts'
import type { HiddenUser } from './hidden-users.ts'
import type { HiddenWorld } from './hidden-world.ts'

/** By endpoint; the first one is of the user's own messages. */
export function messageCalls(
  world: HiddenWorld,
  user: HiddenUser,
  made: Own,
): Record<string, CallArguments[]> {
  const { teamId, messages, visible, hiddenRecords } = world
  const people = [visible[0]!, hiddenRecords[0]!]
  const shared = {
    ...messageReads(teamId, messages.original, messages.recipientIds, people),
    ...pictureCalls(world, made),
  }
  const own = messages.of(user)
  if (!own) return shared
  const { sent, doubtful, recipientIds } = own
  const [first, , doubt] = recipientIds as [number, number, number]
  const at = (outgoingMessageId: number) => ({ teamId, outgoingMessageId })
  const template = (outgoingMessageTemplateId: number) => ({ teamId, outgoingMessageTemplateId })
  const act = (outgoingMessageId: number, body: object = {}): CallArguments[] => [
    { params: at(outgoingMessageId), body },
  ]
  const text = { id: 'a', type: 'text', settings: { html: '<p>{{ field.name }} {{ field.slogan }}</p>' } }
  const content = { subjectLine: 'Mine', design: { settings: {}, blocks: [text] } }
  const reads: Record<string, CallArguments[]> = messageReads(teamId, sent, [first], people)
  return {
    ...Object.fromEntries(
      Object.entries(shared).map(([name, calls]) => [name, [...(reads[name] ?? []), ...calls]]),
    ),
    'messages.update': act(own.edited, { internalDescription: 'Mine' }),
    'messages.saveContent': [
      { params: { ...at(own.edited), languageId: 'en' }, body: { subjectLine: 'Mine' } },
      { params: { ...at(own.edited), languageId: 'en' }, body: content },
    ],
    'messages.removeContent': [{ params: { ...at(own.edited), languageId: 'es' } }],
    'messages.applyTemplate': act(own.edited, { outgoingMessageTemplateId: messages.template }),
    'messages.testSend': act(own.submitted, { languageId: 'en', addresses: [newEmail] }),
    'messages.submit': act(own.submitted),
    'messages.withdraw': act(own.withdrawn),
    'messages.approve': act(own.approved),
    'messages.requestChanges': act(own.sentBack, { text: 'Shorter, please' }),
    'messages.schedule': act(own.scheduledNow, { scheduledAt: '2099-01-01T10:00:00Z' }),
    'messages.unschedule': act(own.unscheduled),
    'messages.send': act(own.sentNow),
    'messages.pause': act(own.paused),
    'messages.resume': act(own.resumed),
    'messages.archive': act(own.archivedNow),
    'messages.unarchive': act(own.unarchived),
    'messages.followUp': [...act(sent, { to: 'failed' }), ...act(sent, { to: 'not_clicked' })],
    'messages.resolveDoubts': act(doubtful, { as: 'sent', recipientIds: [doubt] }),
    'messageTemplates.saveContent': [
      { params: { ...template(own.template), languageId: 'es' }, body: { subjectLine: guess('mine') } },
    ],
    'messageTemplates.removeContent': [{ params: { ...template(own.template), languageId: 'es' } }],
    'messageTemplates.publish': [{ params: template(own.template) }],
    'messageTemplates.unpublish': [{ params: template(own.published) }],
    'messageTemplates.archive': [{ params: template(own.published) }],
    'messageTemplates.unarchive': [{ params: template(own.archivedTemplate) }],
  }
}

function pictureCalls({ teamId, messages, files }: HiddenWorld, made: Own): Record<string, CallArguments[]> {
  const ofFile = (fileId: unknown) => ({ teamId, fileId })
  return {
    'messagePictures.upload': [{ params: { teamId }, query: { name: 'mine.png' }, body: png }],
    'messagePictures.copy': [...(made.fileId ?? []), files.leaflet, files.photo].map((fileId) => ({
      params: { teamId },
      body: { fileId },
    })),
    'messagePictures.get': [messages.picture.id, files.photo, files.own].map((fileId) => ({
      params: ofFile(fileId),
    })),
    'messagePictures.public': [{ params: { token: messages.picture.token } }, { params: { token: 'none' } }],
  }
}

function messageReads(
  teamId: number,
  outgoingMessageId: number,
  recipientIds: readonly number[],
  people: readonly number[],
): Record<string, CallArguments[]> {
  const params = { teamId, outgoingMessageId }
  const ofRecipients = recipientIds.map((recipientId) => ({ params: { ...params, recipientId } }))
  return {
    'messages.get': [{ params }],
    'messages.preview': [
      { params, body: { languageId: 'en' } },
      ...people.map((dataRecordId) => ({ params, body: { languageId: 'en', dataRecordId } })),
    ],
    'messages.recipients': [
      { params, query: {} },
      { params, query: { search: guess('row') } },
      { params, query: { search: guess('own') } },
    ],
    'messages.recipientContent': ofRecipients,
    'messages.notifications': ofRecipients,
    'messages.stats': [{ params }],
    'messages.preflight': [{ params }],
    'messages.preflightRows': [
      { params, query: { isIn: '1' } },
      { params, query: { search: guess('row') } },
    ],
    'messages.why': people.map((dataRecordId) => ({ params: { ...params, dataRecordId } })),
    'messages.ofRecord': people.map((dataRecordId) => ({ params: { teamId, dataRecordId } })),
  }
}
