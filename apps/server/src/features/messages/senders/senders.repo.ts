/** SQL of senders and of what holds for all messages of a team. */
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type {
  MessageSettings,
  Sender,
  SenderCheck,
  SenderSettings,
  TransportName,
} from '@muster/contract/messages/senders.api'
import { type Executor, one, rows, run, sql, type Transaction } from '../../../platform/db.ts'

/** A sender as it is stored. */
export interface SenderRow extends Omit<Sender, 'hasSecret' | 'hookUrl'> {
  /** Encrypted. */
  secret: string | null
  /** Encrypted. */
  hookKey: string | null
}

const senders = sql`
  select id, name, delivery_method as "deliveryMethodId", transport, from_name as "fromName",
    from_address as "fromAddress", reply_to as "replyTo", settings, secret, hook_key as "hookKey",
    rate_per_second as "ratePerSecond", daily_limit as "dailyLimit", bounce_domain as "bounceDomain", checks,
    checked_at as "checkedAt", state, is_default as "isDefault", version
  from muster.message_sender`

export function listSenders(executor: Executor, teamId: number): Promise<SenderRow[]> {
  return rows(
    executor,
    sql`${senders} where team_id = ${teamId} and deleted_at is null
        order by delivery_method, is_default desc, lower(name), id`,
  )
}

export function findSender(
  executor: Executor,
  teamId: number,
  senderId: number,
): Promise<SenderRow | undefined> {
  return one(executor, sql`${senders} where team_id = ${teamId} and id = ${senderId} and deleted_at is null`)
}

/** Locks it. */
export function lockSender(
  client: Transaction,
  teamId: number,
  senderId: number,
): Promise<SenderRow | undefined> {
  return one(
    client,
    sql`${senders} where team_id = ${teamId} and id = ${senderId} and deleted_at is null for update`,
  )
}

/** Waits for others who change senders of the team: there is one default for each delivery method. */
export async function lockTeam(client: Transaction, teamId: number): Promise<void> {
  await run(client, sql`select from muster.team where id = ${teamId} for no key update`)
}

export async function hasEverHadSenders(
  executor: Executor,
  teamId: number,
): Promise<readonly DeliveryMethod[]> {
  const found = await rows<{ method: DeliveryMethod }>(
    executor,
    sql`select distinct delivery_method as method from muster.message_sender where team_id = ${teamId}`,
  )
  return found.map(({ method }) => method)
}

/** What is stored of a sender. */
export interface StoredSender {
  name: string
  fromName: string
  fromAddress: string
  replyTo: string
  settings: SenderSettings
  secret: string | null
  ratePerSecond: number
  dailyLimit: number | null
  bounceDomain: string
  isDefault: boolean
}

export interface NewSender extends StoredSender {
  teamId: number
  deliveryMethodId: DeliveryMethod
  transport: TransportName
  hookKey: string | null
  hookKeyHash: Buffer | null
}

