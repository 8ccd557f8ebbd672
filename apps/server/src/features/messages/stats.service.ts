/** Statistics of a message, from what was reported about its recipients. */
import type { MessageStats } from '@muster/contract/messages/messages.schema'
import type { notificationOutcomes } from '@muster/contract/messages/notifications'
import { type Executor, ident, literal, one, rawSql, rows, type Sql, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { type MessageDeps, visibleMessage } from './messages.service.ts'
import { notificationTable, typesOf } from './recipients.repo.ts'

const is = (outcome: keyof typeof notificationOutcomes): Sql =>
  sql`n.type = any(${rawSql(`array[${typesOf(outcome).join()}]::int[]`)})`

/** @throws AppError not_found */
export async function messageStats(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
): Promise<MessageStats> {
  const { pool, models } = deps
  const { counts } = await visibleMessage(pool, teamUser, messageId)
  const { schema } = await models.get(teamUser.teamId)
  return {
    counts,
    byLanguage: await byLanguage(pool, schema, messageId),
    links: await links(pool, schema, messageId),
    machines: await machines(pool, schema, messageId),
    hours: await hours(pool, schema, messageId),
  }
}

function byLanguage(
  executor: Executor,
  schema: string,
  messageId: number,
): Promise<MessageStats['byLanguage']> {
  const had = (outcome: keyof typeof notificationOutcomes): Sql =>
    sql`count(*) filter (where o.${rawSql(outcome)}) as ${rawSql(outcome)}`
  const any = (outcome: keyof typeof notificationOutcomes): Sql =>
    sql`coalesce(bool_or(${is(outcome)} and not n.is_machine), false) as ${rawSql(outcome)}`
  return rows(
    executor,
    sql`with o as (
          select m.id, m.language, ${any('delivered')}, ${any('opened')}, ${any('clicked')}, ${any('bounced')},
            ${any('unsubscribed')}
          from ${ident(schema, 'message_recipient')} m left join ${notificationTable(schema)} n
            on n.recipient_id = m.id and n.message_id = m.message_id
          where m.message_id = ${messageId} and m.state <> 'excluded' group by m.id)
        select o.language as "languageId", count(*) as recipients, ${had('delivered')}, ${had('opened')}, ${had('clicked')},
          ${had('bounced')}, ${had('unsubscribed')}
        from o group by o.language order by o.language`,
  )
}

function links(executor: Executor, schema: string, messageId: number): Promise<MessageStats['links']> {
  return rows(
    executor,
    sql`select l.id, l.url, l.language as "languageId",
          count(distinct n.recipient_id) filter (where not n.is_machine) as people,
          count(n.id) filter (where not n.is_machine) as clicks, count(n.id) filter (where n.is_machine) as machines
        from ${ident(schema, 'message_link')} l left join ${notificationTable(schema)} n
          on n.message_id = l.message_id and n.link_id = l.id and ${is('clicked')}
        where l.message_id = ${messageId} group by l.id order by l.language, l.position`,
  )
}

async function machines(
  executor: Executor,
  schema: string,
  messageId: number,
): Promise<MessageStats['machines']> {
  const row = await one<MessageStats['machines']>(
    executor,
    sql`select count(*) filter (where not ${is('clicked')}) as opens, count(*) filter (where ${is('clicked')}) as clicks
        from ${notificationTable(schema)} n where n.message_id = ${messageId} and n.is_machine and ${is('opened')}`,
  )
  return row!
}

const maxHours = 24 * 31

function hours(executor: Executor, schema: string, messageId: number): Promise<MessageStats['hours']> {
  const hour = (outcome: 'opened' | 'clicked'): Sql =>
    sql`(select recipient_id, ${literal(outcome)} as what, min(n.at) as at from ${notificationTable(schema)} n
      where n.message_id = ${messageId} and ${is(outcome)} and not n.is_machine group by recipient_id)`
  return rows(
    executor,
    sql`select date_trunc('hour', f.at) as at, count(*) filter (where what = 'opened') as opened,
          count(*) filter (where what = 'clicked') as clicked
        from (${hour('opened')} union all ${hour('clicked')}) f group by 1 order by 1 limit ${maxHours}`,
  )
}
