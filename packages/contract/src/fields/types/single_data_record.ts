/** A link to one record. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { idType } from './common/ids.ts'

export const singleDataRecord = idType({
  type: 'single_data_record',
  family: 'reference',
  settings: z.strictObject({
    /** The collection that the record must belong to; null: any. */
    dataCollectionId: idSchema.nullable().default(null),
  }),
  refersTo: ({ dataCollectionId }) => ({
    to: 'record',
    collectionId: dataCollectionId,
    unknown: 'unknown_record',
  }),
})
