/** Routes for duplicates. */

import type { duplicatesApi } from '@muster/contract/duplicates/duplicates.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { DuplicatesService } from './duplicates.service.ts'

export function duplicatesRoutes(deps: Deps): Handlers<typeof duplicatesApi> {
  const service = new DuplicatesService(deps)
  return {
    find: ({ params, body }, { teamUser }) => service.find(teamUser, params.dataCollectionId, body),
    list: ({ params }, { teamUser }) => service.list(teamUser, params.dataCollectionId),
    get: ({ params }, { teamUser }) => service.get(teamUser, params.scanId),
    cancel: ({ params }, { teamUser }) => service.cancel(teamUser, params.scanId),
    groups: ({ params, query }, { teamUser }) => service.groups(teamUser, params.scanId, query),
    dismiss: ({ params, body }, { teamUser }) =>
      service.dismiss(teamUser, params.scanId, params.n, body.isDismissed),
    merge: ({ params, body }, { teamUser }) => service.merge(teamUser, params.dataCollectionId, body),
    mergeMany: ({ params, body }, { teamUser }) => service.mergeMany(teamUser, params.scanId, body.groups),
    survivor: ({ params }, { teamUser }) => service.survivor(teamUser, params.dataRecordId),
  }
}
