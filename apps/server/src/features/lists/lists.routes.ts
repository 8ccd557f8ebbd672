/** Endpoints of custom lists. */

import type { listsApi } from '@muster/contract/lists/lists.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { completeList, itemUses } from './lists.service.ts'
import { mergeItems } from './merge-items.ts'

export function listsRoutes(deps: Deps): Handlers<typeof listsApi> {
  return {
    uses: async ({ params }, { teamUser }) => ({
      items: await itemUses(deps, teamUser, params.dataCollectionId),
    }),
    merge: ({ params, body }, { teamUser }) =>
      mergeItems(deps, teamUser, teamUser.teamId, params.dataCollectionId, body),
    complete: ({ params }, { teamUser }) => completeList(deps, teamUser, params.dataCollectionId),
  }
}
