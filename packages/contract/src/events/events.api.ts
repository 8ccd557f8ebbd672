/** Live updates: ids and versions, never data. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idSchema, teamParams } from '../paging.ts'
import { liveSubjects } from '../subjects.ts'

/** A person's location: a collection, optionally a record, and optionally the field they are editing. */
export const placeSchema = z.strictObject({
  dataCollectionId: idSchema,
  dataRecordId: idSchema.nullable(),
  /** Column name. */
  field: z.string().max(63).nullable(),
})
export type Place = z.infer<typeof placeSchema>

export const presenceSchema = z
  .object({
    ...placeSchema.shape,
    teamUserId: idSchema,
    /** One person may have several windows open; each window generates its id. */
    windowId: z.string(),
  })
  .meta({ id: 'Presence' })
export type Presence = z.infer<typeof presenceSchema>

/** A window is considered closed after this long without a heartbeat. */
export const presenceTimeoutMs = 35_000
/** Interval between heartbeats. */
export const presenceBeatMs = 12_000

/** The `data` of one server-sent event. `all` asks the client to refetch everything it shows of the collection. */
export const liveEventSchema = z.object({
  /** The subject that changed. */
  kind: z.enum(liveSubjects),
  dataCollectionId: idSchema.optional(),
  recordIds: z.array(idSchema).optional(),
  all: z.boolean().optional(),
  /** For `presence`: who came, moved or left. */
  presence: presenceSchema.optional(),
  hasLeft: z.boolean().optional(),
  /** For `permissions`: whether those of the receiver may have changed, and with them all that they see. */
  isOwn: z.boolean().optional(),
})
export type LiveEvent = z.infer<typeof liveEventSchema>

export const eventsApi = {
  subscribe: endpoint({
    method: 'GET',
    path: '/teams/:teamId/events',
    access: 'teamUser',
    reads: [],
    summary: 'Server-sent events of the team (text/event-stream)',
    params: teamParams,
    /** The `muster-position` of an answer: what changed since then comes first. */
    query: z.object({ since: z.string().max(100).optional() }),
    kind: 'events',
    errors: ['rate_limited'],
  }),
  /** A PUT, because it is idempotent. */
  here: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/presence/:windowId',
    access: 'teamUser',
    changes: ['presence'],
    summary: 'Set the caller’s location, or leave with null; answers with who else is in that collection',
    params: z.object({ ...teamParams.shape, windowId: z.string().regex(/^[0-9a-zA-Z-]{8,64}$/) }),
    body: z.strictObject({ place: placeSchema.nullable() }),
    response: z.object({ people: z.array(presenceSchema) }),
  }),
}
