/** Routes for collections made from the design of others. */

import type { blueprintsApi } from '@muster/contract/blueprints/blueprints.api'
import { type Deps, RecordReader } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { createFromBlueprint, getBlueprint, listBlueprints } from './blueprints.service.ts'

export function blueprintsRoutes(deps: Deps): Handlers<typeof blueprintsApi> {
  const reader = new RecordReader(deps)
  return {
    list: async (_input, { teamUser, language }) => ({
      items: await listBlueprints(deps, teamUser, language),
    }),
    get: ({ params }, { teamUser }) =>
      getBlueprint(deps, reader, teamUser, params.sourceTeamId, params.dataCollectionId),
    create: ({ params, body }, { teamUser }) =>
      createFromBlueprint(deps, reader, teamUser, params.sourceTeamId, params.dataCollectionId, body),
  }
}
