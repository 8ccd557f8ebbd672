/** Live updates: ids and versions, never data. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idSchema, teamParams } from '../paging.ts'

/** One server-sent event's `data`. `all` asks the client to refetch whatever it shows of the collection. */
export const liveEventSchema = z.object({
  kind: z.enum(['records', 'collections', 'imports', 'permissions', 'duplicates']),
  dataCollectionId: idSchema.optional(),
  recordIds: z.array(idSchema).optional(),
  all: z.boolean().optional(),
})
export type LiveEvent = z.infer<typeof liveEventSchema>

export const eventsApi = {
  subscribe: endpoint({
    method: 'GET',
    path: '/teams/:teamId/events',
    access: 'teamUser',
    summary: 'Server-sent events of the team (text/event-stream)',
    params: teamParams,
    kind: 'events',
  }),
}
