/** Background jobs of webhooks: find what happened, send it, and forget what is old. */
import { deliveryRetentionDays } from '@muster/contract/integrations/webhooks.api'
import { z } from 'zod'
import { type Deps, openTeamIds } from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { collect } from './collect.ts'
import { deliver } from './deliver.ts'
import { dropDeliveriesBefore } from './deliveries.repo.ts'
import { teamsWithWebhooks } from './webhooks.repo.ts'

const dayMs = 86_400_000

export function webhooksTasks(deps: Deps) {
  return {
    collect_webhooks: defineTask({
      schema: z.object({ teamId: z.number() }),
      run: ({ teamId }) => collect(deps, teamId),
    }),
    /** Finds what a process did not announce because it ended right after its commit, and what a suspended team left. */
    collect_all_webhooks: defineTask({
      schema: z.object({}),
      cron: '*/10 * * * *',
      async run(_payload, { signal }) {
        for (const teamId of await teamsWithWebhooks(deps.pool)) {
          if (signal.aborted) return
          await collect(deps, teamId)
        }
      },
    }),
    deliver_webhook: defineTask({
      schema: z.object({ teamId: z.number(), webhookId: z.number() }),
      run: (of, { signal }) => deliver(deps, of, signal),
    }),
    clean_webhooks: defineTask({
      schema: z.object({}),
      cron: '41 4 * * *',
      async run(_payload, { signal }) {
        const before = new Date(Date.now() - deliveryRetentionDays * dayMs)
        for (const teamId of await openTeamIds(deps.pool)) {
          if (signal.aborted) return
          await dropDeliveriesBefore(deps.pool, (await deps.models.get(teamId)).schema, before)
        }
      },
    }),
  }
}
