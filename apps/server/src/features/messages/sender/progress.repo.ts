/** SQL of how far messages are: counted in the team's schema, kept with the message. */

import type { PauseReason } from '@muster/contract/messages/messages.machine'
import type { MessageCounts } from '@muster/contract/messages/messages.schema'
import { notificationOutcomes, notificationTypes } from '@muster/contract/messages/notifications'
import { type Executor, ident, one, rows, run, sql, type Transaction } from '../../../platform/db.ts'

const typesByOutcome = Object.entries(notificationOutcomes).flatMap(([outcome, types]) =>
  types.map((type) => ({ outcome, type: notificationTypes.indexOf(type) })),
)

/** Recipients by state, and people by what was reported; programs are not people. */
export async function countRecipients(
  executor: Executor,
  schema: string,
  messageId: number,
): Promise<MessageCounts> {
  const states = await rows<{ state: keyof MessageCounts['states']; count: number }>(
    executor,
    sql`select state, count(*) from ${ident(schema, 'message_recipient')} where message_id = ${messageId} group by state`,
  )
  const outcomes = await rows<{ outcome: string; count: number }>(
    executor,
    sql`select o.outcome, count(distinct n.recipient_id)
        from jsonb_to_recordset(${JSON.stringify(typesByOutcome)}::jsonb) as o (outcome text, type smallint)
          join ${ident(schema, 'message_notification')} n
            on n.message_id = ${messageId} and n.type = o.type and not n.is_machine
        group by o.outcome`,
  )
  return {
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    outcomes: Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count])),
  }
}

export async function keepCounts(
  executor: Executor,
  messageId: number,
  counts: MessageCounts,
): Promise<void> {
  await run(
    executor,
    sql`update muster.outgoing_message set counts = ${JSON.stringify(counts)}::jsonb, counted_at = now()
        where id = ${messageId}`,
  )
}

/** @returns whether it was paused now, and not before */
export async function pause(
  client: Transaction,
  messageId: number,
  reason: PauseReason,
  detail: string,
): Promise<boolean> {
  const paused = await run(
    client,
    sql`update muster.outgoing_message set paused_at = now(), pause_reason = ${reason}
        where id = ${messageId} and status = 'SENDING' and paused_at is null`,
  )
  if (paused > 0) await addEvent(client, messageId, { event: 'pause', to: 'SENDING', detail })
  return paused > 0
}

/** @returns whose it is, if it ended now */
export async function finish(
  client: Transaction,
  messageId: number,
  counts: MessageCounts,
): Promise<{ ownedBy: number | null; isAutomatic: boolean } | undefined> {
  const ended = await one<{ ownedBy: number | null; isAutomatic: boolean }>(
    client,
    sql`update muster.outgoing_message set status = 'SENT', sent_at = now(), counts = ${JSON.stringify(counts)}::jsonb,
          counted_at = now()
        where id = ${messageId} and status = 'SENDING' and paused_at is null and frozen_at is not null
          and wizard_step_task_id is null
        returning owned_by as "ownedBy", is_automatic as "isAutomatic"`,
  )
  if (ended) await addEvent(client, messageId, { event: 'finish', to: 'SENT', detail: null })
  return ended
}

/** The message's row is locked by the caller's update, so that numbers do not collide. */
async function addEvent(
  client: Transaction,
  messageId: number,
  { event, to, detail }: { event: string; to: string; detail: string | null },
): Promise<void> {
  await run(
    client,
    sql`insert into muster.outgoing_message_event (outgoing_message_id, n, event, from_status, to_status, detail)
        select ${messageId}, coalesce(max(n), 0) + 1, ${event}, 'SENDING', ${to}, ${detail}
        from muster.outgoing_message_event where outgoing_message_id = ${messageId}`,
  )
}

/**
 * Adds an event to the history of each record that was written to, in an operation of the message's owner.
 *
 * @param cause of an automatic message: only those that wait because of it
 */
export async function logSent(
  client: Transaction,
  schema: string,
  { messageId, ownedBy, cause = null }: { messageId: number; ownedBy: number | null; cause?: string | null },
): Promise<void> {
  const isWritten =
    cause === null
      ? sql`r.state in ('accepted', 'in_doubt')`
      : sql`r.state = 'waiting' and r.cause = ${cause}::uuid`
  await run(
    client,
    sql`with written as materialized (
          select distinct d.id as record_id, d.version from ${ident(schema, 'message_recipient')} r
            join ${ident(schema, 'data_record')} d on d.id = r.record_id
          where r.message_id = ${messageId} and ${isWritten}
        ), op as (
          insert into ${ident(schema, 'operation')} (kind, team_user_id, actor, record_count)
          select 'send_message', ${ownedBy}::bigint, case when ${ownedBy}::bigint is null then '{"kind": "system"}'::jsonb end,
            count(*)
          from written having count(*) > 0 returning id
        )
        insert into ${ident(schema, 'log_event')} (operation_id, record_id, type, version)
        select op.id, w.record_id, 'sent_outgoing_message', w.version from written w, op`,
  )
}

export async function setSenderState(
  executor: Executor,
  senderId: number,
  state: 'active' | 'failing',
): Promise<void> {
  await run(
    executor,
    sql`update muster.message_sender set state = ${state}
        where id = ${senderId} and state <> ${state} and state <> 'paused'`,
  )
}

/**
 * Takes some of the day's hand-overs; those not used are lost with a crash, so that the limit is never exceeded. Days are
 * those of UTC.
 *
 * @returns how many were taken, up to `wanted`
 */
export async function takeOfDay(
  executor: Executor,
  {
    senderId,
    owner,
    dailyLimit,
    wanted,
  }: { senderId: number; owner: string; dailyLimit: number; wanted: number },
): Promise<number> {
  const row = await one<{ taken: number }>(
    executor,
    sql`with lane as (
          select sender_id, case when day = current_date then handed_today else 0 end as handed
          from muster.message_sender_lane where sender_id = ${senderId} and owner = ${owner} for update
        )
        update muster.message_sender_lane l set day = current_date,
          handed_today = lane.handed + least(${wanted}::int, greatest(0, ${dailyLimit}::int - lane.handed))
        from lane where l.sender_id = lane.sender_id
        returning l.handed_today - lane.handed as taken`,
  )
  return row?.taken ?? 0
}

export async function giveBackOfDay(
  executor: Executor,
  { senderId, owner, count }: { senderId: number; owner: string; count: number },
): Promise<void> {
  await run(
    executor,
    sql`update muster.message_sender_lane set handed_today = handed_today - ${count}::int
        where sender_id = ${senderId} and owner = ${owner} and day = current_date`,
  )
}
