/** One item of a custom list. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { idType } from './common/ids.ts'

export const singleSelectionFromList = idType({
  type: 'single_selection_from_list',
  family: 'choice',
  settings: z.strictObject({
    /** The custom list: a collection whose records are the items. */
    listId: idSchema.nullable().default(null),
    displayFormat: z.enum(['dropdown', 'radio']).default('dropdown'),
  }),
  refersTo: ({ listId }) => ({ to: 'record', collectionId: listId, unknown: 'unknown_choice' }),
})
