/** Several collections of the team. */
import { z } from 'zod'
import { idsType, mostIds } from './common/ids.ts'

export const multiDataCollection = idsType({
  type: 'multi_data_collection',
  family: 'reference',
  storage: 'ids',
  settings: z.strictObject({ maxCount: z.number().int().min(1).max(mostIds).default(mostIds) }),
  refersTo: () => ({ to: 'collection', unknown: 'unknown_collection' }),
})
