/** A data field of a collection as the API tells it (spec section 3, Data field). */
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
    /** The type's own settings, as its `settings` schema says. */
    settings: z.record(z.string(), z.unknown()),
    rank: z.number().int(),
    deletedAt: dateTimeSchema.nullable(),
    /** Whether the caller may change its values. */
    canUpdate: z.boolean(),
    /** Internal names of the views that show it. */
    displayedInViews: z.array(z.string()),
  })
  .meta({ id: 'DataField' })
export type DataField = z.infer<typeof dataFieldSchema>

/** snake_case, as a column of a PostgreSQL table that people read. */
export const columnNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/)
  .refine((name) => !name.includes('__'), 'no double underscore')

/** Without defaults: in a PUT a key that is left out changes nothing. */
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

export const createFieldBody = z.strictObject({
  title: fieldSettings.title,
  titleTranslations: fieldSettings.titleTranslations.default({}),
  /** Made from the title where left out. */
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
})
export type CreateField = z.output<typeof createFieldBody>

export const updateFieldBody = z
  .strictObject(fieldSettings)
  .partial()
  .extend({ rank: z.number().int().optional() })
export type UpdateField = z.output<typeof updateFieldBody>

/** What a change of type would do to the values there are. */
export const typeChangePreviewSchema = z.object({
  /** Records that have a value, those in the trash too: filled = converted + lost. */
  filled: z.number().int(),
  converted: z.number().int(),
  lost: z.number().int(),
  /** Lost ones first; `after` is null for them, `text` is what stands for items that are yet to be made. */
  samples: z.array(
    z.object({
      recordId: idSchema,
      before: z.unknown(),
      after: z.unknown().nullable(),
      text: z.string().optional(),
    }),
  ),
  /** For a choice from a list: different texts that are no item of it yet; null where all are or none can be. */
  newItems: z
    .object({
      count: z.number().int(),
      /** There are more than can be made at once. */
      isMore: z.boolean(),
      names: z.array(z.string()),
      mayCreate: z.boolean(),
    })
    .nullable(),
})
/** So many items of a list are made by one change of type. */
export const mostNewItems = 1000
export const changeTypeBody = z.strictObject({
  dataType: z.enum(dataTypes),
  settings: z.record(z.string(), z.unknown()).default({}),
  /** Texts that are no item of the list become items of it; without a list, of a new one named after the field. */
  makesItems: z.boolean().default(false),
})
/** A change of type on many values, told until a day after its end. */
export const runningTypeChangeSchema = z.object({
  /** What to undo; another one once the change is done. */
  operationId: idSchema,
  dataFieldId: idSchema,
  /** The type it is to become. */
  dataType: z.enum(dataTypes),
  run: operationRunSchema,
})
export type RunningTypeChange = z.infer<typeof runningTypeChangeSchema>
export type TypeChangePreview = z.infer<typeof typeChangePreviewSchema>
export type ChangeType = z.output<typeof changeTypeBody>
