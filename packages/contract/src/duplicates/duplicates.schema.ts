/** Duplicates: what makes two records the same, what a search found, and what merging them does. */
import { z } from 'zod'
import type { DataType, Storage } from '../fields/families.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { dateTimeSchema, idSchema } from '../paging.ts'
import { runStates } from '../runs/runs.machine.ts'

/** The record's name, whatever field it comes from. */
export const nameOfRecord = '@name'

export const comparisons = ['same', 'similar'] as const

/**
 * One reason to take two records for the same: all its fields are filled and agree. Text agrees without regard to
 * case, accents and white space; `similar` is for one field of text whose spelling may differ.
 */
export const duplicateRuleSchema = z
  .strictObject({
    fields: z.array(z.string().min(1).max(63)).min(1).max(5),
    compare: z.enum(comparisons).default('same'),
  })
  .refine(({ fields, compare }) => compare === 'same' || fields.length === 1, { path: ['fields'] })
export type DuplicateRule = z.infer<typeof duplicateRuleSchema>

export const findDuplicatesBody = z.strictObject({
  /** Any of them is enough. */
  rules: z.array(duplicateRuleSchema).min(1).max(8),
  /** ana.b+news@gmail.com is anab@gmail.com: what follows a plus, and Gmail's dots, are left out. */
  ignoresEmailTags: z.boolean().default(false),
  /** How alike similar texts must be, of 1. */
  similarity: z.number().min(0.4).max(0.95).default(0.65),
})
export type FindDuplicatesBody = z.infer<typeof findDuplicatesBody>

/** A search for duplicates in one collection, with the merging of what it found, if anybody asked for it. */
export const duplicateScanSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    ...findDuplicatesBody.shape,
    status: z.enum(runStates),
    processed: z.number().int(),
    total: z.number().int(),
    /** Groups found, records in them, and how many groups are still to be looked at, certain ones apart. */
    groupCount: z.number().int(),
    recordCount: z.number().int(),
    openCount: z.number().int(),
    openCertainCount: z.number().int(),
    /** An error code of the catalogue. */
    error: z.string().nullable(),
    createdAt: dateTimeSchema,
    finishedAt: dateTimeSchema.nullable(),
    /** The last merging of many groups at once. */
    merge: z
      .object({
        status: z.enum(runStates),
        processed: z.number().int(),
        total: z.number().int(),
        mergedGroups: z.number().int(),
        /** Groups left alone: a record of theirs has changed since the search, or may not be changed by the caller. */
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
    /** Place in the list: most certain first, then biggest. */
    n: z.number().int(),
    /** Of 100. */
    certainty: z.number().int(),
    isCertain: z.boolean(),
    /** Records that are still there and that the caller may see; less than two: nothing is left to merge. */
    size: z.number().int(),
    /** The first of them. */
    records: z.array(z.object({ id: idSchema, name: z.string(), avatar: z.string().nullable() })),
    /** Of all of them. */
    recordIds: z.array(idSchema),
  })
  .meta({ id: 'DuplicateGroup' })
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>

/** More records than this are not one thing entered twice. */
export const maxMerged = 100

export const mergeBody = z
  .strictObject({
    survivorId: idSchema,
    /** All records of the merge, the survivor too, with the version the caller saw. */
    records: z
      .array(z.strictObject({ id: idSchema, version: z.number().int().min(1) }))
      .min(2)
      .max(maxMerged),
    /** By column: the record whose value stays. Else it is the newest that is not empty; lists are united. */
    choices: z.record(z.string().max(63), idSchema).default({}),
  })
  .refine(({ survivorId, records }) => records.some(({ id }) => id === survivorId), { path: ['survivorId'] })
  .refine(({ records }) => new Set(records.map(({ id }) => id)).size === records.length, {
    path: ['records'],
  })
export type MergeBody = z.infer<typeof mergeBody>

/** Every open group, those of which every record is the same by a rule, or those named. */
export const mergeManyBody = z.strictObject({
  groups: z.union([z.enum(['all', 'certain']), z.array(z.number().int().min(1)).min(1).max(10_000)]),
})

/** Types whose value belongs to one person or thing only, so that they are what duplicates are first looked for by. */
export const identifyingTypes: ReadonlySet<DataType> = new Set<DataType>(['email_address', 'phone_number'])

const unitedStorages: ReadonlySet<Storage> = new Set<Storage>(['ids', 'links', 'files'])

/** Lists of things that are the same wherever they stand are united by a merge; of other values one is taken. */
export const isUnited = ({ storage }: { readonly storage: Storage }): boolean => unitedStorages.has(storage)
