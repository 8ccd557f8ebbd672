/** Webhooks: created, paused, resumed, tried and deleted by their owners and by team admins. */
import crypto from 'node:crypto'
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { includesScope } from '@muster/contract/integrations/api-scopes'
import {
  maxWebhooksPerTeam,
  type Webhook,
  type WebhookDelivery,
  type webhooksApi,
} from '@muster/contract/integrations/webhooks.api'
import { accessTo } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { type Executor, transaction } from '../../platform/db.ts'
import type { SessionUser, TeamUser } from '../../platform/http/context.ts'
import { isAllowedUrl } from '../../platform/public-addresses.ts'
import { callerOf } from '../auth/public.ts'
import { ownerFor } from '../integrations/public.ts'
import { addDelivering, type WebhookDeps } from './collect.ts'
import {
  currentSnapshot,
  dropDeliveries,
  hasten,
  listDeliveries,
  restart,
  tallies,
} from './deliveries.repo.ts'
import { bodyOf } from './payload.ts'
import { type Answer, send } from './send.ts'
import {
  countWebhooks,
  deleteWebhook,
  findSecret,
  findWebhook,
  insertWebhook,
  listWebhooks,
  setFailing,
  setState,
  type WebhookRow,
} from './webhooks.repo.ts'

const deliveriesPerPage = 50

export async function webhooksFor(deps: WebhookDeps, user: TeamUser): Promise<Webhook[]> {
  return withTallies(deps, user.teamId, await listWebhooks(deps.pool, user.teamId, ownerFor(user)))
}

async function withTallies(
  { pool, models }: WebhookDeps,
  teamId: number,
  webhooks: readonly WebhookRow[],
): Promise<Webhook[]> {
  const { schema } = await models.get(teamId)
  const ids = webhooks.map(({ id }) => id)
  const found = new Map(
    (await tallies(pool, schema, ids)).map(({ webhookId, ...tally }) => [webhookId, tally]),
  )
  const none = { waiting: 0, failed: 0, lastDeliveredAt: null }
  return webhooks.map((webhook) => ({ ...webhook, ...(found.get(webhook.id) ?? none) }))
}

/** @throws AppError not_found if it does not exist or is somebody else's */
async function ownWebhook(executor: Executor, user: TeamUser, webhookId: number): Promise<WebhookRow> {
  const own = { teamId: user.teamId, webhookId, teamUserId: ownerFor(user) }
  const webhook = await findWebhook(executor, own)
  if (!webhook) throw new AppError('not_found')
  return webhook
}

/**
 * A webhook that a token creates ends with the token, and has values only if the token may read them.
 *
 * @returns the secret that signs requests, which cannot be read again
 * @throws AppError validation_failed, not_found for a collection that the user may not read
 */
export async function createWebhook(
  deps: WebhookDeps,
  { user, teamUser }: { user: SessionUser; teamUser: TeamUser },
  { url, kinds, dataCollectionId, withValues }: Body<typeof webhooksApi.createWebhook>,
): Promise<{ webhook: Webhook; secret: string }> {
  const { teamId, teamUserId } = teamUser
  if (!isAllowedUrl(url, deps.config.webhookHosts))
    throw new AppError('validation_failed', { errors: [{ path: 'url', code: 'webhook_address' }] })
  if (withValues && user.token && !includesScope(user.token.scopes, 'read'))
    throw new AppError('validation_failed', { errors: [{ path: 'withValues', code: 'not_readable' }] })
  const collection = await readableName(deps, teamUser, dataCollectionId)
  const secret = `whsec_${crypto.randomBytes(32).toString('base64')}`
  const id = await transaction(deps.pool, async (client) => {
    if ((await countWebhooks(client, teamId)) >= maxWebhooksPerTeam) {
      const error = { path: 'url', code: 'too_many', params: { max: maxWebhooksPerTeam } } as const
      throw new AppError('validation_failed', { errors: [error] })
    }
    const own = { url, kinds: [...new Set(kinds)], dataCollectionId, withValues }
    const cursor = await currentSnapshot(client)
    const apiTokenId = user.token?.id ?? null
    const webhookId = await insertWebhook(client, { ...own, teamId, teamUserId, apiTokenId, secret, cursor })
    await audit(client, {
      teamId,
      subject: 'webhook',
      subjectId: webhookId,
      name: hostOf(url),
      action: 'created',
      after: { host: hostOf(url), collection, kinds: own.kinds, withValues },
    })
    return webhookId
  })
  const [webhook] = await withTallies(deps, teamId, [await ownWebhook(deps.pool, teamUser, id)])
  return { webhook: webhook!, secret }
}

