/** Records: reading here, writing in `write/`. */
import type { recordsApi } from '@muster/contract/records/records.api'
import { queryBody } from '@muster/contract/records/records.schema'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { RecordReader } from './records.service.ts'
import { writeRoutes } from './write/write.routes.ts'

export function recordsRoutes(deps: Deps): Handlers<typeof recordsApi> {
  const reader = new RecordReader(deps)
  return {
    ...writeRoutes(deps),
    list: ({ params, query }, { teamUser }) =>
      reader.query(teamUser, params.dataCollectionId, queryBody.parse(query)),
    query: ({ params, body }, { teamUser }) => reader.query(teamUser, params.dataCollectionId, body),
    neighbours: ({ params, body }, { teamUser }) =>
      reader.neighbours(teamUser, params.dataCollectionId, body),
    aggregate: ({ params, body }, { teamUser }) => reader.aggregate(teamUser, params.dataCollectionId, body),
    get: ({ params }, { teamUser }) => reader.get(teamUser, params.dataRecordId),
  }
}
