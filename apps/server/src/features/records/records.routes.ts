/** Endpoints of records; those that write are in write.routes.ts. */

import type { recordsApi } from '@muster/contract/records/records.api'
import { queryBody } from '@muster/contract/records/records.schema'
import { type Deps, RecordReader, withFreshModel } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { writeRoutes } from './write.routes.ts'

export function recordsRoutes(deps: Deps): Handlers<typeof recordsApi> {
  const reader = new RecordReader(deps)
  return onFreshModel(deps, {
    ...writeRoutes(deps),
    list: ({ params, query }, { teamUser }) =>
      reader.query(teamUser, params.dataCollectionId, queryBody.parse(query)),
    query: ({ params, body }, { teamUser }) => reader.query(teamUser, params.dataCollectionId, body),
    neighbours: ({ params, body }, { teamUser }) =>
      reader.neighbours(teamUser, params.dataCollectionId, body),
    aggregate: ({ params, body }, { teamUser }) => reader.aggregate(teamUser, params.dataCollectionId, body),
    statCards: (_input, { teamUser }) => reader.statCards(teamUser),
    get: ({ params }, { teamUser }) => reader.get(teamUser, params.dataRecordId),
  })
}

/** Retries each handler if its model turns out to be outdated. */
function onFreshModel(
  { models }: Pick<Deps, 'models'>,
  handlers: Handlers<typeof recordsApi>,
): Handlers<typeof recordsApi> {
  type Any = (input: never, context: { teamUser: TeamUser }) => Promise<unknown>
  const retrying = (handler: Any): Any => {
    return (input, context) => withFreshModel(models, context.teamUser.teamId, () => handler(input, context))
  }
  const entries = Object.entries(handlers).map(([name, handler]) => [
    name,
    retrying(handler as unknown as Any),
  ])
  return Object.fromEntries(entries) as Handlers<typeof recordsApi>
}
