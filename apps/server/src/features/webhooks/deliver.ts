/** Sends what waits for a webhook, in order: no delivery is begun before the one in front of it has ended. */
import { maxFailingDays, retryTimes } from '@muster/contract/integrations/webhooks.api'
import { transaction } from '../../platform/db.ts'
import { queueMail, webhookPausedMail } from '../auth/public.ts'
import { addDelivering, callerOfWebhook, type WebhookDeps } from './collect.ts'
import { nextDelivery, type Outcome, saveOutcome, type WaitingDelivery } from './deliveries.repo.ts'
import { bodyOf, recordsOf } from './payload.ts'
import { ownScope } from './readable.ts'
import { type Answer, send } from './send.ts'
import { findOwner, findSending, type SendingWebhook, setFailing, setState } from './webhooks.repo.ts'

/** After this time a job lets others go first, because a receiver may be slow. */
const turnMs = 10_000
const dayMs = 86_400_000
/** The receiver wants no more requests (REST hooks). */
const gone = 410

interface Of {
  teamId: number
  webhookId: number
}

/** Sends until nothing is due. What is due later, or left after a turn, gets a job of its own. */
export async function deliver(deps: WebhookDeps, of: Of, signal: AbortSignal): Promise<void> {
  const endOfTurn = performance.now() + turnMs
  const { schema } = await deps.models.get(of.teamId)
  for (;;) {
    const webhook = await findSending(deps.pool, of.teamId, of.webhookId)
    if (!webhook) return
    const delivery = await nextDelivery(deps.pool, schema, webhook.id)
    if (!delivery) return
    const dueAt = new Date(delivery.nextAt)
    if (dueAt.getTime() > Date.now()) return addDelivering(deps, of, { runAt: dueAt })
    if (signal.aborted || performance.now() > endOfTurn) return addDelivering(deps, of)
    await attempt(deps, of.teamId, webhook, delivery)
  }
}

async function attempt(
  deps: WebhookDeps,
  teamId: number,
  webhook: SendingWebhook,
  delivery: WaitingDelivery,
): Promise<void> {
  const { pool, config } = deps
  const model = await deps.models.get(teamId)
  const caller = await callerOfWebhook(pool, teamId, webhook)
  if (!caller) {
    await setState(pool, webhook.id, 'ended')
    return
  }
  const scope = ownScope(model, caller, webhook.dataCollectionId)
  const records = scope && (await recordsOf(pool, scope, webhook.withValues, delivery))
  if (records === null) {
    const skipped = { ...ended('skipped'), attempts: delivery.attempts, firstAttemptAt: firstOf(delivery) }
    await saveOutcome(pool, model.schema, delivery.id, { ...skipped, status: null, error: null })
    return
  }
  const { dataCollectionId } = webhook
  const { operationId, kind, at } = delivery
  const data = `{"teamId":${teamId},"dataCollectionId":${dataCollectionId},"operationId":${operationId},"records":${records}}`
  const answer = await send({
    ...webhook,
    messageId: `msg_${teamId}_${delivery.id}`,
    body: bodyOf(kind, at, data),
    allowedHosts: config.webhookHosts,
    now: new Date(),
  })
  await saveOutcome(pool, model.schema, delivery.id, outcomeOf(delivery, answer))
  await follow(deps, teamId, webhook, answer)
}

const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

const firstOf = ({ firstAttemptAt }: WaitingDelivery): Date | null =>
  firstAttemptAt === null ? null : new Date(firstAttemptAt)

function ended(state: Outcome['state']): Pick<Outcome, 'state' | 'nextAt' | 'endedAt'> {
  return { state, nextAt: null, endedAt: new Date() }
}

function outcomeOf(delivery: WaitingDelivery, answer: Answer): Outcome {
  const firstAttemptAt = firstOf(delivery) ?? new Date()
  const own = { ...answer, attempts: delivery.attempts + 1, firstAttemptAt }
  if (isSuccess(answer)) return { ...own, ...ended('delivered') }
  const seconds = retryTimes[delivery.attempts]
  if (seconds === undefined || answer.status === gone) return { ...own, ...ended('failed') }
  const nextAt = new Date(Math.max(firstAttemptAt.getTime() + seconds * 1000, Date.now()))
  return { ...own, state: 'waiting', nextAt, endedAt: null }
}

/** What an answer means for the webhook: all is well, it fails, it has failed for too long, or it is over. */
async function follow(
  { pool, jobs, config, log }: WebhookDeps,
  teamId: number,
  webhook: SendingWebhook,
  answer: Answer,
): Promise<void> {
  if (isSuccess(answer)) {
    if (webhook.failingSince !== null) await setFailing(pool, webhook.id, null)
    return
  }
  if (answer.status === gone) {
    await setState(pool, webhook.id, 'ended')
    return
  }
  const failingSince = webhook.failingSince === null ? new Date() : new Date(webhook.failingSince)
  await setFailing(pool, webhook.id, failingSince)
  if (Date.now() - failingSince.getTime() < maxFailingDays * dayMs) return
  await transaction(pool, async (client) => {
    const isPaused = await setState(client, webhook.id, 'paused')
    const owner = isPaused ? await findOwner(client, webhook.teamUserId) : undefined
    if (!owner) return
    const about = { ...owner, teamId, host: new URL(webhook.url).host }
    await queueMail(jobs, webhookPausedMail(config.publicUrl, owner.language, about), client)
  })
  log.info({ teamId, webhookId: webhook.id }, 'paused a webhook that failed for days')
}
