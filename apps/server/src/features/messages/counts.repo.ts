/** Counts a message's recipients in the schema of the team, and keeps the counts with the message: two schemas are never joined. */
import type { MessageCounts } from '@muster/contract/messages/messages.schema'
import { notificationOutcomes, notificationTypes } from '@muster/contract/messages/notifications'
import { type Executor, ident, rows, run, sql } from '../../platform/db.ts'

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

/** Stores the counts of now with the message. */
export async function refreshCounts(
  executor: Executor,
  schema: string,
  messageId: number,
): Promise<MessageCounts> {
  const counts = await countRecipients(executor, schema, messageId)
  await run(
    executor,
    sql`update muster.outgoing_message set counts = ${JSON.stringify(counts)}::jsonb, counted_at = now()
        where id = ${messageId}`,
  )
  return counts
}
