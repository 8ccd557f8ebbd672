/** Search over all records of a team. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParam, teamParams } from '../paging.ts'
import { searchHitSchema } from './search.schema.ts'

export const searchApi = {
  all: endpoint({
    method: 'GET',
    path: '/teams/:teamId/search',
    access: 'teamUser',
    reads: ['records'],
    summary:
      'Records of all globally searchable collections, or of one, that match the search text; best first',
    params: teamParams,
    query: z.object({
      q: z.string().max(200),
      limit: z.coerce.number().int().min(1).max(200).default(20),
      dataCollectionId: idParam.optional(),
    }),
    response: z.object({
      items: z.array(searchHitSchema),
      /** Whether there are more than `limit`. */
      hasMore: z.boolean(),
      /** False if the search ran out of time; there may be other records. */
      isComplete: z.boolean(),
    }),
  }),
}
