import type { integrationsApi } from '@muster/contract/integrations/integrations.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { createToken, endToken, tokensFor } from './integrations.service.ts'

export function integrationsRoutes(deps: Deps): Handlers<typeof integrationsApi> {
  return {
    tokens: async (_call, { teamUser }) => ({ items: await tokensFor(deps, teamUser) }),
    createToken: ({ body }, { teamUser }) => createToken(deps, teamUser, body),
    revokeToken: async ({ params }, { teamUser }) => {
      await endToken(deps, teamUser, params.apiTokenId)
      return { id: params.apiTokenId }
    },
  }
}
