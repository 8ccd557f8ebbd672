/** Finds what happened to records since a team's webhooks last looked. */
import type { Deps } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { collectDeliveries } from './deliveries.repo.ts'
import { lockReading, setCursor } from './webhooks.repo.ts'

export type WebhookDeps = Pick<Deps, 'config' | 'pool' | 'models' | 'jobs' | 'log'>

/** Adds the deliveries of a team, and a job for each webhook that has new ones. Every event is found once. */
export async function collect({ pool, models, jobs }: WebhookDeps, teamId: number): Promise<void> {
  const model = await models.get(teamId)
  await transaction(pool, async (client) => {
    for (const webhook of await lockReading(client, teamId)) {
      const collection = model.collections.get(webhook.dataCollectionId)
      // A deleted collection may be restored; what happens to it meanwhile is kept.
      if (!collection) continue
      const of = { homeId: collection.homeId, now: new Date() }
      const { count, cursor } = await collectDeliveries(client, model.schema, webhook, of)
      if (count === 0) continue
      await setCursor(client, webhook.id, cursor)
      await addDelivering({ jobs }, { teamId, webhookId: webhook.id }, { client })
    }
  })
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
