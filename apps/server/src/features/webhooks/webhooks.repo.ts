/** SQL of webhooks: what is to be sent where. Deliveries are in `deliveries.repo.ts`. */
import type { Webhook, WebhookKind } from '@muster/contract/integrations/webhooks.api'
import type { Language } from '@muster/contract/paging'
import { type Executor, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

/** A webhook as its owner sees it, without the numbers of its deliveries. */
export type WebhookRow = Omit<Webhook, 'waiting' | 'failed' | 'lastDeliveredAt'>

const webhooks = sql`
  select w.id, w.url, w.kinds, w.data_collection_id as "dataCollectionId", w.with_values as "withValues", w.state,
    w.team_user_id as "teamUserId", trim(tu.first_name || ' ' || tu.last_name) as owner, w.created_at as "createdAt",
    w.failing_since as "failingSince"
  from muster.webhook w join muster.team_user tu on tu.id = w.team_user_id`

/** @param teamUserId whose webhooks; null for all of the team */
export function listWebhooks(
  executor: Executor,
  teamId: number,
  teamUserId: number | null,
): Promise<WebhookRow[]> {
  return rows(
    executor,
    sql`${webhooks} where w.team_id = ${teamId} and (${teamUserId}::bigint is null or w.team_user_id = ${teamUserId})
        order by w.id desc`,
  )
}

/** @param teamUserId as for `listWebhooks` */
export function findWebhook(
  executor: Executor,
  { teamId, webhookId, teamUserId }: { teamId: number; webhookId: number; teamUserId: number | null },
): Promise<WebhookRow | undefined> {
  return one(
    executor,
    sql`${webhooks} where w.team_id = ${teamId} and w.id = ${webhookId}
          and (${teamUserId}::bigint is null or w.team_user_id = ${teamUserId})`,
  )
}

/** Waits for others who add webhooks to the team, and counts those that it has. */
export async function countWebhooks(client: Transaction, teamId: number): Promise<number> {
  await run(client, sql`select from muster.team where id = ${teamId} for no key update`)
  const row = await one<{ count: number }>(
    client,
    sql`select count(*) from muster.webhook where team_id = ${teamId} and state <> 'ended'`,
  )
  return row!.count
}

export interface NewWebhook {
  teamId: number
  teamUserId: number
  apiTokenId: number | null
  url: string
  secret: string
  kinds: readonly WebhookKind[]
  dataCollectionId: number
  withValues: boolean
  /** See `currentSnapshot`. */
  cursor: string
}

export async function insertWebhook(client: Transaction, webhook: NewWebhook): Promise<number> {
  const { teamId, teamUserId, apiTokenId, url, secret, kinds, dataCollectionId, withValues, cursor } = webhook
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.webhook (team_id, team_user_id, api_token_id, url, secret, kinds, data_collection_id,
          with_values, cursor)
        values (${teamId}, ${teamUserId}, ${apiTokenId}, ${url}, ${secret}, ${kinds}::text[], ${dataCollectionId},
          ${withValues}, ${cursor})
        returning id`,
  )
  return row!.id
}

export async function deleteWebhook(client: Transaction, webhookId: number): Promise<void> {
  await run(client, sql`delete from muster.webhook where id = ${webhookId}`)
}

/** An active or paused webhook for those who look for new events. */
export interface ReadingWebhook {
  id: number
  kinds: WebhookKind[]
  dataCollectionId: number
  cursor: string
  state: Webhook['state']
  teamUserId: number
  /** False when the token that created it is revoked or has expired. */
  isTokenLive: boolean
}

/** Whether the token `t` that created a webhook, if one did, may still be used. */
const isTokenLive = sql`(t.id is null or t.revoked_at is null and (t.expires_at is null or t.expires_at > now()))`
/** A webhook `w`, its token and its team, which is neither suspended nor deleted. */
const ofOpenTeam = sql`muster.webhook w left join muster.api_token t on t.id = w.api_token_id
  join muster.team m on m.id = w.team_id and m.suspended_at is null and m.deleted_at is null`

/** Locks the webhooks of an open team that are not over, so that each event is found once. */
export function lockReading(client: Transaction, teamId: number): Promise<ReadingWebhook[]> {
  return rows(
    client,
    sql`select w.id, w.kinds, w.data_collection_id as "dataCollectionId", w.cursor, w.state,
          w.team_user_id as "teamUserId", ${isTokenLive} as "isTokenLive"
        from ${ofOpenTeam} where w.team_id = ${teamId} and w.state <> 'ended' order by w.id for no key update of w`,
  )
}

export async function setCursor(client: Transaction, webhookId: number, cursor: string): Promise<void> {
  await run(
    client,
    sql`update muster.webhook set cursor = ${cursor} where id = ${webhookId} and cursor <> ${cursor}`,
  )
}

/** What a delivery needs of its webhook. */
export interface SendingWebhook {
  id: number
  url: string
  secret: string
  dataCollectionId: number
  withValues: boolean
  teamUserId: number
  failingSince: string | null
  /** False when the token that created it is revoked or has expired. */
  isTokenLive: boolean
}

/** Undefined unless it is active, in an open team. */
export function findSending(
  executor: Executor,
  teamId: number,
  webhookId: number,
): Promise<SendingWebhook | undefined> {
  return one(
    executor,
    sql`select w.id, w.url, w.secret, w.data_collection_id as "dataCollectionId", w.with_values as "withValues",
          w.team_user_id as "teamUserId", w.failing_since as "failingSince",
          ${isTokenLive} as "isTokenLive"
        from ${ofOpenTeam}
        where w.team_id = ${teamId} and w.id = ${webhookId} and w.state = 'active'`,
  )
}

export async function setState(
  executor: Executor,
  webhookId: number,
  state: Webhook['state'],
): Promise<boolean> {
  const changed = await run(
    executor,
    sql`update muster.webhook set state = ${state} where id = ${webhookId} and state not in ('ended', ${state})`,
  )
  return changed > 0
}

/** @param since null when an attempt has succeeded */
export async function setFailing(executor: Executor, webhookId: number, since: Date | null): Promise<void> {
  await run(
    executor,
    sql`update muster.webhook set failing_since = ${since}
        where id = ${webhookId} and failing_since is distinct from ${since}`,
  )
}

/** Of these teams, or of all, those with webhooks that are not over. */
export async function teamsWithWebhooks(executor: Executor, teamIds?: readonly number[]): Promise<number[]> {
  const found = await rows<{ teamId: number }>(
    executor,
    sql`select distinct w.team_id as "teamId" from muster.webhook w join muster.team t on t.id = w.team_id
        where w.state <> 'ended' and t.suspended_at is null and t.deleted_at is null
          and (${teamIds ?? null}::bigint[] is null or w.team_id = any(${teamIds ?? null}::bigint[]))
        order by w.team_id`,
  )
  return found.map(({ teamId }) => teamId)
}

/** Whom to write to about a webhook. */
export function findOwner(
  executor: Executor,
  teamUserId: number,
): Promise<{ email: string; language: Language; team: string; enumAppBrandId: number } | undefined> {
  return one(
    executor,
    sql`select u.email, coalesce(tu.interface_language, t.default_interface_language) as language, t.name as team,
          t.enum_app_brand_id as "enumAppBrandId"
        from muster.team_user tu join muster.app_user u on u.id = tu.user_id join muster.team t on t.id = tu.team_id
        where tu.id = ${teamUserId}`,
  )
}

/** @param webhookId of a webhook that exists */
export async function findSecret(executor: Executor, webhookId: number): Promise<string> {
  const row = await one<{ secret: string }>(
    executor,
    sql`select secret from muster.webhook where id = ${webhookId}`,
  )
  return row!.secret
}
