/** SQL of opens and clicks. */
import { notificationTypes } from '@muster/contract/messages/notifications'
import {
  type Executor,
  ident,
  one,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
} from '../../../platform/db.ts'
import { stageOf } from '../events/stages.sql.ts'

export interface Hit {
  recipientId: number
  type: 'open' | 'click'
  /** Of the link in the content; null for an open. */
  position: number | null
  at: Date
  isMachine: boolean
}

/** Within so many seconds after the hand-over, the recipient's mail server looks at a mail, and no person does. */
const firstSeconds = 3
/** So many different links in so many seconds are followed by a scanner. */
const burst = { links: 3, seconds: 10 }
/** Reloads within so many minutes are the same open or click. */
const sameMinutes = 10

const typeNumber = (type: Hit['type'] | 'send') => notificationTypes.indexOf(type)
const tables = (schema: string) => ({
  recipient: ident(schema, 'message_recipient'),
  notification: ident(schema, 'message_notification'),
  link: ident(schema, 'message_link'),
})

/** Which messages the recipients are of; not those whose address was erased. */
export function messagesOfRecipients(
  executor: Executor,
  schema: string,
  recipientIds: readonly number[],
): Promise<{ recipientId: number; messageId: number }[]> {
  return rows(
    executor,
    sql`select id as "recipientId", message_id as "messageId" from ${tables(schema).recipient}
        where id = any(${recipientIds}::bigint[]) and state <> 'excluded' and address is not null`,
  )
}

/** Of these messages of the team, those that count opens or clicks. */
export function countingMessages(
  executor: Executor,
  teamId: number,
  messageIds: readonly number[],
): Promise<{ id: number; tracksOpens: boolean; tracksClicks: boolean }[]> {
  return rows(
    executor,
    sql`select id, tracks_opens as "tracksOpens", tracks_clicks as "tracksClicks" from muster.outgoing_message
        where id = any(${messageIds}::bigint[]) and team_id = ${teamId} and deleted_at is null`,
  )
}

/** Notes hits of recipients, each once, and tells machines by when they came. */
export async function noteHits(client: Transaction, schema: string, hits: readonly Hit[]): Promise<void> {
  const { recipient, notification, link } = tables(schema)
  const stored = hits.map(({ type, ...hit }) => ({ ...hit, type: typeNumber(type) }))
  await run(
    client,
    sql`with hit as (
          select h."recipientId" as recipient_id, r.message_id, h.type, h.at, l.id as link_id,
            h."isMachine" or h.at < r.handed_at + ${firstSeconds}::int * interval '1 second' as is_machine
          from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as h ("recipientId" bigint, type smallint,
              position int, at timestamptz, "isMachine" boolean)
            join ${recipient} r on r.id = h."recipientId"
            left join ${link} l on l.message_id = r.message_id and l.language = r.language and l.position = h.position
        )
        insert into ${notification} (recipient_id, message_id, at, type, is_machine, link_id)
        select distinct on (h.recipient_id, h.type, h.link_id, h.is_machine) h.recipient_id, h.message_id, h.at, h.type,
          coalesce(h.is_machine, false), h.link_id
        from hit h where not exists (select from ${notification} n where n.recipient_id = h.recipient_id
          and n.type = h.type and n.link_id is not distinct from h.link_id
          and n.is_machine = coalesce(h.is_machine, false)
          and n.at > h.at - ${sameMinutes}::int * interval '1 minute')
        order by h.recipient_id, h.type, h.link_id, h.is_machine, h.at`,
  )
  const recipientIds = [...new Set(hits.map(({ recipientId }) => recipientId))]
  await markBursts(client, notification, recipientIds)
  await keepLast(client, recipient, notification, recipientIds)
}

/** What came with a scanner's clicks was the scanner, such as the picture that it loaded just before. */
async function markBursts(client: Transaction, notification: Sql, recipientIds: readonly number[]) {
  const [open, click] = [typeNumber('open'), typeNumber('click')]
  const within = sql`${burst.seconds}::int * interval '1 second'`
  await run(
    client,
    sql`update ${notification} n set is_machine = true
        where n.recipient_id = any(${recipientIds}::bigint[]) and n.type in (${open}, ${click}) and not n.is_machine
          and exists (select from ${notification} c
            where c.recipient_id = n.recipient_id and c.type = ${click} and n.at between c.at - ${within} and c.at + ${within}
              and (select count(distinct o.link_id) from ${notification} o where o.recipient_id = c.recipient_id
                and o.type = ${click} and o.at between c.at and c.at + ${within}) >= ${burst.links})`,
  )
}

/** The last that a person did, or that was reported, as `stageOf` orders it. What turned out to be a machine's is taken back. */
async function keepLast(
  client: Transaction,
  recipient: Sql,
  notification: Sql,
  recipientIds: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`with known as materialized (
          select id, last_type, last_at, handed_at,
            last_type is null or last_type in (${typeNumber('open')}, ${typeNumber('click')}) as is_hit
          from ${recipient} where id = any(${recipientIds}::bigint[])
        ), last as (
          select distinct on (c.id) c.id, c.type, c.at from (
            select n.recipient_id as id, n.type, n.at, n.id as n from ${notification} n
            where n.recipient_id = any(${recipientIds}::bigint[]) and not n.is_machine
            union all select id, case when is_hit then ${typeNumber('send')}::smallint else last_type end,
              case when is_hit then handed_at else coalesce(last_at, handed_at) end, 0 from known
          ) c order by c.id, ${stageOf(sql`c.type`)} desc, c.at desc nulls last, c.n desc
        )
        update ${recipient} r set last_type = last.type, last_at = last.at from last where r.id = last.id`,
  )
}

/** Where a link of a recipient's mail leads, as its author wrote it. */
export function findTarget(
  executor: Executor,
  schema: string,
  { recipientId, position }: { recipientId: number; position: number },
): Promise<
  { messageId: number; language: string; url: string; values: Record<string, unknown> } | undefined
> {
  const { recipient, link } = tables(schema)
  return one(
    executor,
    sql`select r.message_id as "messageId", r.language, r."values", l.url from ${recipient} r
          join ${link} l on l.message_id = r.message_id and l.language = r.language and l.position = ${position}
        where r.id = ${recipientId} and r.state <> 'excluded'`,
  )
}
