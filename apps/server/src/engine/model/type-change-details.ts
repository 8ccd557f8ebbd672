/** The `details` of an operation of kind change_field_type: everything that its undo needs. */
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
  /** Where the values of `before` are kept; null after they were purged or restored. */
  kept: z
    .object({
      columns: z.array(z.object({ name: z.string(), keptAs: z.string() })),
      linkTable: z.string().nullable(),
    })
    .nullable(),
  /** Number of values that could not be converted. */
  lost: z.number(),
  /** The list that was created from the field's texts, if any. */
  newListId: z.number().nullable().default(null),
})
export type TypeChangeDetails = z.infer<typeof typeChangeDetailsSchema>
