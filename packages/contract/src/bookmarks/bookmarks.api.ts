/** Records that a person has bookmarked, each with a private memo. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { collectionParams } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'
import { recordParams, targetSchema } from '../records/records.schema.ts'

/** Spec section 5 and 9. */
export const maxMemoLength = 250

const memoSchema = z.string().trim().max(maxMemoLength, 'too_long').nullable()

export const bookmarkSchema = z
  .object({
    recordId: idSchema,
    name: z.string(),
    avatar: z.string().nullable(),
    /** The home collection. */
    dataCollectionId: idSchema,
    /** Every collection the record belongs to. */
    dataCollectionIds: z.array(idSchema),
    memo: z.string().nullable(),
    bookmarkedAt: dateTimeSchema,
  })
  .meta({ id: 'Bookmark' })
export type Bookmark = z.infer<typeof bookmarkSchema>

/** Whether a record is bookmarked, and its memo. */
const stateSchema = z.object({ isBookmarked: z.boolean(), memo: z.string().nullable() })

export const bookmarksApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/bookmarks',
    access: 'teamUser',
    reads: ['records', 'bookmarks'],
    summary: 'The caller’s bookmarks, newest first, without records they can no longer see',
    params: teamParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(200),
      /** Cursor: the last record of the previous page. */
      after: idParam.optional(),
    }),
    response: z.object({ items: z.array(bookmarkSchema), next: idSchema.nullable() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/bookmarks/:dataRecordId',
    access: 'teamUser',
    reads: ['bookmarks'],
    summary: 'Whether the caller has bookmarked a record, and their memo',
    params: recordParams,
    response: stateSchema,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/bookmarks/:dataRecordId',
    access: 'teamUser',
    changes: ['bookmarks'],
    summary: 'Bookmark a record, or change the memo',
    params: recordParams,
    body: z.strictObject({ memo: memoSchema.optional() }),
    response: stateSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/bookmarks/:dataRecordId',
    access: 'teamUser',
    changes: ['bookmarks'],
    summary: 'Remove a bookmark',
    params: recordParams,
  }),
  setMany: endpoint({
    method: 'POST',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/bookmarks',
    access: 'teamUser',
    changes: ['bookmarks'],
    summary: 'Bookmark many records, or remove their bookmarks',
    params: collectionParams,
    body: z.strictObject({ target: targetSchema, isBookmarked: z.boolean() }),
    bodyLimit: largeBodyLimit,
    /** Records whose bookmark changed, so that the change can be undone. */
    response: z.object({ count: z.number().int(), recordIds: z.array(idSchema) }),
    errors: ['filter_invalid', 'validation_failed'],
  }),
}
