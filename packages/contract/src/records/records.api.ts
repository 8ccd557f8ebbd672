/** Records of a collection, and one record by its id alone. */
import { z } from 'zod'
import { collectionParams } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { logEventSchema, operationRefSchema } from '../operations/operations.schema.ts'
import { idParam, idSchema, teamParams } from '../paging.ts'
import {
  aggregateBody,
  aggregateResultSchema,
  bulkBody,
  bulkResultSchema,
  createRecordBody,
  linkedSchema,
  queryBody,
  queryResultSchema,
  recordDetailSchema,
  recordParams,
  updateRecordBody,
  writeResultSchema,
} from './records.schema.ts'

const base = '/teams/:teamId/dataCollections/:dataCollectionId/dataRecords' as const

export const recordsApi = {
  list: endpoint({
    method: 'GET',
    path: base,
    access: 'teamUser',
    summary: 'First records of a collection, for simple readers; `query` has everything',
    params: collectionParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(50),
      cursor: z.string().max(4000).optional(),
      search: z.string().max(200).optional(),
    }),
    response: queryResultSchema,
    errors: ['cursor_invalid'],
  }),
  query: endpoint({
    method: 'POST',
    path: `${base}/query`,
    access: 'teamUser',
    summary: 'Filter, sort, search, page and count',
    params: collectionParams,
    body: queryBody,
    response: queryResultSchema,
    errors: ['filter_invalid', 'cursor_invalid'],
  }),
  aggregate: endpoint({
    method: 'POST',
    path: `${base}/aggregate`,
    access: 'teamUser',
    summary: 'Counts, sums, averages, bounds; by groups',
    params: collectionParams,
    body: aggregateBody,
    response: aggregateResultSchema,
    errors: ['filter_invalid'],
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    access: 'teamUser',
    summary: 'Create a record; needs a collection the caller may write to',
    params: collectionParams,
    body: createRecordBody,
    response: writeResultSchema,
    errors: ['validation_failed', 'access_denied'],
  }),
  bulk: endpoint({
    method: 'POST',
    path: `${base}/bulk`,
    access: 'teamUser',
    summary: 'Many records in one operation, undone as one',
    params: collectionParams,
    body: bulkBody,
    response: bulkResultSchema,
    errors: ['validation_failed', 'access_denied'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/dataRecords/:dataRecordId',
    access: 'teamUser',
    summary: 'One record with all the caller may read',
    params: recordParams,
    response: recordDetailSchema,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/dataRecords/:dataRecordId',
    access: 'teamUser',
    summary: 'Change the values named; edits of other fields than a newer change did pass',
    params: recordParams,
    body: updateRecordBody,
    response: writeResultSchema,
    errors: ['validation_failed', 'version_conflict', 'access_denied'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/dataRecords/:dataRecordId',
    access: 'teamUser',
    summary: 'Put a record in the trash for 30 days',
    params: recordParams,
    response: z.object({ operation: operationRefSchema }),
    errors: ['access_denied'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/teams/:teamId/dataRecords/:dataRecordId/restore',
    access: 'teamUser',
    summary: 'Take a record out of the trash',
    params: recordParams,
    response: writeResultSchema,
    errors: ['access_denied'],
  }),
  logEvents: endpoint({
    method: 'GET',
    path: '/teams/:teamId/dataRecords/:dataRecordId/logEvents',
    access: 'teamUser',
    summary: 'History of a record, newest first, of the fields the caller may read',
    params: recordParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: idParam.optional(),
    }),
    response: z.object({ items: z.array(logEventSchema), linked: linkedSchema }),
  }),
  setCollections: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/dataRecords/:dataRecordId/dataCollections',
    access: 'teamUser',
    summary: 'Set the plain collections that a record belongs to',
    params: recordParams,
    body: z.strictObject({ dataCollectionIds: z.array(idSchema).max(100) }),
    response: writeResultSchema,
    errors: ['access_denied'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/teams/:teamId/search',
    access: 'teamUser',
    summary: 'Records of all globally searchable collections, best first',
    params: teamParams,
    query: z.object({
      q: z.string().max(200),
      limit: z.coerce.number().int().min(1).max(50).default(20),
      dataCollectionId: idParam.optional(),
    }),
    response: z.object({
      items: z.array(
        z.object({
          id: idSchema,
          name: z.string(),
          avatar: z.string().nullable(),
          dataCollectionId: idSchema,
        }),
      ),
    }),
  }),
}
