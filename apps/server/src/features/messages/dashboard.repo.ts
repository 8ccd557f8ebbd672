/** SQL of the dashboard of messages. */
import type { MessagesDashboard } from '@muster/contract/messages/messages.schema'
import { type Executor, ident, one, rows, type Sql, sql } from '../../platform/db.ts'
import { type MessageRow, messageColumns } from './messages.repo.ts'

/** Messages of a team by a condition on `m`. */
export function dashboardRows(
  executor: Executor,
  teamId: number,
  condition: Sql,
  limit: number,
  order: Sql = sql`m.id desc`,
): Promise<MessageRow[]> {
  return rows(
    executor,
    sql`select ${messageColumns} from muster.outgoing_message m
        where m.team_id = ${teamId} and m.deleted_at is null and ${condition} order by ${order}, m.id limit ${limit}`,
  )
}

interface Month {
  statuses: Partial<Record<string, number>>
  month: MessagesDashboard['month']
  /** Messages that may have recipients in doubt. */
  startedIds: number[]
}

/** From the counts that are kept with each message. */
export async function monthCounts(executor: Executor, teamId: number, viewable: Sql): Promise<Month> {
  const sum = (path: string[]): Sql =>
    sql`coalesce(sum((m.counts #>> ${path}::text[])::bigint) filter (where m.started_at > now() - interval '30 days'), 0)::int`
  const row = await one<Omit<Month, 'month'> & MessagesDashboard['month']>(
    executor,
    sql`with m as materialized (select status, counts, started_at, id from muster.outgoing_message m
          where m.team_id = ${teamId} and m.deleted_at is null and ${viewable})
        select (select coalesce(json_object_agg(status, n), '{}') from (select status, count(*) as n from m group by status) s)
            as statuses,
          (select coalesce(json_agg(id), '[]') from m where started_at is not null
            and coalesce((counts #>> '{states,in_doubt}')::bigint, 0) > 0) as "startedIds",
          ${sum(['states', 'accepted'])} as sent, ${sum(['outcomes', 'delivered'])} as delivered,
          ${sum(['outcomes', 'opened'])} as opened, ${sum(['outcomes', 'clicked'])} as clicked,
          ${sum(['outcomes', 'bounced'])} as bounced, ${sum(['outcomes', 'complained'])} as complained
        from m`,
  )
  const { statuses, startedIds, ...month } = row!
  return { statuses, startedIds, month }
}

export async function inDoubt(
  executor: Executor,
  schema: string,
  messageIds: readonly number[],
): Promise<number> {
  if (messageIds.length === 0) return 0
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*) from ${ident(schema, 'message_recipient')}
        where message_id = any(${messageIds}::bigint[]) and state = 'in_doubt'`,
  )
  return row!.count
}

interface Rate {
  perMinute: number
  endsAt: string | null
}

/** How fast messages go out, by the last five minutes, and when they will have gone by the counts kept with them. */
export async function ratesOf(
  executor: Executor,
  schema: string,
  messages: readonly Pick<MessageRow, 'id' | 'pausedAt' | 'counts'>[],
): Promise<Map<number, Rate>> {
  if (messages.length === 0) return new Map()
  const found = await rows<{ id: number; handed: number; minutes: number | null }>(
    executor,
    sql`select m.id, r.handed, r.minutes from unnest(${messages.map(({ id }) => id)}::bigint[]) as m (id)
          cross join lateral (
            select count(*) as handed, (extract(epoch from now() - min(handed_at)) / 60)::float8 as minutes
            from ${ident(schema, 'message_recipient')}
            where message_id = m.id and handed_at > now() - interval '5 minutes') r`,
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  return new Map(
    messages.map(({ id, pausedAt, counts: { states } }) => {
      const { handed, minutes } = byId.get(id)!
      const waiting = (states.waiting ?? 0) + (states.claimed ?? 0) + (states.handing ?? 0)
      const perMinute = handed === 0 ? 0 : Math.round((handed / Math.max(minutes ?? 0, 1 / 60)) * 10) / 10
      const isMoving = perMinute > 0 && pausedAt === null
      const endsAt = isMoving ? new Date(Date.now() + (waiting / perMinute) * 60_000).toISOString() : null
      return [id, { perMinute, endsAt }]
    }),
  )
}
