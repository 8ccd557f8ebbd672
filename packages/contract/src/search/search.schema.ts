/** Results of a search over all records. */
import { z } from 'zod'
import { idSchema } from '../paging.ts'

/** How a record matched, best first: whole name, start of the name, words of the name, other text, a typo. */
export const hitKinds = ['exact', 'prefix', 'word', 'text', 'similar'] as const
export type HitKind = (typeof hitKinds)[number]

/** Matching ranges of a text: start and end, in UTF-16 units. */
export const marksSchema = z.array(z.tuple([z.number().int(), z.number().int()]))
export type Marks = z.infer<typeof marksSchema>

export const searchHitSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    avatar: z.string().nullable(),
    dataCollectionId: idSchema,
    kind: z.enum(hitKinds),
    /** Matches in the name. */
    marks: marksSchema,
    /** The matching field if the name does not match: one that the caller may read, with an excerpt of its text. */
    match: z.object({ dataFieldId: idSchema, text: z.string(), marks: marksSchema }).nullable(),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHitSchema>
