/** What happens to a message from its request for approval to the archive, as far as people cause it. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import type { MessageEvent, PauseReason } from '@muster/contract/messages/messages.machine'
import type { MessageContent, OutgoingMessage } from '@muster/contract/messages/messages.schema'
import type { TeamModel } from '../../engine/public.ts'
import { type Sql, sql, type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { countAudience, ownerCaller } from './audience/audience.service.ts'
import { refreshCounts } from './counts.repo.ts'
import {
  contentsOf,
  lockMessage,
  type MessageRow,
  type TeamMessageSettings,
  teamSettings,
} from './messages.repo.ts'
import { announce, getMessage, type MessageDeps } from './messages.service.ts'
import { moveMessage, withoutApproval } from './moves.ts'
import { picturesIn } from './pictures/pictures.service.ts'
import { presentProblem, problemsOf } from './problems.ts'
import { settleDoubts } from './recipients.repo.ts'
import { compileContent } from './rendering.ts'
import { checkMayCause } from './standing.ts'

export interface Act {
  messageId: number
  event: MessageEvent
  version?: number | undefined
  detail?: string
}

/** A message whose row is locked. */
interface Found {
  message: MessageRow
  settings: TeamMessageSettings
  model: TeamModel
}

interface Prepared {
  set?: Sql
  /** After the move, in its transaction. */
  after?: (client: Transaction) => Promise<void>
}

/**
 * Checks the permission, lets the event happen, and answers with the message.
 *
 * @throws AppError not_found, access_denied, message_status, version_conflict, and what `prepare` throws
 */
async function cause(
  deps: MessageDeps,
  teamUser: TeamUser,
  { messageId, event, version, detail }: Act,
  prepare: (client: Transaction, found: Found) => Promise<Prepared> = async () => ({}),
): Promise<OutgoingMessage> {
  const { teamId, teamUserId } = teamUser
  const model = await deps.models.get(teamId)
  await transaction(deps.pool, async (client) => {
    const message = await lockMessage(client, teamId, messageId)
    if (!message) throw new AppError('not_found')
    const settings = await teamSettings(client, teamId)
    checkMayCause(teamUser, event, message, settings.requiresApproval)
    if (version !== undefined && message.version !== version) throw new AppError('version_conflict')
    const { after, ...more } = await prepare(client, { message, settings, model })
    await moveMessage(client, { teamId, messageId, event, by: teamUserId, detail: detail ?? null, ...more })
    await after?.(client)
  })
  await announce(deps, teamId)
  return getMessage(deps, teamUser, messageId)
}

/** @throws AppError message_problems */
async function checkProblems(
  deps: MessageDeps,
  client: Transaction,
  { message, settings, model }: Found,
  caller: TeamUser,
): Promise<MessageContent[]> {
  const contents = await contentsOf(client, message.id)
  const pictures = await picturesIn(client, model, contents)
  const problems = problemsOf(model, message, contents, settings, pictures)
  const context = { model, caller, method: message.deliveryMethodId }
  // What only the compiler finds: Liquid that cannot be read.
  for (const content of problems.some(({ isBlocking }) => isBlocking) ? [] : contents) {
    const compiled = await compileContent(client, deps, context, content)
    problems.push(...compiled.problems.map((one) => presentProblem(one, content.languageId)))
  }
  const blocking = problems.filter(({ isBlocking }) => isBlocking)
  if (blocking.length > 0)
    throw new AppError('message_problems', { params: { codes: blocking.map(({ code }) => code).join() } })
  return contents
}

/**
 * What an approval is bound to: what the message says, to whom, and from whom. Anything else may change.
 *
 * @returns a hash
 */
export function approvalHash(message: MessageRow, contents: readonly MessageContent[]): string {
  const { audience, senderId, contentTypeId, deliveryMethodId, contentLanguageId, subjectId } = message
  const bound = [audience, senderId, contentTypeId, deliveryMethodId, contentLanguageId, subjectId, contents]
  return crypto.createHash('sha256').update(JSON.stringify(bound)).digest('base64url')
}

/** Events that only move a message. */
export function moveOnly(deps: MessageDeps, teamUser: TeamUser, act: Act): Promise<OutgoingMessage> {
  return cause(deps, teamUser, act)
}

/** @throws AppError message_problems, and as all events */
export function submit(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'>,
): Promise<OutgoingMessage> {
  return cause(deps, teamUser, { ...act, event: 'submit' }, async (client, found) => {
    await checkProblems(deps, client, found, teamUser)
    return { set: sql`submitted_by = ${teamUser.teamUserId}, changes_wanted = null` }
  })
}

/** Approves the contents, the audience, the sender and the number of recipients as they are now. */
export function approve(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'>,
): Promise<OutgoingMessage> {
  return cause(deps, teamUser, { ...act, event: 'approve' }, async (client, found) => {
    const { message, model } = found
    const contents = await checkProblems(deps, client, found, teamUser)
    const caller = await ownerCaller(client, message)
    const count = await countAudience(deps, client, { message, contents, model, caller })
    return {
      set: sql`approved_by = ${teamUser.teamUserId}, approved_at = now(), approved_count = ${count},
        approved_hash = ${approvalHash(message, contents)}`,
    }
  })
}

