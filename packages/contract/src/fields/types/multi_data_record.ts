/** Ordered links to several records, visible from both ends. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { idsType, mostIds } from './common/ids.ts'

export const multiDataRecord = idsType({
  type: 'multi_data_record',
  family: 'reference',
  storage: 'links',
  settings: z.strictObject({
    /** The collection that the records must belong to; null: any. */
    dataCollectionId: idSchema.nullable().default(null),
    maxCount: z.number().int().min(1).max(mostIds).default(mostIds),
  }),
  refersTo: ({ dataCollectionId }) => ({
    to: 'record',
    collectionId: dataCollectionId,
    unknown: 'unknown_record',
  }),
})
