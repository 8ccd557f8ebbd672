/** SQL of the ledger for the process that hands over. Each statement names the owner of the lane, so that a late one fails. */
import type { HandOverDetail } from '@muster/contract/messages/hand-over-details'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { RecipientState } from '@muster/contract/messages/messages.machine'
import { type NotificationType, notificationTypes } from '@muster/contract/messages/notifications'
import type { Language } from '@muster/contract/paging'
import { type Executor, ident, lazily, rows, run, sql } from '../../../platform/db.ts'
import { replaceLighter } from '../consent/suppressions.repo.ts'
import type { OpenMessage } from './open-messages.repo.ts'
import type { Result } from './outcomes.ts'

/** A recipient in the batch of this process. */
export interface ClaimedRow {
  id: number
  messageId: number
  recordId: number | null
  address: string
  language: Language
  values: Record<string, unknown>
  priority: number
  tries: number
}

const ledger = (schema: string) => ident(schema, 'message_recipient')
const typeNumber = (type: NotificationType) => notificationTypes.indexOf(type)

interface Claim {
  owner: string
  messageIds: readonly number[]
  count: number
  /** Only those before this priority. */
  before?: number | undefined
}

/** Takes the next waiting rows, urgent ones first, past those that others take at this moment. */
export async function claim(
  executor: Executor,
  schema: string,
  { owner, messageIds, count, before }: Claim,
): Promise<ClaimedRow[]> {
  if (messageIds.length === 0 || count <= 0) return []
  const found = await rows<ClaimedRow>(
    executor,
    sql`with next as materialized (
          select n.id from unnest(${messageIds}::bigint[]) as m (id) cross join lateral (
            select w.id, w.priority from ${ledger(schema)} w
            where w.message_id = m.id and w.state = 'waiting' and (w.retry_at is null or w.retry_at <= now())
              and (${before ?? null}::int is null or w.priority < ${before ?? null}::int)
            order by w.priority, w.id limit ${count} for update skip locked
          ) n order by n.priority, n.id limit ${count}
        )
        update ${ledger(schema)} r set state = 'claimed', lane_owner = ${owner}
        from next, ${lazily}
        where r.id = next.id
        returning r.id, r.message_id as "messageId", r.record_id as "recordId", coalesce(r.address, '') as address,
          r.language, r.values, r.priority, r.tries`,
    true,
  )
  return found.sort((a, b) => a.priority - b.priority || a.id - b.id)
}

/** Whether rows of these messages wait and are due. */
export async function findDue(
  executor: Executor,
  schema: string,
  messageIds: readonly number[],
): Promise<{ isDue: boolean; nextMs: number | null }> {
  const [found] = await rows<{ isDue: boolean; nextMs: number | null }>(
    executor,
    sql`select coalesce(bool_or(next.at <= now()), false) as "isDue",
          (extract(epoch from min(next.at) - now()) * 1000)::float8 as "nextMs"
        from unnest(${messageIds}::bigint[]) as m (id) cross join lateral (
          select min(coalesce(retry_at, 'epoch')) as at from ${ledger(schema)}
          where message_id = m.id and state = 'waiting') next`,
  )
  return found ?? { isDue: false, nextMs: null }
}

interface Mark {
  owner: string
  ids: readonly number[]
  open: readonly OpenMessage[]
  method: DeliveryMethod
}

/**
 * The last look before the hand-over: those that are `handing` afterwards go out now. Others have been erased, deleted,
 * suppressed or unsubscribed since the ledger was made, or their message was paused.
 */
export async function mark(
  executor: Executor,
  schema: string,
  { owner, ids, open, method }: Mark,
): Promise<{ id: number; state: RecipientState }[]> {
  return rows(
    executor,
    sql`with open as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(open)}::jsonb)
            as o (id bigint, "isTransactional" boolean, "subjectId" bigint)
        ), looked as (
          select r.id, case
            when o.id is null then 'waiting'
            when r.address is null or r.address = '' then 'no_address'
            when d.id is null and r.record_id is not null then 'deleted'
            when s.reason in ('bounce', 'complaint') then 'bad_address'
            when s.reason = 'unsubscribed' then case when o."isTransactional" then 'handing' else 'unsubscribed' end
            when s.reason is not null then 'suppressed'
            when u.state = 'unsubscribed' and not o."isTransactional" then 'unsubscribed'
            else 'handing' end as becomes, s.reason as "suppressedBy"
          from ${ledger(schema)} r left join open o on o.id = r.message_id
            left join ${ident(schema, 'data_record')} d on d.id = r.record_id and d.deleted_at is null
            left join ${ident(schema, 'message_suppression')} s on s.channel = ${method}
              and s.address_hash = r.address_hash and (s.until is null or s.until > now())
            left join ${ident(schema, 'message_subscription')} u on u.subject_id = o."subjectId"
              and u.channel = ${method} and u.address_hash = r.address_hash
          where r.id = any(${ids}::bigint[]) and r.state = 'claimed' and r.lane_owner = ${owner}
        )
        update ${ledger(schema)} r set
          state = case when becomes in ('handing', 'waiting') then becomes when becomes = 'deleted' then 'cancelled'
            else 'excluded' end,
          reason = case when becomes = 'bad_address'
              then case when "suppressedBy" = 'bounce' then 'bounced' else 'complained' end
            when becomes in ('no_address', 'suppressed', 'unsubscribed') then becomes end,
          lane_owner = case when becomes = 'handing' then r.lane_owner end,
          handed_at = case when becomes = 'handing' then now() else r.handed_at end,
          tries = r.tries + (becomes = 'handing')::int
        from looked where r.id = looked.id and r.state = 'claimed' and r.lane_owner = ${owner}
        returning r.id, r.state`,
    true,
  )
}

