/** Undo and what changed lately. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idSchema, teamParams } from '../paging.ts'
import {
  actorSchema,
  logEventTypes,
  operationKinds,
  operationParams,
  operationRefSchema,
  operationRunSchema,
  recentChangeSchema,
  undoResultSchema,
} from './operations.schema.ts'

export const operationsApi = {
  undo: endpoint({
    method: 'POST',
    path: '/teams/:teamId/operations/:operationId/undo',
    access: 'teamUser',
    changes: ['records', 'record', 'history', 'counts', 'operations'],
    summary: 'Take back what an operation did, except values changed since; an undo can be undone',
    params: operationParams,
    response: undoResultSchema,
    errors: ['already_undone', 'undo_expired', 'access_denied'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/teams/:teamId/operations',
    access: 'teamUser',
    reads: ['records', 'operations'],
    summary: 'The caller’s own latest operations, newest first',
    params: teamParams,
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    response: z.object({
      items: z.array(
        z.object({
          id: idSchema,
          kind: z.enum(operationKinds),
          recordCount: z.number().int(),
          at: dateTimeSchema,
          by: actorSchema,
          isUndone: z.boolean(),
          /** Of a long act that is still going on. */
          run: operationRunSchema.nullable(),
        }),
      ),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/operations/:operationId',
    access: 'teamUser',
    reads: ['operations'],
    summary: 'One of the caller’s own operations; how far it is, where it goes on in the background',
    params: operationParams,
    response: z.object({ operation: operationRefSchema, run: operationRunSchema.nullable() }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/teams/:teamId/operations/:operationId/cancel',
    access: 'teamUser',
    changes: ['operations'],
    summary: 'Stop an operation that goes on in the background; what it has done stays until it is undone',
    params: operationParams,
    response: z.object({ operation: operationRefSchema, run: operationRunSchema.nullable() }),
    errors: ['access_denied'],
  }),
  recentChanges: endpoint({
    method: 'GET',
    path: '/teams/:teamId/recentChanges',
    access: 'teamUser',
    reads: ['records'],
    summary: 'Records by their last change, as far as the caller may know of it; newest first',
    params: teamParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Only records whose last change is of this kind. */
      type: z.enum(logEventTypes).optional(),
      cursor: z.string().max(100).optional(),
    }),
    response: z.object({
      items: z.array(recentChangeSchema),
      /** There may be more behind it, even where there are no items: a page looks at so many changes and no more. */
      nextCursor: z.string().nullable(),
    }),
    errors: ['cursor_invalid'],
  }),
}
