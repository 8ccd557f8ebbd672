/** SQL of the ledger of a team's messages. */

import type { ListRecipients } from '@muster/contract/messages/messages.schema'
import {
  type NotificationType,
  notificationOutcomes,
  notificationTypes,
} from '@muster/contract/messages/notifications'
import { all, always } from '../../engine/public.sql.ts'
import type { TeamModel } from '../../engine/public.ts'
import { type Executor, ident, join, literal, one, rows, run, type Sql, sql } from '../../platform/db.ts'

const recipientTable = (schema: string): Sql => ident(schema, 'message_recipient')
export const notificationTable = (schema: string): Sql => ident(schema, 'message_notification')

/** The stored positions of the types of an outcome. */
export const typesOf = (outcome: keyof typeof notificationOutcomes): number[] =>
  notificationOutcomes[outcome].map((type) => notificationTypes.indexOf(type))

const typeNames = sql`(array[${join(notificationTypes.map((type) => literal(type)))}]::text[])`
/** The name of a stored type. */
export const typeName = (position: Sql): Sql => sql`${typeNames}[${position} + 1]`

/** A recipient as stored. */
export interface RecipientRow {
  id: number
  outgoingMessageId: number
  recordId: number | null
  homeId: number | null
  address: string | null
  languageId: string
  state: string
  reason: string | null
  lastNotification: string | null
  lastAt: string | null
  handedAt: string | null
  detail: string | null
}

const recipientColumns = sql`m.id, m.message_id as "outgoingMessageId", m.record_id as "recordId",
  m.data_collection_id as "homeId", m.address, m.language as "languageId", m.state, m.reason,
  ${typeName(sql`m.last_type`)} as "lastNotification", m.last_at as "lastAt", m.handed_at as "handedAt", m.detail`

/** @param visible condition on `m` for a search */
export function recipientsWhere(
  { schema }: TeamModel,
  messageId: number,
  query: Pick<ListRecipients, 'state' | 'outcome' | 'reason' | 'languageId'>,
  visible: Sql = always,
): Sql {
  return all([
    sql`m.message_id = ${messageId}`,
    query.state ? sql`m.state = ${query.state}` : always,
    query.reason ? sql`m.reason = ${query.reason}` : always,
    query.languageId ? sql`m.language = ${query.languageId}` : always,
    query.outcome
      ? sql`exists (select from ${notificationTable(schema)} n where n.message_id = m.message_id
          and n.recipient_id = m.id and n.type = any(${typesOf(query.outcome)}::int[]) and not n.is_machine)`
      : always,
    visible,
  ])
}

export function listRecipientRows(
  executor: Executor,
  { schema }: TeamModel,
  where: Sql,
  page: { after: number; limit: number },
): Promise<RecipientRow[]> {
  return rows(
    executor,
    sql`select ${recipientColumns} from ${recipientTable(schema)} m
        where ${where} and m.id > ${page.after} order by m.id limit ${page.limit}`,
  )
}

export async function countRecipientRows(
  executor: Executor,
  { schema }: TeamModel,
  where: Sql,
): Promise<number> {
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*) from ${recipientTable(schema)} m where ${where}`,
  )
  return row!.count
}

export interface StoredRecipient extends RecipientRow {
  values: Record<string, unknown>
}

export function findRecipient(
  executor: Executor,
  { schema }: TeamModel,
  messageId: number,
  recipientId: number,
): Promise<StoredRecipient | undefined> {
  return one(
    executor,
    sql`select ${recipientColumns}, m."values" from ${recipientTable(schema)} m
        where m.message_id = ${messageId} and m.id = ${recipientId}`,
  )
}

/** Newest first. */
export function recipientsOfRecord(
  executor: Executor,
  { schema }: TeamModel,
  recordId: number,
  messageIds: readonly number[] | null,
): Promise<RecipientRow[]> {
  return rows(
    executor,
    sql`select ${recipientColumns} from ${recipientTable(schema)} m where m.record_id = ${recordId}
          and (${messageIds}::bigint[] is null or m.message_id = any(${messageIds}::bigint[]))
        order by m.id desc limit 200`,
  )
}

export interface NotificationRow {
  id: number
  at: string
  type: NotificationType
  isMachine: boolean
  url: string | null
  detail: string | null
}

/** Newest first. */
export function notificationsOf(
  executor: Executor,
  { schema }: TeamModel,
  recipientId: number,
): Promise<NotificationRow[]> {
  return rows(
    executor,
    sql`select n.id, n.at, ${typeName(sql`n.type`)} as type, n.is_machine as "isMachine", l.url, n.detail
        from ${notificationTable(schema)} n left join ${ident(schema, 'message_link')} l on l.id = n.link_id
        where n.recipient_id = ${recipientId} order by n.id desc limit 500`,
  )
}

/** Turns rows in doubt into sent ones, or lets them wait again. @returns how many there were */
export function settleDoubts(
  executor: Executor,
  { schema }: TeamModel,
  messageId: number,
  { as, recipientIds }: { as: 'sent' | 'again'; recipientIds?: readonly number[] | undefined },
): Promise<number> {
  const ids = recipientIds ?? null
  const set =
    as === 'sent'
      ? sql`state = 'accepted'`
      : sql`state = 'waiting', tries = 0, retry_at = null, handed_at = null`
  return run(
    executor,
    sql`update ${recipientTable(schema)} set ${set}, lane_owner = null
        where message_id = ${messageId} and state = 'in_doubt'
          and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))`,
  )
}

/** Who a message did not reach, or who got it and did not click: records by home collection. */
export function followUpRecords(
  executor: Executor,
  { schema }: TeamModel,
  messageId: number,
  to: 'failed' | 'not_clicked',
): Promise<{ dataCollectionId: number; dataRecordIds: number[] }[]> {
  const n = notificationTable(schema)
  const condition =
    to === 'failed'
      ? sql`(m.state = 'failed' or m.state = 'accepted' and exists (select from ${n} n where n.recipient_id = m.id
          and n.type = any(${typesOf('bounced')}::int[])))`
      : sql`m.state = 'accepted' and not exists (select from ${n} n where n.recipient_id = m.id
          and n.type = any(${[...typesOf('clicked'), ...typesOf('unsubscribed'), ...typesOf('complained'), ...typesOf('bounced')]}::int[])
          and not n.is_machine)`
  return rows(
    executor,
    sql`select m.data_collection_id as "dataCollectionId", json_agg(m.record_id order by m.record_id) as "dataRecordIds"
        from ${recipientTable(schema)} m
        where m.message_id = ${messageId} and m.record_id is not null and ${condition}
        group by m.data_collection_id order by 1`,
  )
}
