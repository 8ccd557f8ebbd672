/** A data field in the API (spec section 3, Data field). */
import { z } from 'zod'
import { operationRunSchema } from '../operations/operations.schema.ts'
import { dateTimeSchema, idSchema, translationsSchema } from '../paging.ts'
import { dataTypes } from './families.ts'

export const displayWidths = [
  'full',
  'half',
  'quarter',
  'third',
  'two_thirds',
  'three_quarters',
  'fifth',
  'two_fifths',
  'three_fifths',
  'four_fifths',
] as const

/** Names of the card that lists a link field's records on the pages of the records they link to. */
const linkBackSettings = {
  title: z.string().trim().min(1).max(200),
  titleTranslations: translationsSchema,
}

export const dataFieldSchema = z
  .object({
    id: idSchema,
    /** The root collection whose table has the column. */
    dataCollectionId: idSchema,
    title: z.string(),
    titleTranslations: translationsSchema,
    /** Name of the column and key in `values`; never changes after creation. */
    columnName: z.string(),
    dataType: z.enum(dataTypes),
    description: z.string(),
    descriptionTranslations: translationsSchema,
    helpText: z.string(),
    displayWidth: z.enum(displayWidths),
    isRequired: z.boolean(),
    isUnique: z.boolean(),
    /** JSON of the type's value, or null. */
    defaultValue: z.unknown().nullable(),
    /** Validated by the type's `settings` schema. */
    settings: z.record(z.string(), z.unknown()),
    rank: z.number().int(),
    deletedAt: dateTimeSchema.nullable(),
    /** Whether the caller may change its values. */
    canUpdate: z.boolean(),
    /** Internal names of the views that display it. */
    displayedInViews: z.array(z.string()),
    /**
     * The card that lists a link field's records on the pages of the records they link to; null if it was
     * removed. Only for link fields, and for those who design collections.
     */
    linkBack: z
      .object({ dataCardId: idSchema, ...linkBackSettings })
      .nullable()
      .optional(),
  })
  .meta({ id: 'DataField' })
export type DataField = z.infer<typeof dataFieldSchema>

/** snake_case: it is the name of a PostgreSQL column that people read. */
export const columnNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/)
  .refine((name) => !name.includes('__'), 'no double underscore')

/** No defaults: in a PUT, a missing key changes nothing. */
const fieldSettings = {
  title: z.string().trim().min(1).max(200),
  titleTranslations: translationsSchema,
  description: z.string().max(2000),
  descriptionTranslations: translationsSchema,
  helpText: z.string().max(500),
  displayWidth: z.enum(displayWidths),
  isRequired: z.boolean(),
  isUnique: z.boolean(),
  defaultValue: z.unknown().nullable(),
  settings: z.record(z.string(), z.unknown()),
}

/** Creates the card, with derived names where they are omitted, or renames it. */
const linkBackBody = z.strictObject(linkBackSettings).partial()
export type LinkBackChange = z.output<typeof linkBackBody>

export const createFieldBody = z.strictObject({
  title: fieldSettings.title,
  titleTranslations: fieldSettings.titleTranslations.default({}),
  /** Derived from the title if omitted. */
  columnName: columnNameSchema.optional(),
  dataType: z.enum(dataTypes),
  description: fieldSettings.description.default(''),
  descriptionTranslations: fieldSettings.descriptionTranslations.default({}),
  helpText: fieldSettings.helpText.default(''),
  displayWidth: fieldSettings.displayWidth.default('full'),
  isRequired: fieldSettings.isRequired.default(false),
  isUnique: fieldSettings.isUnique.default(false),
  defaultValue: fieldSettings.defaultValue.default(null),
  settings: fieldSettings.settings.default({}),
  /** Null for none; a link field has one if omitted, and names are derived from its collection's. */
  linkBack: linkBackBody.nullable().optional(),
})
export type CreateField = z.output<typeof createFieldBody>

export const updateFieldBody = z.strictObject(fieldSettings).partial().extend({
  rank: z.number().int().optional(),
  /** Null removes it: every card that lists by the field on other records' pages. */
  linkBack: linkBackBody.nullable().optional(),
})
export type UpdateField = z.output<typeof updateFieldBody>

/** What a change of type would do to the existing values. */
export const typeChangePreviewSchema = z.object({
  /** Records with a value, including those in the trash: filled = converted + lost. */
  filled: z.number().int(),
  converted: z.number().int(),
  lost: z.number().int(),
  /** Lost values first; `after` is null for them, `text` stands in for items not yet created. */
  samples: z.array(
    z.object({
      recordId: idSchema,
      before: z.unknown(),
      after: z.unknown().nullable(),
      text: z.string().optional(),
    }),
  ),
  /** For a choice from a list: texts that match no item yet; null if all match or no items can be created. */
  newItems: z
    .object({
      count: z.number().int(),
      /** There are more than one change can create. */
      isMore: z.boolean(),
      names: z.array(z.string()),
      mayCreate: z.boolean(),
    })
    .nullable(),
})
/** Maximum number of list items that one change of type creates. */
export const mostNewItems = 1000
export const changeTypeBody = z.strictObject({
  dataType: z.enum(dataTypes),
  settings: z.record(z.string(), z.unknown()).default({}),
  /** Creates list items for texts that match none; without a list, in a new one named after the field. */
  makesItems: z.boolean().default(false),
})
/** A change of type on many values, listed until a day after it ends. */
export const runningTypeChangeSchema = z.object({
  /** The operation to undo; a different one once the change is done. */
  operationId: idSchema,
  dataFieldId: idSchema,
  /** The new type. */
  dataType: z.enum(dataTypes),
  run: operationRunSchema,
})
export type RunningTypeChange = z.infer<typeof runningTypeChangeSchema>
export type TypeChangePreview = z.infer<typeof typeChangePreviewSchema>
export type ChangeType = z.output<typeof changeTypeBody>
