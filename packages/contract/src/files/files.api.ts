/** Files: uploaded as the raw request body, stored by content, and served so that they cannot run. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { collectionParams } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { fileKinds } from '../fields/families.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { dateTimeSchema, idParam, teamParams } from '../paging.ts'
import { targetSchema } from '../records/records.schema.ts'
import { type ThumbnailSize, thumbnailSizes } from './pictures.ts'

export { fileKinds }

export const fileObjectSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    size: z.number().int(),
    kind: z.enum(fileKinds),
    mimeType: z.string(),
    url: z.string(),
    /** URL of its thumbnails, which take `?size=`; null if it has none. */
    thumbnail: z.string().nullable(),
  })
  .meta({ id: 'File' })
export type FileObject = z.infer<typeof fileObjectSchema>

const thumbnailQuery = z.object({
  size: z
    .enum(thumbnailSizes.map(String) as [string, ...string[]])
    .transform((text) => Number(text) as ThumbnailSize)
    .default(320),
})

export const webPictureQuery = thumbnailQuery.extend({
  /** Made of the address (`versionOf`), so that a browser does not show the picture of an earlier one. */
  version: z.string().max(20).optional(),
})

/** From a field with addresses, into one with files, where that is empty; both are column names. */
export const fetchPicturesBody = z.strictObject({
  from: z.string().max(63),
  into: z.string().max(63),
  target: targetSchema,
})
export type FetchPictures = z.output<typeof fetchPicturesBody>

const fileParams = z.object({ teamId: idParam, fileId: z.uuid() })

/** A file in the list of existing files. */
export const listedFileSchema = fileObjectSchema.extend({ createdAt: dateTimeSchema })
export type ListedFile = z.infer<typeof listedFileSchema>

export const listFilesQuery = z.object({
  /** Words of the name. */
  search: z.string().trim().max(200).optional(),
  /** Comma-separated kinds. */
  kinds: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(fileKinds)))
    .optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(48),
})
export type ListFilesQuery = z.output<typeof listFilesQuery>

export const filesApi = {
  upload: endpoint({
    method: 'POST',
    path: '/teams/:teamId/files',
    access: 'teamUser',
    changes: ['files'],
    summary: 'Store a file; its name is in the query, its bytes are the body',
    params: teamParams,
    query: z.object({
      name: z.string().min(1).max(1000),
      /** The field it is for; a file that the field does not accept is rejected before it is stored. */
      dataFieldId: idParam.optional(),
    }),
    response: fileObjectSchema,
    errors: ['file_too_large', 'file_empty', 'image_too_large', 'validation_failed', 'storage_quota'],
    kind: 'upload',
    // A name is cleaned, not rejected.
    checksOwnText: ['name'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/files',
    access: 'teamUser',
    reads: ['files'],
    summary: 'Files that the caller uploaded or can read in a record, newest first',
    params: teamParams,
    query: listFilesQuery,
    response: z.object({ items: z.array(listedFileSchema), nextCursor: z.string().nullable() }),
    errors: ['cursor_invalid'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/teams/:teamId/files/:fileId',
    access: 'teamUser',
    reads: [],
    summary: 'The bytes of a file that the caller uploaded or can read in a record',
    params: fileParams,
    query: z.object({ download: z.enum(['0', '1']).optional() }),
    kind: 'stream',
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/teams/:teamId/files/:fileId/thumbnail',
    access: 'teamUser',
    reads: [],
    summary: 'A thumbnail of a picture, as AVIF or WebP depending on the Accept header',
    params: fileParams,
    query: thumbnailQuery,
    kind: 'stream',
  }),
  webPicture: endpoint({
    method: 'GET',
    path: '/teams/:teamId/dataRecords/:dataRecordId/pictures/:dataFieldId',
    access: 'teamUser',
    reads: [],
    summary: 'A thumbnail of the picture at the web address in a field that is shown as pictures',
    params: teamParams.extend({ dataRecordId: idParam, dataFieldId: idParam }),
    query: webPictureQuery,
    errors: ['picture_unavailable'],
    kind: 'stream',
  }),
  fetchPictures: endpoint({
    method: 'POST',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/dataRecords/pictures',
    access: 'team_admin_data_collections',
    changes: ['records', 'record', 'history', 'counts', 'operations', 'files'],
    summary:
      'Store the pictures at the web addresses of a field as files, in the background as one operation',
    params: collectionParams,
    body: fetchPicturesBody,
    bodyLimit: largeBodyLimit,
    response: z.object({
      /** Null if there is nothing to fetch. What it leaves out is in its run. */
      operation: operationRefSchema.nullable(),
    }),
    errors: ['validation_failed', 'filter_invalid', 'access_denied'],
  }),
}
