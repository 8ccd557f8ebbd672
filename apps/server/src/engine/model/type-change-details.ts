/** What an operation of the kind change_field_type keeps in its `details`: all that taking it back needs. */
import { dataTypes } from '@muster/contract/fields/families'
import { z } from 'zod'

const definitionSchema = z.object({
  dataType: z.enum(dataTypes),
  settings: z.record(z.string(), z.unknown()),
  isUnique: z.boolean(),
  defaultValue: z.unknown(),
})
export type Definition = z.infer<typeof definitionSchema>

export const typeChangeDetailsSchema = z.object({
  dataFieldId: z.number(),
  columnName: z.string(),
  before: definitionSchema,
  after: definitionSchema,
  /** Where the values of `before` are; null once they were purged or taken back. */
  kept: z
    .object({
      columns: z.array(z.object({ name: z.string(), keptAs: z.string() })),
      linkTable: z.string().nullable(),
    })
    .nullable(),
  /** Values that the change could not carry over. */
  lost: z.number(),
  /** The list that was made for the texts of the field, if one was. */
  newListId: z.number().nullable().default(null),
})
export type TypeChangeDetails = z.infer<typeof typeChangeDetailsSchema>
