/** Finding and merging duplicate records. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { collectionParams } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { idParam, idSchema } from '../paging.ts'
import { recordDetailSchema } from '../records/records.schema.ts'
import {
  duplicateGroupSchema,
  duplicateScanSchema,
  findDuplicatesBody,
  mergeBody,
  mergeManyBody,
} from './duplicates.schema.ts'

const scanParams = z.object({ teamId: idParam, scanId: idParam })

export const duplicatesApi = {
  find: endpoint({
    method: 'POST',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/duplicateScans',
    access: 'teamUser',
    changes: ['duplicates'],
    summary: 'Search for duplicates among the records the caller may see, in the background',
    params: collectionParams,
    body: findDuplicatesBody,
    response: duplicateScanSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/duplicateScans',
    access: 'teamUser',
    reads: ['records', 'duplicates'],
    summary: 'The caller’s latest searches for duplicates in a collection, newest first',
    params: collectionParams,
    response: z.object({ items: z.array(duplicateScanSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/duplicateScans/:scanId',
    access: 'teamUser',
    reads: ['records', 'duplicates'],
    summary: 'State and progress of one of the caller’s searches for duplicates',
    params: scanParams,
    response: duplicateScanSchema,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/teams/:teamId/duplicateScans/:scanId/cancel',
    access: 'teamUser',
    changes: ['duplicates'],
    summary: 'Cancel a search or a merge; a cancelled merge changes nothing',
    params: scanParams,
    response: duplicateScanSchema,
  }),
  groups: endpoint({
    method: 'GET',
    path: '/teams/:teamId/duplicateScans/:scanId/groups',
    access: 'teamUser',
    reads: ['records', 'duplicates'],
    summary: 'Groups of duplicates that are neither merged nor dismissed, most certain and largest first',
    params: scanParams,
    query: z.object({
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ items: z.array(duplicateGroupSchema), total: z.number().int() }),
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/duplicateScans/:scanId/groups/:n',
    access: 'teamUser',
    changes: ['duplicates'],
    summary: 'Dismiss a group for good as not duplicates, or undo that',
    params: z.object({ ...scanParams.shape, n: z.coerce.number().int().min(1) }),
    body: z.strictObject({ isDismissed: z.boolean() }),
    response: duplicateScanSchema,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/merges',
    access: 'teamUser',
    changes: ['records', 'record', 'history', 'counts', 'duplicates'],
    summary: 'Merge records into one of them, with links, memberships and files; the others go to the trash',
    params: collectionParams,
    body: mergeBody,
    response: z.object({ record: recordDetailSchema, operation: operationRefSchema }),
    errors: ['version_conflict', 'access_denied', 'validation_failed'],
  }),
  mergeMany: endpoint({
    method: 'POST',
    path: '/teams/:teamId/duplicateScans/:scanId/merge',
    access: 'teamUser',
    changes: ['duplicates'],
    summary: 'Merge many groups in the background, each into its oldest record; one operation, one undo',
    params: scanParams,
    body: mergeManyBody,
    bodyLimit: largeBodyLimit,
    response: duplicateScanSchema,
    errors: ['job_not_ready'],
  }),
  survivor: endpoint({
    method: 'GET',
    path: '/teams/:teamId/dataRecords/:dataRecordId/survivor',
    access: 'teamUser',
    reads: ['records'],
    summary: 'The record that a merged one was merged into; null if it was not merged',
    params: z.object({ teamId: idParam, dataRecordId: idParam }),
    response: z.object({ dataRecordId: idSchema.nullable() }),
  }),
}
