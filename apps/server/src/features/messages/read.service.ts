/** Reads messages: lists, the dashboard, recipients and why somebody got nothing. */
import { AppError } from '@muster/contract/errors'
import { messageStatuses } from '@muster/contract/messages/messages.machine'
import type {
  ListedMessage,
  ListMessages,
  ListRecipients,
  MessagesDashboard,
  Preflight,
  Recipient,
} from '@muster/contract/messages/messages.schema'
import { all } from '../../engine/public.sql.ts'
import type { TeamModel } from '../../engine/public.ts'
import { sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { callerOf } from '../auth/public.ts'
import { type AudienceOf, ledgerRows, preflight } from './audience/audience.service.ts'
import { consentPage } from './consent/consent-token.ts'
import { compileSms } from './content/compile.ts'
import { prepareContent } from './content/render.ts'
import { dashboardRows, inDoubt, monthCounts, ratesOf } from './dashboard.repo.ts'
import { listMessageRows } from './list.repo.ts'
import { messageValues } from './message-values.ts'
import { contentsOf, type MessageRow, teamSettings } from './messages.repo.ts'
import { type MessageDeps, presentListed, visibleMessage } from './messages.service.ts'
import { historyOf } from './moves.ts'
import { searchSql, seenPeople } from './people.ts'
import {
  countRecipientRows,
  findRecipient,
  listRecipientRows,
  notificationsOf,
  type RecipientRow,
  recipientsOfRecord,
  recipientsWhere,
} from './recipients.repo.ts'
import { renderPrepared } from './rendering.ts'
import { approvableSql, viewableSql } from './standing.ts'

/** @throws AppError cursor_invalid */
export async function listMessages(
  { pool }: MessageDeps,
  teamUser: TeamUser,
  query: ListMessages,
): Promise<{ items: ListedMessage[]; total: number; nextCursor: string | null }> {
  const { requiresApproval } = await teamSettings(pool, teamUser.teamId)
  const { items, ...page } = await listMessageRows(pool, teamUser.teamId, query, viewableSql(teamUser))
  return { items: items.map((message) => presentListed(teamUser, message, requiresApproval)), ...page }
}

/** Newest first. @throws AppError not_found */
export async function messageHistory({ pool }: MessageDeps, teamUser: TeamUser, messageId: number) {
  await visibleMessage(pool, teamUser, messageId)
  return historyOf(pool, messageId)
}

/** The message with the rights of its owner; of the reader, if the owner is no longer active. */
async function audienceOf(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
): Promise<AudienceOf & { message: MessageRow }> {
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  const model = await deps.models.get(teamUser.teamId)
  const owner = message.ownedBy && (await callerOf(deps.pool, teamUser.teamId, message.ownedBy.teamUserId))
  return { message, model, contents: await contentsOf(deps.pool, messageId), caller: owner ?? teamUser }
}

/** @throws AppError not_found, validation_failed when the owner may no longer read what the audience names */
export async function preflightOf(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
): Promise<Preflight> {
  const of = await audienceOf(deps, teamUser, messageId)
  const counted = await preflight(deps, deps.pool, of)
  return of.message.deliveryMethodId === 'SMS'
    ? { ...counted, segments: await segmentsOf(deps, of, counted) }
    : counted
}

/** People whose SMS are measured; with more of them it is an estimate. */
const maxMeasured = 2000

async function segmentsOf(
  deps: MessageDeps,
  of: AudienceOf & { message: MessageRow },
  { recipientCount }: Preflight,
): Promise<number> {
  const { model, message, contents } = of
  const found = await ledgerRows(deps, deps.pool, of, {
    condition: sql`l.reason is null`,
    limit: maxMeasured,
  })
  // Of nobody, but as long as that of a person.
  const page = consentPage(deps.config, { kind: 'recipient', teamId: message.teamId, recipientId: 2 ** 31 })
  let segments = 0
  for (const content of contents) {
    const own = found.filter(({ language }) => language === content.languageId)
    if (own.length === 0) continue
    const prepared = prepareContent(compileSms(content.textOnlyVersion, content.languageId).content)
    const shared = await messageValues(deps.pool, model, message.subjectId, content.languageId)
    for (const { values } of own) {
      const rendered = renderPrepared(prepared, { preheader: '', values, shared, page })
      segments += rendered.segments ?? 0
    }
  }
  return found.length === 0 ? 0 : Math.round((segments / found.length) * recipientCount)
}

/** The people of the preflight whom the caller may see. @throws AppError not_found, validation_failed */
export async function preflightPeople(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  {
    reason,
    isIn,
    search,
    limit,
  }: {
    reason?: string | undefined
    isIn?: '0' | '1' | undefined
    search?: string | undefined
    limit: number
  },
) {
  const of = await audienceOf(deps, teamUser, messageId)
  const people = peopleOf(of.model, teamUser, of.message)
  const found = await ledgerRows(deps, deps.pool, of, {
    condition: all([
      reason ? sql`l.reason = ${reason}` : sql`true`,
      isIn === undefined ? sql`true` : isIn === '1' ? sql`l.reason is null` : sql`l.reason is not null`,
      searchSql(people, 'l', search),
    ]),
    limit,
  })
  const seen = await seenPeople(
    deps.pool,
    people,
    found.map(({ recordId, dataCollectionId }) => ({ recordId, homeId: dataCollectionId })),
  )
  return found.map(({ recordId, dataCollectionId, address, language, reason: why }) => {
    const person = recordId === null ? null : (seen.get(recordId) ?? null)
    return {
      dataRecordId: person ? recordId : null,
      dataCollectionId: person ? dataCollectionId : null,
      name: person?.name ?? null,
      address: recordId === null || person?.hasAddress ? address : null,
      languageId: language,
      reason: why,
    }
  })
}

const peopleOf = (
  model: TeamModel,
  caller: TeamUser,
  { deliveryMethodId, audience }: Pick<MessageRow, 'deliveryMethodId' | 'audience'>,
) => ({
  model,
  caller,
  method: deliveryMethodId,
  audience,
})

async function presentRecipients(
  deps: MessageDeps,
  model: TeamModel,
  teamUser: TeamUser,
  message: MessageRow,
  found: readonly RecipientRow[],
): Promise<Recipient[]> {
  const seen = await seenPeople(deps.pool, peopleOf(model, teamUser, message), found)
  return found.map(({ recordId, homeId, address, detail, outgoingMessageId: _message, ...row }) => {
    const person = recordId === null ? null : (seen.get(recordId) ?? null)
    const seesAddress = recordId === null || person?.hasAddress
    return {
      ...row,
      // What servers answer often names the address.
      detail: seesAddress ? detail : null,
      dataRecordId: person ? recordId : null,
      dataCollectionId: person ? homeId : null,
      name: person?.name ?? null,
      address: seesAddress ? address : null,
    } as Recipient
  })
}

/** @throws AppError not_found, cursor_invalid */
export async function listRecipients(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  query: ListRecipients,
): Promise<{ items: Recipient[]; total: number; nextCursor: string | null }> {
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  const model = await deps.models.get(teamUser.teamId)
  const after = query.cursor === undefined ? 0 : Number(query.cursor)
  if (!Number.isSafeInteger(after) || after < 0) throw new AppError('cursor_invalid')
  const visible = searchSql(peopleOf(model, teamUser, message), 'm', query.search)
  const where = recipientsWhere(model, messageId, query, visible)
  const found = await listRecipientRows(deps.pool, model, where, { after, limit: query.limit + 1 })
  const page = found.slice(0, query.limit)
  return {
    items: await presentRecipients(deps, model, teamUser, message, page),
    total: await countRecipientRows(deps.pool, model, where),
    nextCursor: found.length > query.limit ? String(page.at(-1)!.id) : null,
  }
}

/** @throws AppError not_found, also for a recipient whose record the caller may not see */
export async function recipientNotifications(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  recipientId: number,
) {
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  const model = await deps.models.get(teamUser.teamId)
  const found = await findRecipient(deps.pool, model, messageId, recipientId)
  if (!found) throw new AppError('not_found')
  const { values: _values, ...row } = found
  const [recipient] = await presentRecipients(deps, model, teamUser, message, [row])
  if (!recipient || (row.recordId !== null && recipient.dataRecordId === null))
    throw new AppError('not_found')
  const items = await notificationsOf(deps.pool, model, recipientId)
  const isHidden = row.address !== null && recipient.address === null
  return { recipient, items: isHidden ? items.map((item) => ({ ...item, detail: null })) : items }
}

/** Why a person whom the caller may see gets the message or not. @throws AppError not_found */
export async function whyOf(deps: MessageDeps, teamUser: TeamUser, messageId: number, recordId: number) {
  const of = await audienceOf(deps, teamUser, messageId)
  const { message, model } = of
  const own = (await recipientsOfRecord(deps.pool, model, recordId, [messageId])).reverse()
  const recipients = (await presentRecipients(deps, model, teamUser, message, own)).filter(
    ({ dataRecordId }) => dataRecordId !== null,
  )
  if (message.frozenAt !== null) {
    const reason = recipients.length > 0 ? (recipients.at(-1)!.reason ?? null) : null
    return { isInAudience: recipients.length > 0, reason, recipients }
  }
  const [row] = await ledgerRows(deps, deps.pool, of, { condition: sql`l.record_id = ${recordId}`, limit: 1 })
  const seen =
    row &&
    (await seenPeople(deps.pool, peopleOf(model, teamUser, message), [
      { recordId, homeId: row.dataCollectionId },
    ]))
  const isSeen = seen?.has(recordId) ?? false
  return { isInAudience: isSeen, reason: isSeen ? row!.reason : null, recipients }
}

/** The messages of one person, of those that the caller may see; nothing about a record that they may not see. */
export async function messagesOfRecord(deps: MessageDeps, teamUser: TeamUser, recordId: number) {
  const model = await deps.models.get(teamUser.teamId)
  const found = await recipientsOfRecord(deps.pool, model, recordId, null)
  const ids = [...new Set(found.map(({ outgoingMessageId }) => outgoingMessageId))]
  const viewable = sql`m.id = any(${ids}::bigint[]) and ${viewableSql(teamUser)}`
  const messages = await dashboardRows(deps.pool, teamUser.teamId, viewable, ids.length)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const messageOf = new Map(found.map(({ id, outgoingMessageId }) => [id, byId.get(outgoingMessageId)]))
  // What the caller may see of the person differs only with the field that the address was taken from.
  const alike = new Map<string, { message: MessageRow; rows: RecipientRow[] }>()
  for (const row of found) {
    const message = messageOf.get(row.id)
    if (!message) continue
    const key = JSON.stringify([message.deliveryMethodId, message.audience.addressFieldIds])
    const group = alike.get(key) ?? { message, rows: [] }
    group.rows.push(row)
    alike.set(key, group)
  }
  const items: Recipient[] = []
  for (const { message, rows } of alike.values())
    items.push(...(await presentRecipients(deps, model, teamUser, message, rows)))
  return items
    .filter(({ dataRecordId }) => dataRecordId !== null)
    .map((one) => {
      const { id: outgoingMessageId, internalName, deliveryMethodId } = messageOf.get(one.id)!
      return { ...one, outgoingMessageId, internalName, deliveryMethodId }
    })
    .sort((one, other) => other.id - one.id)
}

/** What is being sent, waits or is in doubt, of the messages that the caller may see. */
export async function dashboard(deps: MessageDeps, teamUser: TeamUser): Promise<MessagesDashboard> {
  const { pool, models } = deps
  const { teamId } = teamUser
  const { schema } = await models.get(teamId)
  const { requiresApproval } = await teamSettings(pool, teamId)
  const of = (condition: ReturnType<typeof sql>, order?: ReturnType<typeof sql>) =>
    dashboardRows(pool, teamId, all([condition, viewableSql(teamUser)]), 10, order)
  const listed = (message: MessageRow) => presentListed(teamUser, message, requiresApproval)
  const sending = await of(sql`m.status = 'SENDING' and not m.is_automatic`)
  const rates = await ratesOf(pool, schema, sending)
  const waiting = await of(
    all([sql`m.status = 'AWAITING_APPROVAL'`, approvableSql(teamUser)]),
    sql`m.created_at`,
  )
  const next = await of(sql`m.status = 'SCHEDULED'`, sql`m.scheduled_at`)
  const recent = await of(
    sql`m.status in ('SENT', 'ERROR_SENDING')`,
    sql`coalesce(m.sent_at, m.started_at) desc`,
  )
  const counted = await monthCounts(pool, teamId, viewableSql(teamUser))
  return {
    statuses: Object.fromEntries(
      messageStatuses.flatMap((status) =>
        counted.statuses[status] ? [[status, counted.statuses[status]]] : [],
      ),
    ),
    sending: sending.map((message) => ({ ...listed(message), ...rates.get(message.id)! })),
    awaitingApproval: waiting.map(listed),
    next: next.map(listed),
    recent: recent.map(listed),
    inDoubt: await inDoubt(pool, schema, counted.startedIds),
    month: counted.month,
  }
}
