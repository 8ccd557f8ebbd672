/** Messages before they are sent: who sees and changes them, and what they say. */
import { AppError } from '@muster/contract/errors'
import { mayDoToMessage, mayOwn } from '@muster/contract/messages/message-permissions'
import type {
  CreateMessage,
  ListedMessage,
  OutgoingMessage,
  SaveContent,
  UpdateMessage,
} from '@muster/contract/messages/messages.schema'
import { templateUses } from '@muster/contract/messages/templates.api'
import type { Language } from '@muster/contract/paging'
import { currentUserOf, type Deps } from '../../engine/public.ts'
import { type Executor, type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { checkAudience } from './audience/check-audience.ts'
import { checkContent } from './audience/check-content.ts'
import {
  contentsOf,
  copyContents,
  deleteContentRow,
  findMessage,
  insertMessage,
  knownReferences,
  lockMessage,
  type MessageRow,
  saveContentRow,
  setTemplate,
  teamSettings,
  updateMessageRow,
} from './messages.repo.ts'
import { moveMessage, withoutApproval } from './moves.ts'
import { picturesIn } from './pictures/pictures.service.ts'
import { problemsOf } from './problems.ts'
import { checkMay, checkMayCause, eventsFor, standingOf } from './standing.ts'
import { findTemplate } from './templates.repo.ts'

export type MessageDeps = Pick<Deps, 'config' | 'pool' | 'models' | 'live' | 'jobs' | 'mailer' | 'log'>

export const announce = ({ live }: Pick<Deps, 'live'>, teamId: number): Promise<void> =>
  live.changed(teamId, { kind: 'messages' })

/** The message, if the caller may see it. @throws AppError not_found */
export async function visibleMessage(
  executor: Executor,
  teamUser: TeamUser,
  messageId: number,
): Promise<MessageRow> {
  const message = await findMessage(executor, teamUser.teamId, messageId)
  if (!message) throw new AppError('not_found')
  checkMay(teamUser, message, 'view')
  return message
}

export function presentListed(
  teamUser: TeamUser,
  message: MessageRow,
  requiresApproval: boolean,
): ListedMessage {
  const { isOwn } = standingOf(teamUser, message)
  return {
    id: message.id,
    internalName: message.internalName,
    deliveryMethodId: message.deliveryMethodId,
    contentTypeId: message.contentTypeId,
    status: message.status,
    isOwn,
    isAutomatic: message.isAutomatic,
    ownedBy: message.ownedBy,
    createdAt: message.createdAt,
    scheduledAt: message.scheduledAt,
    sentAt: message.sentAt,
    pausedAt: message.pausedAt,
    counts: message.counts,
    mayDo: eventsFor(teamUser, message, requiresApproval),
  }
}

/** @throws AppError not_found */
export async function getMessage(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
): Promise<OutgoingMessage> {
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  return present(deps, teamUser, message)
}

async function present(deps: MessageDeps, teamUser: TeamUser, message: MessageRow): Promise<OutgoingMessage> {
  const { pool: executor, models } = deps
  const model = await models.get(message.teamId)
  const settings = await teamSettings(executor, message.teamId)
  const contents = await contentsOf(executor, message.id)
  const first = contents.find(({ languageId }) => languageId === message.contentLanguageId)
  const {
    createdBy: _createdBy,
    submittedBy: _submittedBy,
    approvedHash: _hash,
    statusBefore: _before,
    frozenAt: _frozen,
    senderState: _state,
    ...own
  } = message
  return {
    ...own,
    ...presentListed(teamUser, message, settings.requiresApproval),
    approval: message.approval && { ...message.approval, at: new Date(message.approval.at).toISOString() },
    subjectLine: first?.subjectLine ?? '',
    textOnlyVersion: first?.textOnlyVersion ?? '',
    contents,
    requiresApproval: settings.requiresApproval,
    problems: problemsOf(model, message, contents, settings, await picturesIn(executor, model, contents)),
  }
}

/** @throws AppError access_denied, validation_failed, not_found for a template or a message to copy */
export async function createMessage(
  deps: MessageDeps,
  teamUser: TeamUser,
  body: CreateMessage,
): Promise<OutgoingMessage> {
  const { teamId } = teamUser
  if (!mayDoToMessage(teamUser, 'edit', { deliveryMethodId: body.deliveryMethodId, isOwn: true }))
    throw new AppError('access_denied')
  const id = await transaction(deps.pool, async (client) => {
    const { copyOfOutgoingMessageId, ...details } = body
    await checkReferences(client, teamId, { ...details, ownedBy: null })
    const settings = await teamSettings(client, teamId)
    const copied = copyOfOutgoingMessageId
      ? await visibleMessage(client, teamUser, copyOfOutgoingMessageId)
      : undefined
    if (copied && copied.deliveryMethodId !== body.deliveryMethodId)
      throw wrong('copyOfOutgoingMessageId', 'unknown_choice')
    if (body.outgoingMessageTemplateId)
      await usableTemplate(client, teamId, {
        ...body,
        outgoingMessageTemplateId: body.outgoingMessageTemplateId,
      })
    const messageId = await insertMessage(client, teamId, {
      ...details,
      ownedBy: currentUserOf(teamUser),
      tracksOpens: copied?.tracksOpens ?? settings.tracksOpens,
      tracksClicks: copied?.tracksClicks ?? settings.tracksClicks,
      ...(copied ? { audience: copied.audience, window: copied.window } : {}),
    })
    const to = { table: 'outgoing_message_content', id: messageId } as const
    if (copied) await copyContents(client, { ...to, id: copied.id }, to)
    else if (body.outgoingMessageTemplateId)
      await copyContents(
        client,
        { table: 'message_template_content', id: body.outgoingMessageTemplateId },
        to,
      )
    await keepFirstContent(client, messageId, body.contentLanguageId)
    return messageId
  })
  await announce(deps, teamId)
  return getMessage(deps, teamUser, id)
}

/** The first content language always has a content, be it empty. */
async function keepFirstContent(client: Transaction, messageId: number, language: Language): Promise<void> {
  await saveContentRow(client, 'outgoing_message_content', messageId, language, {})
}

const wrong = (path: string, code: 'unknown_choice' | 'unknown_record' | 'required'): AppError =>
  new AppError('validation_failed', { errors: [{ path, code }] })

/** @throws AppError validation_failed */
async function usableTemplate(
  client: Transaction,
  teamId: number,
  {
    outgoingMessageTemplateId,
    deliveryMethodId,
    contentTypeId,
  }: {
    outgoingMessageTemplateId: number
    deliveryMethodId: string
    contentTypeId: string
  },
): Promise<void> {
  const template = await findTemplate(client, teamId, outgoingMessageTemplateId)
  const isFit =
    template?.status === 'PUBLISHED' &&
    template.deliveryMethodId === deliveryMethodId &&
    (templateUses[template.usedFor] as readonly string[]).includes(contentTypeId)
  if (!isFit) throw wrong('outgoingMessageTemplateId', 'unknown_choice')
}

async function checkReferences(
  client: Transaction,
  teamId: number,
  of: { senderId: number | null; subjectId: number | null; ownedBy: number | null; deliveryMethodId: string },
): Promise<void> {
  const known = await knownReferences(client, teamId, of)
  if (of.senderId !== null && !known.sender) throw wrong('senderId', 'unknown_choice')
  if (of.subjectId !== null && !known.subject) throw wrong('subjectId', 'unknown_choice')
  if (of.ownedBy !== null && !known.owner) throw wrong('ownedBy', 'unknown_choice')
}

/** Runs a change of a message that is still being written; an approval is taken back. */
async function edit(
  deps: MessageDeps,
  teamUser: TeamUser,
  { messageId, version }: { messageId: number; version?: number | undefined },
  work: (client: Transaction, message: MessageRow) => Promise<void>,
): Promise<OutgoingMessage> {
  const { teamId } = teamUser
  await transaction(deps.pool, async (client) => {
    const message = await lockMessage(client, teamId, messageId)
    if (!message) throw new AppError('not_found')
    checkMayCause(teamUser, 'edit', message, false)
    await moveMessage(client, {
      teamId,
      messageId,
      event: 'edit',
      by: teamUser.teamUserId,
      version,
      set: withoutApproval,
    })
    await work(client, message)
  })
  await announce(deps, teamId)
  return getMessage(deps, teamUser, messageId)
}

/** @throws AppError not_found, access_denied, validation_failed, message_status, version_conflict */
export function updateMessage(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  { version, ...changes }: UpdateMessage,
): Promise<OutgoingMessage> {
  return edit(deps, teamUser, { messageId, version }, async (client, message) => {
    await checkReferences(client, teamUser.teamId, {
      senderId: changes.senderId ?? null,
      subjectId: changes.subjectId ?? null,
      ownedBy: changes.ownedBy ?? null,
      deliveryMethodId: message.deliveryMethodId,
    })
    const { ownedBy } = changes
    const owner = message.ownedBy?.teamUserId ?? null
    if (ownedBy !== undefined && !mayOwn(teamUser, currentUserOf(teamUser), owner, ownedBy))
      throw new AppError('access_denied')
    if (changes.audience) {
      const model = await deps.models.get(teamUser.teamId)
      checkAudience(model, teamUser, message.deliveryMethodId, changes.audience)
    }
    await updateMessageRow(client, messageId, changes)
    if (changes.contentLanguageId) await keepFirstContent(client, messageId, changes.contentLanguageId)
  })
}

/** @throws AppError not_found, access_denied, message_status, version_conflict */
export function saveContent(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  language: Language,
  { version, ...content }: SaveContent,
): Promise<OutgoingMessage> {
  return edit(deps, teamUser, { messageId, version }, (client, message) =>
    changeContents(deps, client, teamUser, message, () =>
      saveContentRow(client, 'outgoing_message_content', messageId, language, content),
    ),
  )
}

/** @throws AppError validation_failed for what the author may not read, in a message of somebody else */
async function changeContents(
  { models }: MessageDeps,
  client: Transaction,
  teamUser: TeamUser,
  message: MessageRow,
  change: () => Promise<unknown>,
): Promise<void> {
  if (message.ownedBy?.teamUserId === currentUserOf(teamUser)) return void (await change())
  const before = await contentsOf(client, message.id)
  await change()
  checkContent(await models.get(teamUser.teamId), teamUser, before, await contentsOf(client, message.id))
}

/** @throws AppError not_found, access_denied, message_status, validation_failed for the first language */
export function removeContent(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  language: Language,
): Promise<OutgoingMessage> {
  return edit(deps, teamUser, { messageId }, async (client, message) => {
    if (message.contentLanguageId === language) throw wrong('languageId', 'required')
    const count = await deleteContentRow(client, 'outgoing_message_content', messageId, language)
    if (count === 0) throw new AppError('not_found')
  })
}

/** @throws AppError not_found, access_denied, message_status, version_conflict, validation_failed */
export function applyTemplate(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  { outgoingMessageTemplateId, version }: { outgoingMessageTemplateId: number; version?: number | undefined },
): Promise<OutgoingMessage> {
  return edit(deps, teamUser, { messageId, version }, async (client, message) => {
    await usableTemplate(client, teamUser.teamId, { ...message, outgoingMessageTemplateId })
    await changeContents(deps, client, teamUser, message, () =>
      copyContents(
        client,
        { table: 'message_template_content', id: outgoingMessageTemplateId },
        { table: 'outgoing_message_content', id: messageId },
      ),
    )
    await keepFirstContent(client, messageId, message.contentLanguageId)
    await setTemplate(client, messageId, outgoingMessageTemplateId)
  })
}

/** Deletes a draft. @throws AppError not_found, access_denied, message_status */
export async function removeMessage(deps: MessageDeps, teamUser: TeamUser, messageId: number): Promise<void> {
  const { teamId, teamUserId } = teamUser
  await transaction(deps.pool, async (client) => {
    const message = await lockMessage(client, teamId, messageId)
    if (!message) throw new AppError('not_found')
    checkMayCause(teamUser, 'delete', message, false)
    await moveMessage(client, { teamId, messageId, event: 'delete', by: teamUserId })
  })
  await announce(deps, teamId)
}