export function requestChanges(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'> & { text: string },
): Promise<OutgoingMessage> {
  const { text, ...rest } = act
  return cause(deps, teamUser, { ...rest, event: 'requestChanges', detail: text }, async () => ({
    set: sql`changes_wanted = ${text}, ${withoutApproval}`,
  }))
}

const minLeadMs = -60_000

/** @throws AppError validation_failed for a time in the past, message_problems */
export function schedule(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'> & { scheduledAt: string },
): Promise<OutgoingMessage> {
  const { scheduledAt, ...rest } = act
  if (Date.parse(scheduledAt) - Date.now() < minLeadMs)
    throw new AppError('validation_failed', { errors: [{ path: 'scheduledAt', code: 'out_of_range' }] })
  return cause(deps, teamUser, { ...rest, event: 'schedule', detail: scheduledAt }, async (client, found) => {
    await checkProblems(deps, client, found, teamUser)
    await ownerCaller(client, found.message)
    return { set: sql`scheduled_at = ${scheduledAt}::timestamptz` }
  })
}

export function unschedule(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'>,
): Promise<OutgoingMessage> {
  return cause(deps, teamUser, { ...act, event: 'unschedule' }, async () => ({
    set: sql`scheduled_at = null`,
  }))
}

/** Begins to send: a job freezes the recipients, then the send loop takes the message up. */
export function send(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'>,
): Promise<OutgoingMessage> {
  return cause(deps, teamUser, { ...act, event: 'start' }, async (client, found) => {
    await checkProblems(deps, client, found, teamUser)
    await ownerCaller(client, found.message)
    return {
      set: startColumns(null),
      after: (own: Transaction) => addStart(deps, own, teamUser.teamId, found.message.id),
    }
  })
}

/** Columns of a message that begins to be sent, or waits for somebody to resume it. */
export const startColumns = (pause: PauseReason | null): Sql =>
  sql`started_at = now(), frozen_at = null, paused_at = ${pause === null ? sql`null` : sql`now()`}, pause_reason = ${pause}`

/** Adds the job that freezes the recipients; it exists if the transaction commits. */
export async function addStart(
  { jobs }: Pick<MessageDeps, 'jobs'>,
  client: Transaction,
  teamId: number,
  messageId: number,
): Promise<void> {
  const name = `start message ${messageId}`
  await jobs.add(
    'start_message',
    { teamId, messageId },
    { client, jobKey: name, queue: `messages ${teamId}` },
  )
}

export function pause(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'>,
): Promise<OutgoingMessage> {
  return cause(deps, teamUser, { ...act, event: 'pause' }, async () => ({
    set: sql`paused_at = now(), pause_reason = 'person'`,
  }))
}

/** Goes on with those who wait; where the recipients were never frozen, begins with that. */
export function resume(
  deps: MessageDeps,
  teamUser: TeamUser,
  act: Omit<Act, 'event'>,
): Promise<OutgoingMessage> {
  return cause(deps, teamUser, { ...act, event: 'resume' }, async (_client, { message }) => ({
    set: sql`paused_at = null, pause_reason = null`,
    ...(message.frozenAt === null && !message.isAutomatic
      ? { after: (own: Transaction) => addStart(deps, own, teamUser.teamId, message.id) }
      : {}),
  }))
}

/**
 * Counts recipients in doubt as sent, or sends to them again.
 *
 * @throws AppError not_found, access_denied, message_status before it was started or when nobody is in doubt
 */
export async function resolveDoubts(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  body: { as: 'sent' | 'again'; recipientIds?: readonly number[] | undefined },
): Promise<OutgoingMessage> {
  const { teamId, teamUserId } = teamUser
  const model = await deps.models.get(teamId)
  await transaction(deps.pool, async (client) => {
    const message = await lockMessage(client, teamId, messageId)
    if (!message) throw new AppError('not_found')
    const settings = await teamSettings(client, teamId)
    checkMayCause(
      teamUser,
      'pause',
      { ...message, status: 'SENDING', pausedAt: null },
      settings.requiresApproval,
    )
    const isStarted = ['SENDING', 'SENT', 'ERROR_SENDING'].includes(message.status)
    if (!isStarted) throw new AppError('message_status', { params: { status: message.status } })
    const count = await settleDoubts(client, model, messageId, body)
    if (count === 0) throw new AppError('message_status', { params: { status: message.status } })
    await refreshCounts(client, model.schema, messageId)
    if (body.as === 'again' && message.status !== 'SENDING')
      await moveMessage(client, {
        teamId,
        messageId,
        event: 'resume',
        by: teamUserId,
        set: sql`sent_at = null`,
      })
  })
  await announce(deps, teamId)
  return getMessage(deps, teamUser, messageId)
}