/**
 * The name of a collection, if the user may read it: as the person, since a token for webhooks reads no records itself.
 *
 * @throws AppError not_found
 */
async function readableName(
  { pool, models }: WebhookDeps,
  { teamId, teamUserId }: TeamUser,
  dataCollectionId: number,
): Promise<string> {
  const caller = await callerOf(pool, teamId, teamUserId)
  if (!caller) throw new AppError('not_found')
  return accessTo(await models.get(teamId), caller, dataCollectionId).collection.pluralName
}

/** Lists and logs name a webhook by its host: the rest of its URL may have a secret of the receiver. */
const hostOf = (url: string): string => new URL(url).host

/** @throws AppError not_found, webhook_ended */
export async function changeWebhook(
  deps: WebhookDeps,
  user: TeamUser,
  webhookId: number,
  isActive: boolean,
): Promise<Webhook> {
  const { pool } = deps
  const { teamId } = user
  const { schema } = await deps.models.get(teamId)
  await transaction(pool, async (client) => {
    const { state, url } = await ownWebhook(client, user, webhookId)
    if (state === 'ended') throw new AppError('webhook_ended')
    if (!(await setState(client, webhookId, isActive ? 'active' : 'paused'))) return
    const entry = { teamId, subject: 'webhook', subjectId: webhookId, name: hostOf(url) } as const
    await audit(client, { ...entry, action: isActive ? 'resumed' : 'suspended' })
    if (!isActive) return
    await setFailing(client, webhookId, null)
    await hasten(client, schema, webhookId, new Date())
    await addDelivering(deps, { teamId, webhookId }, { client })
  })
  const [webhook] = await withTallies(deps, teamId, [await ownWebhook(pool, user, webhookId)])
  return webhook!
}

/** @throws AppError not_found */
export async function endWebhook(deps: WebhookDeps, user: TeamUser, webhookId: number): Promise<void> {
  const { teamId } = user
  const { schema } = await deps.models.get(teamId)
  await transaction(deps.pool, async (client) => {
    const { url } = await ownWebhook(client, user, webhookId)
    await deleteWebhook(client, webhookId)
    await dropDeliveries(client, schema, webhookId)
    const entry = { teamId, subject: 'webhook', subjectId: webhookId, name: hostOf(url) } as const
    await audit(client, { ...entry, action: 'deleted' })
  })
}

/** @throws AppError not_found */
export async function deliveriesOf(
  { pool, models }: WebhookDeps,
  user: TeamUser,
  webhookId: number,
  before: number | null,
): Promise<{ items: WebhookDelivery[]; hasMore: boolean }> {
  await ownWebhook(pool, user, webhookId)
  const { schema } = await models.get(user.teamId)
  const found = await listDeliveries(pool, schema, { webhookId, before, limit: deliveriesPerPage + 1 })
  return { items: found.slice(0, deliveriesPerPage), hasMore: found.length > deliveriesPerPage }
}

/** @param ids absent for all that failed. @throws AppError not_found, webhook_ended */
export async function replay(
  deps: WebhookDeps,
  user: TeamUser,
  webhookId: number,
  ids?: readonly number[],
): Promise<number> {
  const { teamId } = user
  const { schema } = await deps.models.get(teamId)
  return transaction(deps.pool, async (client) => {
    const { state } = await ownWebhook(client, user, webhookId)
    if (state === 'ended') throw new AppError('webhook_ended')
    const count = await restart(client, schema, { webhookId, ids: ids ?? null, now: new Date() })
    if (count > 0) await addDelivering(deps, { teamId, webhookId }, { client })
    return count
  })
}

/** Sends a request without records. @throws AppError not_found */
export async function tryWebhook(deps: WebhookDeps, user: TeamUser, webhookId: number): Promise<Answer> {
  const { url, dataCollectionId } = await ownWebhook(deps.pool, user, webhookId)
  const secret = await findSecret(deps.pool, webhookId)
  const now = new Date()
  const data = JSON.stringify({ teamId: user.teamId, dataCollectionId, records: [] })
  return send({
    url,
    secret,
    messageId: `msg_test_${crypto.randomUUID()}`,
    body: bodyOf('test', now.toISOString(), data),
    allowedHosts: deps.config.webhookHosts,
    now,
  })
}
