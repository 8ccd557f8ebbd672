/** SQL of what providers report about recipients. */
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { type NotificationType, notificationTypes } from '@muster/contract/messages/notifications'
import { type Executor, ident, one, sql, type Transaction } from '../../../platform/db.ts'
import { stageOf } from './stages.sql.ts'

export interface NotedEvent {
  recipientId: number
  type: NotificationType
  /** When it happened, by the provider's clock; null: now. */
  at: Date | null
  detail: string | null
  /** Identifies the event, so that a repeated report counts once. */
  providerEvent: string
  /** The id of the mail or SMS at the provider, if it was not known yet. */
  providerId: string | null
  isMachine: boolean
}

export interface NotedRecipient {
  messageId: number
  addressHash: Buffer | null
  address: string | null
}

/**
 * Adds an event to the ledger. Whatever is reported, the provider has taken the mail: it is in doubt no longer.
 *
 * @returns whom it is about; undefined if it was noted before, or is about nobody to whom something was sent
 */
export function noteOne(
  client: Transaction,
  schema: string,
  event: NotedEvent,
): Promise<NotedRecipient | undefined> {
  const type = sql`${notificationTypes.indexOf(event.type)}::smallint`
  return one(
    client,
    sql`with known as materialized (
          select id, message_id, address_hash, address, least(coalesce(${event.at}::timestamptz, now()), now()) as at
          from ${ident(schema, 'message_recipient')} where id = ${event.recipientId} and state <> 'excluded'
        ), noted as (
          insert into ${ident(schema, 'message_notification')}
            (recipient_id, message_id, at, type, is_machine, detail, provider_event)
          select id, message_id, at, ${type}, ${event.isMachine}, ${event.detail}, ${event.providerEvent} from known
          on conflict (provider_event) where provider_event is not null do nothing
          returning recipient_id
        ), moved as (
          update ${ident(schema, 'message_recipient')} r set
            last_type = case when l.is_later then ${type} else r.last_type end,
            last_at = case when l.is_later then known.at else r.last_at end,
            state = case when r.state in ('handing', 'in_doubt') then 'accepted' else r.state end,
            lane_owner = case when r.state in ('handing', 'in_doubt') then null else r.lane_owner end,
            provider_id = coalesce(r.provider_id, ${event.providerId})
          from known join noted on noted.recipient_id = known.id
            cross join lateral (select not ${event.isMachine} and (r0.last_type is null
              or ${stageOf(type)} > ${stageOf(sql`r0.last_type`)}
              or ${stageOf(type)} = ${stageOf(sql`r0.last_type`)} and known.at >= coalesce(r0.last_at, known.at)) as is_later
              from ${ident(schema, 'message_recipient')} r0 where r0.id = known.id) l
          where r.id = known.id
        )
        select known.message_id as "messageId", known.address_hash as "addressHash", known.address
        from known join noted on noted.recipient_id = known.id`,
  )
}

/** Waits for others who note something about the same recipient. @returns whether there is one */
export async function lockRecipient(
  client: Transaction,
  schema: string,
  recipientId: number,
): Promise<boolean> {
  const found = await one(
    client,
    sql`select 1 as found from ${ident(schema, 'message_recipient')} where id = ${recipientId} for no key update`,
  )
  return found !== undefined
}

/** The recipient whose mail has this id at its provider, or this Message-ID. */
export async function recipientByProviderId(
  executor: Executor,
  schema: string,
  providerId: string,
): Promise<number | undefined> {
  const row = await one<{ id: number }>(
    executor,
    sql`select id from ${ident(schema, 'message_recipient')} where provider_id = ${providerId} order by id limit 1`,
  )
  return row?.id
}

/** The last recipient with this address to whom something was sent. */
export function lastRecipient(
  executor: Executor,
  schema: string,
  addressHash: Buffer,
): Promise<{ recipientId: number; messageId: number; language: string } | undefined> {
  return one(
    executor,
    sql`select id as "recipientId", message_id as "messageId", language from ${ident(schema, 'message_recipient')}
        where address_hash = ${addressHash} and handed_at is not null order by handed_at desc limit 1`,
  )
}

/** Adds a failure that may pass. @returns how many there were lately: half is forgotten in seven days */
export async function addSoftFailure(
  client: Transaction,
  schema: string,
  channel: DeliveryMethod,
  addressHash: Buffer,
): Promise<number> {
  const row = await one<{ soft: number }>(
    client,
    sql`insert into ${ident(schema, 'message_address_score')} as s (channel, address_hash, soft, last_soft_at)
        values (${channel}, ${addressHash}, 1, now())
        on conflict (channel, address_hash) do update set
          soft = s.soft * power(0.5, extract(epoch from now() - s.last_soft_at) / (7 * 86400)) + 1, last_soft_at = now()
        returning soft`,
  )
  return row!.soft
}

/** @returns false if the same SMS was kept before */
export async function keepInbound(
  client: Transaction,
  schema: string,
  sms: { senderId: number; fromHash: Buffer; body: string; handledAs: string; providerEvent: string },
): Promise<boolean> {
  const row = await one(
    client,
    sql`insert into ${ident(schema, 'message_inbound')} (sender_id, from_hash, body, handled_as, provider_event)
        values (${sms.senderId}, ${sms.fromHash}, ${sms.body}, ${sms.handledAs}, ${sms.providerEvent})
        on conflict (provider_event) do nothing returning id`,
  )
  return row !== undefined
}