/**
 * Records what became of hand-overs. Only of those that still are the owner's; one that another process has put in doubt
 * may yet turn out to be accepted or refused, but is not sent again.
 *
 * @returns the ids of those that were recorded
 */
export async function record(
  executor: Executor,
  schema: string,
  { owner, method, results }: { owner: string; method: DeliveryMethod; results: readonly Result[] },
): Promise<number[]> {
  const bounce = typeNumber('bounce')
  const failed = typeNumber('failed')
  const found = await rows<{ id: number }>(
    executor,
    sql`with result as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as v (id bigint, state text,
            "providerId" text, detail text, "retryInSeconds" float8, "isAttempt" boolean, "isBounce" boolean)
        ), recorded as (
          update ${ledger(schema)} r set
            state = v.state,
            provider_id = coalesce(v."providerId", r.provider_id),
            detail = v.detail,
            retry_at = now() + v."retryInSeconds" * interval '1 second',
            tries = r.tries - (not v."isAttempt")::int,
            lane_owner = case when v.state = 'in_doubt' then r.lane_owner end,
            last_type = case when v.state = 'accepted' then ${typeNumber('send')}::smallint
              when v.state = 'failed' then case when v."isBounce" then ${bounce}::smallint else ${failed}::smallint end
              else r.last_type end,
            last_at = case when v.state in ('accepted', 'failed') then now() else r.last_at end
          from result v, ${lazily}
          where r.id = v.id and r.lane_owner = ${owner}
            and (r.state = 'handing' or r.state = 'in_doubt' and v.state in ('accepted', 'failed'))
          returning r.id, r.message_id, r.address_hash, r.address, v.state, v.detail, v."isBounce"
        ), told as (
          insert into ${ident(schema, 'message_notification')} (recipient_id, message_id, type, detail)
          select id, message_id, case when "isBounce" then ${bounce}::smallint else ${failed}::smallint end, detail
          from recorded where state = 'failed'
        ), suppressed as (
          insert into ${ident(schema, 'message_suppression')} as old (channel, address_hash, address, reason, recipient_id)
          select ${method}, address_hash, max(address), 'bounce', min(id) from recorded
          where "isBounce" and address_hash is not null group by address_hash
          on conflict ${replaceLighter}
        )
        select id from recorded`,
    true,
  )
  return found.map(({ id }) => id)
}

const processEnded: HandOverDetail = 'process_ended'

/** What other owners left behind: what they had not begun waits again, and what they had begun is in doubt. */
export async function recover(
  executor: Executor,
  schema: string,
  { owner, messageIds }: { owner: string; messageIds: readonly number[] },
): Promise<{ inDoubt: number }> {
  const found = await rows<{ state: RecipientState }>(
    executor,
    sql`update ${ledger(schema)} r set
          state = case when r.state = 'claimed' then 'waiting' else 'in_doubt' end,
          lane_owner = case when r.state = 'handing' then r.lane_owner end,
          detail = case when r.state = 'handing' then ${processEnded}::text else r.detail end
        where r.state in ('claimed', 'handing') and r.message_id = any(${messageIds}::bigint[])
          and r.lane_owner is distinct from ${owner}
        returning r.state`,
  )
  return { inDoubt: found.filter(({ state }) => state === 'in_doubt').length }
}

/** Gives back what this process has claimed and will not hand over. */
export async function giveBack(
  executor: Executor,
  schema: string,
  owner: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await run(
    executor,
    sql`update ${ledger(schema)} set state = 'waiting', lane_owner = null
        where id = any(${ids}::bigint[]) and state = 'claimed' and lane_owner = ${owner}`,
  )
}

/** Of these messages, those of which nothing waits or is on its way. */
export async function findEnded(
  executor: Executor,
  schema: string,
  messageIds: readonly number[],
): Promise<number[]> {
  const found = await rows<{ id: number }>(
    executor,
    sql`select m.id from unnest(${messageIds}::bigint[]) as m (id)
        where not exists (select from ${ledger(schema)} r
          where r.message_id = m.id and r.state in ('waiting', 'claimed', 'handing'))`,
  )
  return found.map(({ id }) => id)
}
