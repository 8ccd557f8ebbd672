/** Custom lists: collections whose records are the items that people choose from. Items are written as records are. */
import { z } from 'zod'
import { collectionParams, dataCollectionSchema } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { idSchema } from '../paging.ts'

export const itemUseSchema = z
  .object({
    itemId: idSchema,
    /** Values of records that the caller may read; a record that uses it in two fields counts twice. */
    count: z.number().int(),
    fields: z.array(z.object({ dataFieldId: idSchema, count: z.number().int() })),
  })
  .meta({ id: 'ItemUse' })
export type ItemUse = z.infer<typeof itemUseSchema>

/** More items than this are not one choice written in several ways. */
export const mostMerged = 100

export const mergeItemsBody = z
  .strictObject({
    /** The item that stays, and stays as it is. */
    survivorId: idSchema,
    itemIds: z.array(idSchema).min(1).max(mostMerged),
  })
  .refine(({ survivorId, itemIds }) => !itemIds.includes(survivorId), { path: ['itemIds'] })
export type MergeItems = z.infer<typeof mergeItemsBody>

export const listsApi = {
  uses: endpoint({
    method: 'GET',
    path: '/teams/:teamId/customLists/:dataCollectionId/uses',
    access: 'teamUser',
    reads: ['records'],
    summary:
      'How often each item of a custom list is used, as far as the caller may read it; unused ones are left out',
    params: collectionParams,
    response: z.object({ items: z.array(itemUseSchema) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/teams/:teamId/customLists/:dataCollectionId/merges',
    access: 'teamUser',
    changes: ['records', 'record', 'history', 'counts'],
    summary:
      'Put one item in the place of others wherever they are used, and those in the trash; one operation, one undo',
    params: collectionParams,
    body: mergeItemsBody,
    response: z.object({
      operation: operationRefSchema,
      /** Too many uses for one request: it goes on in the background; `operations.get` says how far. */
      isRunning: z.boolean(),
    }),
    errors: ['access_denied'],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/teams/:teamId/customLists/:dataCollectionId/itemFields',
    access: 'team_admin_data_collections',
    changes: ['collections'],
    summary:
      'Give the items of a list the fields they lack: icon, and the name in each further data language',
    params: collectionParams,
    response: dataCollectionSchema,
  }),
}
