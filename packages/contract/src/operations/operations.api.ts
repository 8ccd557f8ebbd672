/** Undo and recent changes. */
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
    summary: 'Undo an operation, except for values that have changed since; an undo can itself be undone',
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
          /** Set while a long operation is still running. */
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
    summary: 'One of the caller’s own operations, with its progress if it runs in the background',
    params: operationParams,
    response: z.object({ operation: operationRefSchema, run: operationRunSchema.nullable() }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/teams/:teamId/operations/:operationId/cancel',
    access: 'teamUser',
    changes: ['operations'],
    summary:
      'Cancel an operation that runs in the background; changes already made stay until they are undone',
    params: operationParams,
    response: z.object({ operation: operationRefSchema, run: operationRunSchema.nullable() }),
    errors: ['access_denied'],
  }),
  recentChanges: endpoint({
    method: 'GET',
    path: '/teams/:teamId/recentChanges',
    access: 'teamUser',
    reads: ['records'],
    summary: 'Records by their last change, newest first, as far as the caller may see it',
    params: teamParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Only records whose last change is of this kind. */
      type: z.enum(logEventTypes).optional(),
      cursor: z.string().max(100).optional(),
    }),
    response: z.object({
      items: z.array(recentChangeSchema),
      /** A cursor can follow a page without items, because a page examines a limited number of changes. */
      nextCursor: z.string().nullable(),
    }),
    errors: ['cursor_invalid'],
  }),
}
