/** SQL of deliveries: found in the log of a team, kept in its schema, sent in the order of their ids. */
import type { WebhookDelivery, WebhookKind } from '@muster/contract/integrations/webhooks.api'
import { maxRecordsPerDelivery } from '@muster/contract/integrations/webhooks.api'
import { tables } from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { type Executor, ident, one, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { readableEvents } from './readable.ts'
import type { ReadingWebhook } from './webhooks.repo.ts'

const table = (schema: string) => ident(schema, 'webhook_delivery')

/** What is committed now, as the text of a `txid_snapshot`: a cursor before all that is committed later. */
export async function currentSnapshot(executor: Executor): Promise<string> {
  const row = await one<{ cursor: string }>(executor, sql`select txid_current_snapshot()::text as cursor`)
  return row!.cursor
}

/**
 * Adds the deliveries of what was committed since the webhook's cursor. Ids of operations and transactions do not follow
 * the order of commits, so an event is new if its transaction is visible now and was not visible in the cursor's
 * snapshot. Deliveries follow the order of operations, and that of a record's versions where the two differ.
 *
 * @param scope the webhook's collection as its owner sees it: what they may not read leaves no trace
 * @param now when they may be attempted
 * @returns the cursor behind them
 */
export async function collectDeliveries(
  client: Transaction,
  scope: Scope,
  webhook: ReadingWebhook,
  now: Date,
): Promise<string> {
  const { id, kinds, cursor } = webhook
  const { schema } = scope
  const row = await one<{ cursor: string }>(
    client,
    sql`with fresh as materialized (
          select f.operation_id, f.record_id, o.at,
            case when f.type = 'restored' then 'record.created' else 'record.' || f.type end as kind,
            max(f.operation_id) over (partition by f.record_id order by f.version, f.operation_id) as turn
          from (${freshEvents(scope, cursor)}) f
            join ${ident(schema, 'operation')} o on o.id = f.operation_id
        ), numbered as materialized (
          select f.*, (row_number() over (partition by operation_id, turn, kind order by record_id) - 1)
            / ${maxRecordsPerDelivery}::int as part
          from fresh f where kind = any(${kinds}::text[])
        ), added as (
          insert into ${table(schema)} (webhook_id, operation_id, kind, record_ids, at, next_at)
          select ${id}::bigint, operation_id, kind, array_agg(record_id order by record_id), min(at), ${now}::timestamptz
          from numbered group by operation_id, turn, kind, part
          order by turn, operation_id <> turn, operation_id, kind, part
        )
        select txid_current_snapshot()::text as cursor`,
  )
  return row!.cursor
}

/**
 * Events since a cursor, those of ranges of created records apart from the others: together, the planner would expect each
 * range to be new, and read all records to find none.
 */
function freshEvents(scope: Scope, cursor: string): Sql {
  const { schema } = scope
  const isFresh = (txid: Sql) => sql`${txid} >= txid_snapshot_xmin(${cursor}::txid_snapshot)
    and not txid_visible_in_snapshot(${txid}, ${cursor}::txid_snapshot)`
  return sql`select l.operation_id, l.record_id, l.type, l.version
      from ${ident(schema, 'log_event')} l join ${tables(scope)} on r.id = l.record_id
      where ${isFresh(sql`l.txid`)} and ${readableEvents(scope)}
    union all
    select c.operation_id, r.id, l.type, 1
      from ${ident(schema, 'log_created')} c join ${tables(scope)} on r.id between c.first_id and c.last_id
        cross join lateral (select 'created'::text as type, null::jsonb as after) l
      where ${isFresh(sql`c.txid`)} and ${readableEvents(scope)}`
}

/** The delivery that is next in order. */
export interface WaitingDelivery {
  id: number
  operationId: number
  kind: WebhookKind
  recordIds: number[]
  at: string
  attempts: number
  firstAttemptAt: string | null
  /** When it may be attempted. */
  nextAt: string
}

/** Whether anything may be attempted now. */
export async function hasDue(
  executor: Executor,
  schema: string,
  webhookId: number,
  now: Date,
): Promise<boolean> {
  const next = await nextDelivery(executor, schema, webhookId)
  return next !== undefined && Date.parse(next.nextAt) <= now.getTime()
}

export function nextDelivery(
  executor: Executor,
  schema: string,
  webhookId: number,
): Promise<WaitingDelivery | undefined> {
  return one(
    executor,
    sql`select id, operation_id as "operationId", kind, to_json(record_ids) as "recordIds", at, attempts,
          first_attempt_at as "firstAttemptAt", next_at as "nextAt"
        from ${table(schema)} where webhook_id = ${webhookId} and state = 'waiting' order by id limit 1`,
  )
}

/** How a delivery ended, or when it is tried again. */
export interface Outcome {
  state: WebhookDelivery['state']
  attempts: number
  /** Of the first attempt; null if there was none. */
  firstAttemptAt: Date | null
  /** Null once it has ended. */
  nextAt: Date | null
  /** Null while it waits. */
  endedAt: Date | null
  status: number | null
  error: string | null
}

export async function saveOutcome(
  executor: Executor,
  schema: string,
  id: number,
  outcome: Outcome,
): Promise<void> {
  const { state, attempts, firstAttemptAt, nextAt, endedAt, status, error } = outcome
  await run(
    executor,
    sql`update ${table(schema)} set state = ${state}, attempts = ${attempts}, first_attempt_at = ${firstAttemptAt},
          next_at = ${nextAt}, ended_at = ${endedAt}, status = ${status}, error = ${error}
        where id = ${id}`,
  )
}

export interface Tally {
  webhookId: number
  waiting: number
  failed: number
  lastDeliveredAt: string | null
}

export function tallies(executor: Executor, schema: string, webhookIds: readonly number[]): Promise<Tally[]> {
  return rows(
    executor,
    sql`select webhook_id as "webhookId", count(*) filter (where state = 'waiting') as waiting,
          count(*) filter (where state = 'failed') as failed,
          max(ended_at) filter (where state = 'delivered') as "lastDeliveredAt"
        from ${table(schema)} where webhook_id = any(${webhookIds}::bigint[]) group by webhook_id`,
  )
}

/** Newest first. */
export function listDeliveries(
  executor: Executor,
  schema: string,
  { webhookId, before, limit }: { webhookId: number; before: number | null; limit: number },
): Promise<WebhookDelivery[]> {
  return rows(
    executor,
    sql`select id, kind, to_json(record_ids) as "dataRecordIds", at, state, attempts, next_at as "nextAt",
          ended_at as "endedAt", status, error
        from ${table(schema)} where webhook_id = ${webhookId} and (${before}::bigint is null or id < ${before})
        order by id desc limit ${limit}`,
  )
}

/** Lets deliveries wait again, with all their attempts. @param ids null for all that failed */
export function restart(
  executor: Executor,
  schema: string,
  { webhookId, ids, now }: { webhookId: number; ids: readonly number[] | null; now: Date },
): Promise<number> {
  return run(
    executor,
    sql`update ${table(schema)}
        set state = 'waiting', attempts = 0, first_attempt_at = null, next_at = ${now}, ended_at = null
        where webhook_id = ${webhookId} and state <> 'waiting'
          and (id = any(${ids}::bigint[]) or ${ids}::bigint[] is null and state = 'failed')`,
  )
}

/** Lets what waits be attempted now instead of later. */
export async function hasten(
  executor: Executor,
  schema: string,
  webhookId: number,
  now: Date,
): Promise<void> {
  await run(
    executor,
    sql`update ${table(schema)} set next_at = ${now}
        where webhook_id = ${webhookId} and state = 'waiting' and next_at > ${now}`,
  )
}

export async function dropDeliveries(executor: Executor, schema: string, webhookId: number): Promise<void> {
  await run(executor, sql`delete from ${table(schema)} where webhook_id = ${webhookId}`)
}

export function dropDeliveriesBefore(executor: Executor, schema: string, before: Date): Promise<number> {
  return run(executor, sql`delete from ${table(schema)} where at < ${before}`)
}
