/** Stores a draft as a message that was sent some days ago, with reports: for sample data, which nothing really sends. */
import { type NotificationType, notificationTypes } from '@muster/contract/messages/notifications'
import { ident, one, run, type Sql, sql, type Transaction, transaction } from '../../platform/db.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { countRecipients } from './counts.repo.ts'
import { stageOf } from './events/stages.sql.ts'
import { startColumns } from './life.service.ts'
import { announce, type MessageDeps } from './messages.service.ts'
import { tryMove } from './moves.ts'
import { finish, logSent } from './sender/progress.repo.ts'
import { freezeMessage } from './start.ts'

/** In one transaction, so that no process that sends ever sees it. */
export async function storeAsSent(
  deps: MessageDeps,
  teamId: number,
  messageId: number,
  daysAgo: number,
): Promise<void> {
  const schema = teamSchema(teamId)
  await transaction(deps.pool, async (client) => {
    await tryMove(client, { teamId, messageId, event: 'start', by: null, set: startColumns(null) })
    await freezeMessage(deps, client, teamId, messageId)
    const sentAt = new Date(Date.now() - daysAgo * 86_400_000)
    await report(client, schema, messageId, sentAt)
    await finish(client, { teamId, messageId }, await countRecipients(client, schema, messageId))
    await logSent(client, schema, { messageId, ownedBy: null })
    await run(
      client,
      sql`update muster.outgoing_message set created_at = ${sentAt}::timestamptz - interval '2 days',
            started_at = ${sentAt}, frozen_at = ${sentAt}, sent_at = ${sentAt}::timestamptz + interval '5 minutes'
          where id = ${messageId}`,
    )
  })
  await announce(deps, teamId)
}

const number = (type: NotificationType): Sql => sql`${notificationTypes.indexOf(type)}::smallint`

/** What people did with it, by their place in the ledger: the same each time, and not too regular. */
async function report(client: Transaction, schema: string, messageId: number, sentAt: Date): Promise<void> {
  const recipients = ident(schema, 'message_recipient')
  const notifications = ident(schema, 'message_notification')
  const message = await one<{ isMail: boolean }>(
    client,
    sql`select delivery_method = 'EMAIL' as "isMail" from muster.outgoing_message where id = ${messageId}`,
  )
  const isMail = sql`${message!.isMail}::boolean`
  await run(
    client,
    sql`with person as (
          select id, language, row_number() over (order by id) as n, ${sentAt}::timestamptz as at
          from ${recipients} where message_id = ${messageId} and state = 'waiting'
        ), event as (
          select id, language, at + n * interval '1 second' as at,
            case when ${isMail} then ${number('send')} else ${number('sent')} end as type, false as is_machine
          from person
          union all select id, language, at + n * interval '1 second' + interval '4 seconds', case
              when n % 19 = 7 then case when ${isMail} then ${number('bounce')} else ${number('undelivered')} end
              when ${isMail} then ${number('delivery')} else ${number('delivered')} end, false from person
          union all select id, language, at + (n * n * 13 % 2900) * interval '1 minute' + interval '3 minutes',
            ${number('open')}, false from person where ${isMail} and n % 19 <> 7 and n % 5 <> 2
          union all select id, language, at + interval '40 seconds', ${number('open')}, true
            from person where ${isMail} and n % 8 = 3
          union all select id, language, at + (n * n * 13 % 2900) * interval '1 minute' + interval '5 minutes',
            ${number('click')}, false from person where ${isMail} and n % 19 <> 7 and n % 5 <> 2 and n % 3 = 1
          union all select id, language, at + interval '3 days', ${number('unsubscribed')}, false
            from person where n % 19 <> 7 and n % 23 = 11
        )
        insert into ${notifications} (recipient_id, message_id, at, type, is_machine, link_id)
        select e.id, ${messageId}::bigint, e.at, e.type, e.is_machine,
          case when e.type = ${number('click')} then (select l.id from ${ident(schema, 'message_link')} l
            where l.message_id = ${messageId} and l.language = e.language order by l.position desc limit 1) end
        from event e order by e.at`,
  )
  await run(
    client,
    sql`update ${recipients} r set state = 'accepted', tries = 1, handed_at = first.at, last_type = last.type,
          last_at = last.at
        from (select distinct on (recipient_id) recipient_id, at from ${notifications} where message_id = ${messageId}
            order by recipient_id, at) first,
          (select distinct on (recipient_id) recipient_id, at, type from ${notifications}
            where message_id = ${messageId} and not is_machine
            order by recipient_id, ${stageOf(sql`type`)} desc, at desc) last
        where r.id = first.recipient_id and r.id = last.recipient_id and r.state = 'waiting'`,
  )
}