export async function insertSender(client: Transaction, sender: NewSender): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.message_sender (team_id, name, delivery_method, transport, from_name, from_address, reply_to,
          settings, secret, rate_per_second, daily_limit, bounce_domain, hook_key, hook_key_hash, is_default)
        values (${sender.teamId}, ${sender.name}, ${sender.deliveryMethodId}, ${sender.transport}, ${sender.fromName},
          ${sender.fromAddress}, ${sender.replyTo}, ${JSON.stringify(sender.settings)}::jsonb, ${sender.secret},
          ${sender.ratePerSecond}, ${sender.dailyLimit}, ${sender.bounceDomain}, ${sender.hookKey},
          ${sender.hookKeyHash}, ${sender.isDefault})
        returning id`,
  )
  return row!.id
}

/** With a new version, by which a process that sends notices it. @param state null: as it was */
export async function updateSender(
  client: Transaction,
  senderId: number,
  sender: StoredSender & { state: 'active' | 'paused' | null },
): Promise<void> {
  await run(
    client,
    sql`update muster.message_sender set name = ${sender.name}, from_name = ${sender.fromName},
          from_address = ${sender.fromAddress}, reply_to = ${sender.replyTo},
          settings = ${JSON.stringify(sender.settings)}::jsonb, secret = ${sender.secret},
          rate_per_second = ${sender.ratePerSecond}, daily_limit = ${sender.dailyLimit},
          bounce_domain = ${sender.bounceDomain}, is_default = ${sender.isDefault},
          state = coalesce(${sender.state}::text, state), version = version + 1
        where id = ${senderId}`,
  )
}

/** For so many hours the first topic of Amazon SNS that asks is confirmed, unless there is one already. */
export async function awaitTopic(executor: Executor, senderId: number, hours: number): Promise<void> {
  await run(
    executor,
    sql`update muster.message_sender
        set awaits_topic_until = greatest(awaits_topic_until, now() + make_interval(hours => ${hours}::int))
        where id = ${senderId} and topic_arn is null`,
  )
}

/** A topic is of one region. */
export async function forgetTopic(client: Transaction, senderId: number, hours: number): Promise<void> {
  await run(client, sql`update muster.message_sender set topic_arn = null where id = ${senderId}`)
  await awaitTopic(client, senderId, hours)
}

/** Makes all others of this delivery method ordinary ones. */
export async function clearDefault(
  client: Transaction,
  teamId: number,
  method: DeliveryMethod,
): Promise<void> {
  await run(
    client,
    sql`update muster.message_sender set is_default = false
        where team_id = ${teamId} and delivery_method = ${method} and is_default`,
  )
}

/** Its name is free again, and its secrets are gone. */
export async function deleteSender(client: Transaction, senderId: number): Promise<void> {
  await run(
    client,
    sql`update muster.message_sender set deleted_at = now(), is_default = false, secret = null, hook_key = null,
          hook_key_hash = null, version = version + 1
        where id = ${senderId}`,
  )
}

/** Whether a message is, or will be, sent by it. */
export async function isWaitedFor(executor: Executor, senderId: number): Promise<boolean> {
  const row = await one(
    executor,
    sql`select from muster.outgoing_message where sender_id = ${senderId} and deleted_at is null
          and status in ('AWAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'SENDING', 'ERROR_SENDING') limit 1`,
  )
  return row !== undefined
}

/** @param state null: as it was */
export async function keepChecks(
  executor: Executor,
  teamId: number,
  senderId: number,
  { checks, state }: { checks: readonly SenderCheck[]; state: 'active' | 'failing' | null },
): Promise<void> {
  await run(
    executor,
    sql`update muster.message_sender set checks = ${JSON.stringify(checks)}::jsonb, checked_at = now(),
          state = case when state = 'paused' then state else coalesce(${state}::text, state) end
        where team_id = ${teamId} and id = ${senderId} and deleted_at is null`,
  )
}

export async function readSettings(executor: Executor, teamId: number): Promise<MessageSettings | undefined> {
  return one(
    executor,
    sql`select requires_approval as "requiresApproval", tracks_opens as "tracksOpens",
          tracks_clicks as "tracksClicks", postal_address as "postalAddress",
          to_char(sms_quiet_from, 'HH24:MI') as "smsQuietFrom", to_char(sms_quiet_to, 'HH24:MI') as "smsQuietTo"
        from muster.message_settings where team_id = ${teamId}`,
  )
}

export async function saveSettings(
  client: Transaction,
  teamId: number,
  settings: MessageSettings,
): Promise<void> {
  const { requiresApproval, tracksOpens, tracksClicks, postalAddress, smsQuietFrom, smsQuietTo } = settings
  await run(
    client,
    sql`insert into muster.message_settings (team_id, requires_approval, tracks_opens, tracks_clicks, postal_address,
          sms_quiet_from, sms_quiet_to)
        values (${teamId}, ${requiresApproval}, ${tracksOpens}, ${tracksClicks}, ${postalAddress}, ${smsQuietFrom}::time,
          ${smsQuietTo}::time)
        on conflict (team_id) do update set requires_approval = excluded.requires_approval,
          tracks_opens = excluded.tracks_opens, tracks_clicks = excluded.tracks_clicks,
          postal_address = excluded.postal_address, sms_quiet_from = excluded.sms_quiet_from,
          sms_quiet_to = excluded.sms_quiet_to`,
  )
}
