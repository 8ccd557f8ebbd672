/** SQL of how far messages are, and of the day's hand-overs. */

import type { PauseReason } from '@muster/contract/messages/messages.machine'
import type { MessageCounts } from '@muster/contract/messages/messages.schema'
import { type Executor, ident, one, run, sql, type Transaction } from '../../../platform/db.ts'
import { tryMove } from '../moves.ts'

/** @returns whether it was paused now, and not before */
export async function pause(
  client: Transaction,
  { teamId, messageId }: { teamId: number; messageId: number },
  reason: PauseReason,
  detail: string,
): Promise<boolean> {
  const moved = await tryMove(client, {
    teamId,
    messageId,
    event: 'pause',
    by: null,
    detail,
    set: sql`paused_at = now(), pause_reason = ${reason}`,
    guard: sql`m.paused_at is null`,
  })
  return moved !== null
}

/** What ended. */
export interface Finished {
  ownedBy: number | null
  isAutomatic: boolean
  /** When it ended before, if people in doubt were sent to again. */
  finishedBefore: string | null
}

/** @returns undefined if it did not end now */
export async function finish(
  client: Transaction,
  { teamId, messageId }: { teamId: number; messageId: number },
  counts: MessageCounts,
): Promise<Finished | undefined> {
  const finished = await one<Finished>(
    client,
    sql`select owned_by as "ownedBy", is_automatic as "isAutomatic",
          (select max(at)::text from muster.outgoing_message_event
            where outgoing_message_id = m.id and event = 'finish') as "finishedBefore"
        from muster.outgoing_message m where m.team_id = ${teamId} and m.id = ${messageId} for no key update`,
  )
  const moved = await tryMove(client, {
    teamId,
    messageId,
    event: 'finish',
    by: null,
    set: sql`sent_at = now(), counts = ${JSON.stringify(counts)}::jsonb, counted_at = now()`,
    guard: sql`m.paused_at is null and m.frozen_at is not null and m.wizard_step_task_id is null`,
  })
  return moved === null ? undefined : finished
}

/**
 * Adds an event to the history of each record that was written to, in an operation of the message's owner.
 *
 * @param finishedBefore only those that were handed over after it: the others have their event
 * @param cause of an automatic message: only those that wait because of it
 */
export async function logSent(
  client: Transaction,
  schema: string,
  {
    messageId,
    ownedBy,
    finishedBefore = null,
    cause = null,
  }: { messageId: number; ownedBy: number | null; finishedBefore?: string | null; cause?: string | null },
): Promise<void> {
  const isWritten =
    cause === null
      ? sql`r.state in ('accepted', 'in_doubt')
          and (${finishedBefore}::timestamptz is null or r.handed_at > ${finishedBefore}::timestamptz)`
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
