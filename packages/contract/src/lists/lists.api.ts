/** Custom lists: collections whose records are the items to choose from. Items are written like other records. */
import { z } from 'zod'
import { collectionParams, dataCollectionSchema } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { idSchema } from '../paging.ts'

export const itemUseSchema = z
  .object({
    itemId: idSchema,
    /** Values that the caller may read; a record that uses the item in two fields counts twice. */
    count: z.number().int(),
    fields: z.array(z.object({ dataFieldId: idSchema, count: z.number().int() })),
  })
  .meta({ id: 'ItemUse' })
export type ItemUse = z.infer<typeof itemUseSchema>

/** A larger selection is not one choice with several spellings. */
export const maxMergedItems = 100

export const mergeItemsBody = z
  .strictObject({
    /** The item to keep, unchanged. */
    survivorId: idSchema,
    itemIds: z.array(idSchema).min(1).max(maxMergedItems),
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
      'How often each item of a custom list is used in values that the caller may read; unused ones are omitted',
    params: collectionParams,
    response: z.object({ items: z.array(itemUseSchema) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/teams/:teamId/customLists/:dataCollectionId/merges',
    access: 'teamUser',
    changes: ['records', 'record', 'history', 'counts'],
    summary:
      'Replace several items by one wherever they are used, and put them in the trash; one operation, one undo',
    params: collectionParams,
    body: mergeItemsBody,
    response: z.object({
      operation: operationRefSchema,
      /**
       * There are too many uses for one request, so the operation continues in the background; see `operations.get`.
       */
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
      'Add the missing fields to the items of a list: icon, and the name in each further data language',
    params: collectionParams,
    response: dataCollectionSchema,
  }),
}
