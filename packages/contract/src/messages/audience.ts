/** Who gets a message: a rule, applied when the message is sent. */
import { z } from 'zod'
import { idSchema } from '../paging.ts'

export const maxAudienceSources = 50
export const maxSingleRecords = 5000

/** Collections, and views over them, must represent people. A smart collection is a collection. */
export const audienceSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('collection'), dataCollectionId: idSchema }),
  z.strictObject({ kind: z.literal('view'), dataViewId: idSchema }),
  z.strictObject({
    kind: z.literal('records'),
    dataCollectionId: idSchema,
    dataRecordIds: z.array(idSchema).min(1).max(maxSingleRecords),
  }),
  /** The subscribers of a subject. */
  z.strictObject({ kind: z.literal('subject'), subjectId: idSchema }),
])
export type AudienceSource = z.output<typeof audienceSourceSchema>

export const audienceSchema = z.strictObject({
  include: z.array(audienceSourceSchema).max(maxAudienceSources).default([]),
  exclude: z.array(audienceSourceSchema).max(maxAudienceSources).default([]),
  /** The fields with the address, one for each home collection; default: its first of the type. */
  addressFieldIds: z.array(idSchema).max(maxAudienceSources).default([]),
  /** The fields that say in which language somebody reads, one for each home collection. */
  languageFieldIds: z.array(idSchema).max(maxAudienceSources).default([]),
})
export type Audience = z.output<typeof audienceSchema>
