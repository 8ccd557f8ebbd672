import type { webhooksApi } from '@muster/contract/integrations/webhooks.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import {
  changeWebhook,
  createWebhook,
  deliveriesOf,
  endWebhook,
  replay,
  tryWebhook,
  webhooksFor,
} from './webhooks.service.ts'

export function webhooksRoutes(deps: Deps): Handlers<typeof webhooksApi> {
  return {
    webhooks: async (_call, { teamUser }) => ({ items: await webhooksFor(deps, teamUser) }),
    createWebhook: ({ body }, context) => createWebhook(deps, context, body),
    changeWebhook: ({ params, body }, { teamUser }) =>
      changeWebhook(deps, teamUser, params.webhookId, body.isActive),
    deleteWebhook: async ({ params }, { teamUser }) => {
      await endWebhook(deps, teamUser, params.webhookId)
      return { id: params.webhookId }
    },
    deliveries: ({ params, query }, { teamUser }) =>
      deliveriesOf(deps, teamUser, params.webhookId, query.before ?? null),
    replay: async ({ params, body }, { teamUser }) => ({
      count: await replay(deps, teamUser, params.webhookId, body.deliveryIds),
    }),
    testWebhook: ({ params }, { teamUser }) => tryWebhook(deps, teamUser, params.webhookId),
  }
}
