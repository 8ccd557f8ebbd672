/** SQL of outgoing messages and their contents. Who gets them is in the schema of the team (`recipients.repo.ts`). */
import type { Audience } from '@muster/contract/messages/audience'
import { emptyDesign } from '@muster/contract/messages/design'
import type { MessageStatus, PauseReason } from '@muster/contract/messages/messages.machine'
import type {
  CreateMessage,
  MessageContent,
  OutgoingMessage,
  SaveContent,
  UpdateMessage,
} from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import {
  type Executor,
  join,
  one,
  rawSql,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
} from '../../platform/db.ts'

/** A message as stored, with what decides who may do what to it. */
export interface MessageRow
  extends Omit<
    OutgoingMessage,
    'isOwn' | 'mayDo' | 'contents' | 'problems' | 'requiresApproval' | 'subjectLine' | 'textOnlyVersion'
  > {
  createdBy: number | null
  submittedBy: number | null
  approvedHash: string | null
  statusBefore: MessageStatus | null
  frozenAt: string | null
  pauseReason: PauseReason | null
  senderState: string | null
}

const personOf = (id: Sql): Sql =>
  sql`(select json_build_object('teamUserId', tu.id, 'name', trim(tu.first_name || ' ' || tu.last_name))
    from muster.team_user tu where tu.id = ${id})`

/** The columns of a message `m`. */
export const messageColumns = sql`
  m.id, m.team_id as "teamId", m.internal_name as "internalName", m.internal_description as "internalDescription",
  m.delivery_method as "deliveryMethodId", m.content_type as "contentTypeId", m.content_language as "contentLanguageId",
  m.sender_id as "senderId", m.subject_id as "subjectId", ${personOf(sql`m.owned_by`)} as "ownedBy",
  m.created_by as "createdByTeamUserId", m.created_by as "createdBy", m.submitted_by as "submittedBy",
  m.message_template_id as "outgoingMessageTemplateId", m.status, m.status_before as "statusBefore",
  m.is_automatic as "isAutomatic", m.audience,
  case when m.window_from is not null and m.window_to is not null then
    json_build_object('from', left(m.window_from::text, 5), 'to', left(m.window_to::text, 5)) end as window,
  m.tracks_opens as "tracksOpens", m.tracks_clicks as "tracksClicks",
  case when m.approved_at is not null then json_build_object('by', ${personOf(sql`m.approved_by`)},
    'at', m.approved_at, 'recipientCount', m.approved_count) end as approval,
  m.approved_hash as "approvedHash", m.changes_wanted as "changesWanted", m.scheduled_at as "scheduledAt",
  m.started_at as "startedAt", m.frozen_at as "frozenAt", m.paused_at as "pausedAt", m.pause_reason as "pauseReason",
  m.sent_at as "sentAt", m.counts, m.version, m.created_at as "createdAt",
  (select s.state from muster.message_sender s where s.id = m.sender_id and s.deleted_at is null) as "senderState"`

export function findMessage(
  executor: Executor,
  teamId: number,
  messageId: number,
): Promise<MessageRow | undefined> {
  return one(
    executor,
    sql`select ${messageColumns} from muster.outgoing_message m
        where m.team_id = ${teamId} and m.id = ${messageId} and m.deleted_at is null`,
  )
}

/** Waits for others who change the message. */
export async function lockMessage(
  client: Transaction,
  teamId: number,
  messageId: number,
): Promise<MessageRow | undefined> {
  await run(
    client,
    sql`select from muster.outgoing_message where team_id = ${teamId} and id = ${messageId} for no key update`,
  )
  return findMessage(client, teamId, messageId)
}

/** What a message says, the first language first. */
export function contentsOf(executor: Executor, messageId: number): Promise<MessageContent[]> {
  return rows(
    executor,
    sql`select c.language as "languageId", c.subject_line as "subjectLine", c.preheader, c.design,
          c.text_only as "textOnlyVersion", c.text_is_own as "isTextOwn"
        from muster.outgoing_message_content c join muster.outgoing_message m on m.id = c.outgoing_message_id
        where c.outgoing_message_id = ${messageId} order by c.language <> m.content_language, c.language`,
  )
}

