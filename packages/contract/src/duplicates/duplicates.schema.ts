/** Duplicates: the rules that find them, the groups found, and the merge. */
import { z } from 'zod'
import type { DataType, Storage } from '../fields/families.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { dateTimeSchema, idSchema } from '../paging.ts'
import { runStates } from '../runs/runs.machine.ts'
import { fold } from '../text.ts'

/** The record's name, whichever field holds it. */
export const nameOfRecord = '@name'

export const comparisons = ['same', 'similar'] as const

/**
 * One rule for a match: all its fields are filled and equal. Text is compared without case, accents and white space;
 * `similar` applies to a single text field and allows for different spellings.
 */
export const duplicateRuleSchema = z
  .strictObject({
    fields: z.array(z.string().min(1).max(63)).min(1).max(5),
    compare: z.enum(comparisons).default('same'),
  })
  .refine(({ fields, compare }) => compare === 'same' || fields.length === 1, { path: ['fields'] })
export type DuplicateRule = z.infer<typeof duplicateRuleSchema>

export const findDuplicatesBody = z.strictObject({
  /** Records match if any rule matches. */
  rules: z.array(duplicateRuleSchema).min(1).max(8),
  /** Ignores what follows a plus and, for Gmail, dots: ana.b+news@gmail.com equals anab@gmail.com. */
  ignoresEmailTags: z.boolean().default(false),
  /** Minimum similarity of similar texts, from 0 to 1. */
  similarity: z.number().min(0.4).max(0.95).default(0.65),
})
export type FindDuplicatesBody = z.infer<typeof findDuplicatesBody>

/** A search for duplicates in one collection, and the last merge of its groups, if any. */
export const duplicateScanSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    ...findDuplicatesBody.shape,
    status: z.enum(runStates),
    processed: z.number().int(),
    total: z.number().int(),
    /** Groups found, records in them, and groups not yet reviewed, with the certain ones counted separately. */
    groupCount: z.number().int(),
    recordCount: z.number().int(),
    openCount: z.number().int(),
    openCertainCount: z.number().int(),
    /** Of the groups not yet reviewed, those whose records differ in no value. */
    openAgreeingCount: z.number().int(),
    /** In which fields the records of the others differ, and in how many groups; by column name. */
    openDiffers: z.array(z.object({ field: z.string(), groups: z.number().int() })),
    /** A code of the error catalogue. */
    error: z.string().nullable(),
    createdAt: dateTimeSchema,
    finishedAt: dateTimeSchema.nullable(),
    /** The last merge of many groups at once. */
    merge: z
      .object({
        status: z.enum(runStates),
        processed: z.number().int(),
        total: z.number().int(),
        mergedGroups: z.number().int(),
        /** Groups skipped because a record has changed since the search or the caller may not change it. */
        skippedGroups: z.number().int(),
        error: z.string().nullable(),
        operation: operationRefSchema.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'DuplicateScan' })
export type DuplicateScan = z.infer<typeof duplicateScanSchema>

export const duplicateGroupSchema = z
  .object({
    /** Rank: most certain first, then largest. */
    n: z.number().int(),
    /** From 0 to 100. */
    certainty: z.number().int(),
    isCertain: z.boolean(),
    /** Fields in which its records have different values, by column name. */
    differs: z.array(z.string()),
    /** Remaining records that the caller may see; below two there is nothing left to merge. */
    size: z.number().int(),
    /** The first of them. */
    records: z.array(z.object({ id: idSchema, name: z.string(), avatar: z.string().nullable() })),
    /** Ids of all records. */
    recordIds: z.array(idSchema),
  })
  .meta({ id: 'DuplicateGroup' })
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>

/** A larger group is not one thing entered twice. */
export const maxMerged = 100

export const mergeBody = z
  .strictObject({
    survivorId: idSchema,
    /** All records to merge, including the survivor, with the version the caller saw. */
    records: z
      .array(z.strictObject({ id: idSchema, version: z.number().int().min(1) }))
      .min(2)
      .max(maxMerged),
    /** By column: the record whose value to keep. By default the newest value that is not empty; lists are united. */
    choices: z.record(z.string().max(63), idSchema).default({}),
  })
  .refine(({ survivorId, records }) => records.some(({ id }) => id === survivorId), { path: ['survivorId'] })
  .refine(({ records }) => new Set(records.map(({ id }) => id)).size === records.length, {
    path: ['records'],
  })
export type MergeBody = z.infer<typeof mergeBody>

/**
 * Every open group whose records differ in no value, every group of these in which all records are certain matches, or the
 * given groups.
 */
export const mergeManyBody = z.strictObject({
  groups: z.union([z.enum(['all', 'certain']), z.array(z.number().int().min(1)).min(1).max(10_000)]),
})

/** Types whose value belongs to a single person or thing, so duplicates are searched by them by default. */
export const identifyingTypes: ReadonlySet<DataType> = new Set<DataType>(['email_address', 'phone_number'])

const birthWords = /birth|born|\bdob\b|nacim|nacid|naiss|\bnee?\b/

/** A date that nobody has two of. */
export const isBirthDate = (field: { readonly dataType: DataType; readonly title: string }): boolean =>
  birthDateTypes.has(field.dataType) && birthWords.test(fold(field.title))

const birthDateTypes: ReadonlySet<DataType> = new Set<DataType>(['date'])

const unitedStorages: ReadonlySet<Storage> = new Set<Storage>(['ids', 'links', 'files'])

/** Whether a merge unites the values: lists of references are united, for other types one value is chosen. */
export const isUnited = ({ storage }: { readonly storage: Storage }): boolean => unitedStorages.has(storage)
