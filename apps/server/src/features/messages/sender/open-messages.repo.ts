/** Which messages may be handed over at this moment, and by which senders. */

import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { SenderSettings, TransportName } from '@muster/contract/messages/senders.api'
import { type Executor, one, rows, type Sql, sql } from '../../../platform/db.ts'

/** A message whose recipients are handed over. */
export interface OpenMessage {
  id: number
  /** Whether a wizard may still add recipients: then it never ends. */
  isFilled: boolean
  isTransactional: boolean
  subjectId: number | null
  tracksOpens: boolean
  tracksClicks: boolean
}

export interface SendingSender {
  id: number
  teamId: number
  deliveryMethod: DeliveryMethod
  transport: TransportName
  fromName: string
  fromAddress: string
  replyTo: string
  settings: SenderSettings
  /** Encrypted. */
  secret: string | null
  /** Encrypted. */
  hookKey: string | null
  ratePerSecond: number
  dailyLimit: number | null
  bounceDomain: string
  version: number
}

/** Whether a time of day is between two, which may be on both sides of midnight; null is always. */
const isWithin = (from: Sql, to: Sql) => sql`(${from} is null or ${to} is null or case when ${from} <= ${to}
  then local.t >= ${from} and local.t < ${to} else local.t >= ${from} or local.t < ${to} end)`

/** Messages `m` that are being sent, by sender `s` of an open team, at a time of day at which they may be. */
const openMessages = sql`muster.outgoing_message m
  join muster.message_sender s on s.id = m.sender_id and s.deleted_at is null and s.state <> 'paused'
  join muster.team t on t.id = m.team_id and t.suspended_at is null and t.deleted_at is null
  left join muster.message_settings q on q.team_id = m.team_id
  cross join lateral (select (now() at time zone t.primary_timezone)::time as t) local
  where m.status = 'SENDING' and m.paused_at is null and m.deleted_at is null
    and (m.frozen_at is not null or m.is_automatic)
    and ${isWithin(sql`m.window_from`, sql`m.window_to`)}
    and (m.delivery_method <> 'SMS' or m.content_type = 'TRANSACTIONAL' or q.sms_quiet_from is null
      or q.sms_quiet_to is null or not ${isWithin(sql`q.sms_quiet_from`, sql`q.sms_quiet_to`)})`

/** Senders with messages to send whose lane is free. */
export function findBusySenders(executor: Executor): Promise<{ senderId: number; teamId: number }[]> {
  return rows(
    executor,
    sql`select distinct m.sender_id as "senderId", m.team_id as "teamId" from ${openMessages}
          and not exists (select from muster.message_sender_lane l where l.sender_id = m.sender_id and l.expires_at > now())`,
    true,
  )
}

/** The messages that a sender may hand over now. */
export function findOpenMessages(executor: Executor, senderId: number): Promise<OpenMessage[]> {
  return rows(
    executor,
    sql`select m.id, m.wizard_step_task_id is not null as "isFilled", m.content_type = 'TRANSACTIONAL' as "isTransactional",
          m.subject_id as "subjectId", m.tracks_opens as "tracksOpens", m.tracks_clicks as "tracksClicks"
        from ${openMessages} and m.sender_id = ${senderId} order by m.id`,
    true,
  )
}

export function findSendingSender(executor: Executor, senderId: number): Promise<SendingSender | undefined> {
  return one(
    executor,
    sql`select id, team_id as "teamId", delivery_method as "deliveryMethod", transport, from_name as "fromName",
          from_address as "fromAddress", reply_to as "replyTo", settings, secret,
          hook_key as "hookKey", rate_per_second as "ratePerSecond",
          daily_limit as "dailyLimit", bounce_domain as "bounceDomain", version
        from muster.message_sender where id = ${senderId} and deleted_at is null`,
  )
}

/** The sender's version as long as it may send. */
export async function currentVersion(executor: Executor, senderId: number): Promise<number | undefined> {
  const row = await one<{ version: number }>(
    executor,
    sql`select version from muster.message_sender
        where id = ${senderId} and deleted_at is null and state <> 'paused'`,
  )
  return row?.version
}

/** All messages that a sender has not finished, whatever keeps them: their rows may be left over from a crash. */
export async function unfinishedMessages(executor: Executor, senderId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    executor,
    sql`select id from muster.outgoing_message where sender_id = ${senderId} and status in ('SENDING', 'ERROR_SENDING')`,
  )
  return found.map(({ id }) => id)
}
