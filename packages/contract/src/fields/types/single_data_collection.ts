/** One collection of the team. */
import { z } from 'zod'
import { idType } from './common/ids.ts'

export const singleDataCollection = idType({
  type: 'single_data_collection',
  family: 'reference',
  settings: z.strictObject({}),
  refersTo: () => ({ to: 'collection', unknown: 'unknown_collection' }),
})
