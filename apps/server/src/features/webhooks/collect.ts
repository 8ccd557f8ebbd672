/** Finds what happened to records since a team's webhooks last looked. */
import type { Deps } from '../../engine/public.ts'
import { type Executor, transaction } from '../../platform/db.ts'
import type { TeamMember } from '../../platform/http/context.ts'
import { callerOf } from '../auth/public.ts'
import { collectDeliveries, currentSnapshot, hasDue } from './deliveries.repo.ts'
import { ownScope } from './readable.ts'
import { lockReading, setCursor, setState } from './webhooks.repo.ts'

export type WebhookDeps = Pick<Deps, 'config' | 'pool' | 'models' | 'jobs' | 'log'>

/**
 * Adds the deliveries of a team, and a job for each webhook with any that are due. Every event is found once; a webhook
 * whose owner or token has lost access ends.
 */
export async function collect({ pool, models, jobs }: WebhookDeps, teamId: number): Promise<void> {
  const model = await models.get(teamId)
  const now = new Date()
  await transaction(pool, async (client) => {
    for (const webhook of await lockReading(client, teamId)) {
      const caller = await callerOfWebhook(client, teamId, webhook)
      if (!caller) {
        await setState(client, webhook.id, 'ended')
        continue
      }
      const scope = ownScope(model, caller, webhook.dataCollectionId)
      const cursor = scope
        ? await collectDeliveries(client, scope, webhook, now)
        : await currentSnapshot(client)
      await setCursor(client, webhook.id, cursor)
      if (webhook.state === 'active' && (await hasDue(client, model.schema, webhook.id, now)))
        await addDelivering({ jobs }, { teamId, webhookId: webhook.id }, { client })
    }
  })
}

/** The owner of a webhook; null if they are not active, or the token that created it has ended. */
export async function callerOfWebhook(
  executor: Executor,
  teamId: number,
  { teamUserId, isTokenLive }: { teamUserId: number; isTokenLive: boolean },
): Promise<TeamMember | null> {
  return isTokenLive ? callerOf(executor, teamId, teamUserId) : null
}

/** Adds the job that delivers what waits; only one runs for each webhook. */
export async function addDelivering(
  { jobs }: Pick<Deps, 'jobs'>,
  { teamId, webhookId }: { teamId: number; webhookId: number },
  options: Pick<NonNullable<Parameters<Deps['jobs']['add']>[2]>, 'client' | 'runAt'> = {},
): Promise<void> {
  const name = `webhook ${webhookId}`
  await jobs.add('deliver_webhook', { teamId, webhookId }, { ...options, jobKey: name, queue: name })
}
