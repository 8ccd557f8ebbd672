/** Several items of a custom list, in the order they were picked. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { idsType, mostIds } from './common/ids.ts'

export const multiSelectionFromList = idsType({
  type: 'multi_selection_from_list',
  family: 'choice',
  storage: 'ids',
  settings: z.strictObject({
    /** The custom list: a collection whose records are the items. */
    listId: idSchema.nullable().default(null),
    maxCount: z.number().int().min(1).max(mostIds).default(mostIds),
    displayFormat: z.enum(['dropdown', 'checkboxes']).default('dropdown'),
  }),
  refersTo: ({ listId }) => ({ to: 'record', collectionId: listId, unknown: 'unknown_choice' }),
})