export async function insertMessage(
  client: Transaction,
  teamId: number,
  message: Omit<CreateMessage, 'copyOfOutgoingMessageId'> & {
    ownedBy: number
    audience?: Audience
    window?: { from: string; to: string } | null
    tracksOpens: boolean
    tracksClicks: boolean
  },
): Promise<number> {
  const { window = null, audience } = message
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.outgoing_message (team_id, internal_name, internal_description, delivery_method, content_type,
          content_language, sender_id, subject_id, owned_by, created_by, message_template_id, tracks_opens, tracks_clicks,
          window_from, window_to, audience)
        values (${teamId}, ${message.internalName}, ${message.internalDescription}, ${message.deliveryMethodId},
          ${message.contentTypeId}, ${message.contentLanguageId}, ${message.senderId}, ${message.subjectId},
          ${message.ownedBy}, ${message.ownedBy}, ${message.outgoingMessageTemplateId}, ${message.tracksOpens},
          ${message.tracksClicks}, ${window?.from ?? null}, ${window?.to ?? null},
          ${JSON.stringify(audience ?? { include: [], exclude: [], addressFieldIds: [], languageFieldIds: [] })})
        returning id`,
  )
  return row!.id
}

/** Changes the details that are named. */
export async function updateMessageRow(
  client: Transaction,
  messageId: number,
  changes: Omit<UpdateMessage, 'version'>,
): Promise<void> {
  const set: Record<keyof typeof changes, (value: never) => Sql> = {
    internalName: (value) => sql`internal_name = ${value}`,
    internalDescription: (value) => sql`internal_description = ${value}`,
    contentTypeId: (value) => sql`content_type = ${value}`,
    contentLanguageId: (value) => sql`content_language = ${value}`,
    senderId: (value) => sql`sender_id = ${value}`,
    ownedBy: (value) => sql`owned_by = ${value}`,
    subjectId: (value) => sql`subject_id = ${value}`,
    audience: (value: Audience) => sql`audience = ${JSON.stringify(value)}`,
    window: (value: UpdateMessage['window']) =>
      sql`window_from = ${value?.from ?? null}, window_to = ${value?.to ?? null}`,
    tracksOpens: (value) => sql`tracks_opens = ${value}`,
    tracksClicks: (value) => sql`tracks_clicks = ${value}`,
  }
  const assignments = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => set[name as keyof typeof changes](value as never))
  if (assignments.length === 0) return
  await run(client, sql`update muster.outgoing_message set ${join(assignments)} where id = ${messageId}`)
}

/** Remembers from which template a message's contents are. */
export async function setTemplate(client: Transaction, messageId: number, templateId: number): Promise<void> {
  await run(
    client,
    sql`update muster.outgoing_message set message_template_id = ${templateId} where id = ${messageId}`,
  )
}

/** The tables of contents: of messages and of templates. */
export type ContentTable = 'outgoing_message_content' | 'message_template_content'
const ownerColumn: Record<ContentTable, Sql> = {
  outgoing_message_content: rawSql('outgoing_message_id'),
  message_template_content: rawSql('message_template_id'),
}
const tableOf = (table: ContentTable): Sql => rawSql(`muster.${table}`)

/** Adds the language, or changes the parts that are named. */
export async function saveContentRow(
  client: Transaction,
  table: ContentTable,
  id: number,
  language: Language,
  content: Omit<SaveContent, 'version'>,
): Promise<void> {
  const { subjectLine, preheader, design, textOnlyVersion, isTextOwn } = content
  await run(
    client,
    sql`insert into ${tableOf(table)} as c (${ownerColumn[table]}, language, subject_line, preheader, design, text_only,
          text_is_own)
        values (${id}, ${language}, ${subjectLine ?? ''}, ${preheader ?? ''}, ${JSON.stringify(design ?? emptyDesign())},
          ${textOnlyVersion ?? ''}, ${isTextOwn ?? false})
        on conflict (${ownerColumn[table]}, language) do update set
          subject_line = coalesce(${subjectLine ?? null}, c.subject_line),
          preheader = coalesce(${preheader ?? null}, c.preheader),
          design = coalesce(${design ? JSON.stringify(design) : null}::jsonb, c.design),
          text_only = coalesce(${textOnlyVersion ?? null}, c.text_only),
          text_is_own = coalesce(${isTextOwn ?? null}, c.text_is_own)`,
  )
}

export function deleteContentRow(
  client: Transaction,
  table: ContentTable,
  id: number,
  language: Language,
): Promise<number> {
  return run(
    client,
    sql`delete from ${tableOf(table)} where ${ownerColumn[table]} = ${id} and language = ${language}`,
  )
}

/** Replaces all contents by those of another message or of a template. */
export async function copyContents(
  client: Transaction,
  from: { table: ContentTable; id: number },
  to: { table: ContentTable; id: number },
): Promise<void> {
  await run(client, sql`delete from ${tableOf(to.table)} where ${ownerColumn[to.table]} = ${to.id}`)
  await run(
    client,
    sql`insert into ${tableOf(to.table)} (${ownerColumn[to.table]}, language, subject_line, preheader, design, text_only,
          text_is_own)
        select ${to.id}::bigint, language, subject_line, preheader, design, text_only, text_is_own
        from ${tableOf(from.table)} where ${ownerColumn[from.table]} = ${from.id}`,
  )
}

export interface TeamMessageSettings {
  requiresApproval: boolean
  tracksOpens: boolean
  tracksClicks: boolean
  postalAddress: string
}

export async function teamSettings(executor: Executor, teamId: number): Promise<TeamMessageSettings> {
  const row = await one<TeamMessageSettings>(
    executor,
    sql`select requires_approval as "requiresApproval", tracks_opens as "tracksOpens", tracks_clicks as "tracksClicks",
          postal_address as "postalAddress"
        from muster.message_settings where team_id = ${teamId}`,
  )
  return row ?? { requiresApproval: false, tracksOpens: true, tracksClicks: true, postalAddress: '' }
}

/** Which of a message's references are the team's own and of its delivery method. */
export async function knownReferences(
  executor: Executor,
  teamId: number,
  {
    senderId,
    subjectId,
    ownedBy,
    deliveryMethodId,
  }: {
    senderId: number | null
    subjectId: number | null
    ownedBy: number | null
    deliveryMethodId: string
  },
): Promise<{ sender: boolean; subject: boolean; owner: boolean }> {
  const row = await one<{ sender: boolean; subject: boolean; owner: boolean }>(
    executor,
    sql`select exists (select from muster.message_sender where id = ${senderId} and team_id = ${teamId}
            and delivery_method = ${deliveryMethodId} and deleted_at is null) as sender,
          exists (select from muster.message_subject where id = ${subjectId} and team_id = ${teamId}
            and deleted_at is null) as subject,
          exists (select from muster.team_user where id = ${ownedBy} and team_id = ${teamId}
            and activated_at is not null and deactivated_as_of is null) as owner`,
  )
  return row!
}
