/** What a search over all records finds. */
import { z } from 'zod'
import { idSchema } from '../paging.ts'

/** Why a record was found, best first: its whole name, how the name begins, words of the name, other text, a typo. */
export const hitKinds = ['exact', 'prefix', 'word', 'text', 'similar'] as const
export type HitKind = (typeof hitKinds)[number]

/** Places of a text that match: begin and end, in UTF-16 units. */
export const marksSchema = z.array(z.tuple([z.number().int(), z.number().int()]))
export type Marks = z.infer<typeof marksSchema>

export const searchHitSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    avatar: z.string().nullable(),
    dataCollectionId: idSchema,
    kind: z.enum(hitKinds),
    /** Places in the name. */
    marks: marksSchema,
    /** Where the words stand when it is not the name: a field that the caller may read, and a piece of its text. */
    match: z.object({ dataFieldId: idSchema, text: z.string(), marks: marksSchema }).nullable(),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHitSchema>
