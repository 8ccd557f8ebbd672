/** Records, queries and writes. */
import { z } from 'zod'
import { filterSchema, sortSchema } from '../filters/ast.ts'
import { operationRefSchema, rejectedSchema } from '../operations/operations.schema.ts'
import { dateTimeSchema, idParam, idSchema, languages, translationsSchema } from '../paging.ts'

const isColumnName = (key: string) => key.length <= 63
/** By column name. With `z.record`, most of the time in which a paste is validated would go to the names. */
export const valuesSchema = z.looseObject({}).superRefine((values, context) => {
  for (const key in values) if (!isColumnName(key)) context.addIssue({ code: 'custom', path: [key] })
})
export type Values = z.infer<typeof valuesSchema>

export const linkedRecordSchema = z.object({
  name: z.string(),
  avatar: z.string().nullable(),
  dataCollectionId: idSchema,
  /** Colour and icon of a list item, if set. */
  color: z.string().nullable().optional(),
  icon: z.string().nullable().optional(),
  /** Names of a list item in the other languages of the team's data. */
  names: translationsSchema.optional(),
})

export const dataRecordSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    avatar: z.string().nullable(),
    /** The home collection. */
    dataCollectionId: idSchema,
    version: z.number().int(),
    /** The four metadata keys are null for those who may not read them. */
    createdAt: dateTimeSchema.nullable(),
    createdBy: idSchema.nullable(),
    updatedAt: dateTimeSchema.nullable(),
    updatedBy: idSchema.nullable(),
    deletedAt: dateTimeSchema.nullable(),
    /** By column name. Columns that the caller may not read are missing; empty values are null. */
    values: valuesSchema,
    /** Only where a query has `marks`: the index of the first one that the record matches; null if none. */
    mark: z.number().int().nullable().optional(),
  })
  .meta({ id: 'DataRecord' })
export type DataRecord = z.infer<typeof dataRecordSchema>

/**
 * Names of the records and list items that `values` refer to, by id. Public views also have collections here, by
 * `collectionKey`.
 */
export const linkedSchema = z.record(z.string(), linkedRecordSchema)

/** A key that cannot be confused with the id of a record. */
export const collectionKey = (id: number): string => `collection-${id}`

export const recordDetailSchema = dataRecordSchema.extend({
  /** Every collection the record belongs to: home, plain and smart. */
  dataCollectionIds: z.array(idSchema),
  linked: linkedSchema,
  canUpdate: z.boolean(),
  canDelete: z.boolean(),
})
export type RecordDetail = z.infer<typeof recordDetailSchema>

export const countModes = ['exact', 'estimate', 'none'] as const

export const datePeriods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type DatePeriod = (typeof datePeriods)[number]

/** Like a sort; with `period`, all days of one period are equal, so that the records of a group stay together. */
export const querySortSchema = z
  .array(sortSchema.element.extend({ period: z.enum(datePeriods).optional() }))
  .max(13)
export type QuerySort = z.infer<typeof querySortSchema>

/** Rules by which one query tells its records apart. */
export const maxMarks = 20

export const queryBody = z.strictObject({
  filter: filterSchema.optional(),
  sort: querySortSchema.default([]),
  /** Column names to return; by default all that the caller may read. */
  fields: z.array(z.string().max(63)).max(500).optional(),
  search: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(1000).default(50),
  cursor: z.string().max(4000).optional(),
  offset: z.number().int().min(0).max(100_000_000).optional(),
  count: z.enum(countModes).default('none'),
  /** Queries the trash instead. */
  deleted: z.boolean().default(false),
  /**
   * Each record says by its `mark` which of these it matches first. One with a field that the caller may not read
   * matches nothing.
   */
  marks: z.array(filterSchema).max(maxMarks).optional(),
})
export type QueryBody = z.infer<typeof queryBody>

export const queryResultSchema = z.object({
  items: z.array(dataRecordSchema),
  linked: linkedSchema,
  total: z.number().int().nullable(),
  totalIsExact: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type QueryResult = z.infer<typeof queryResultSchema>

/** The list of a `query`, and one of its records. */
export const neighboursBody = z.strictObject({
  dataRecordId: idSchema,
  filter: filterSchema.optional(),
  sort: sortSchema.default([]),
  search: z.string().max(200).optional(),
})
export type NeighboursBody = z.output<typeof neighboursBody>

/** Both null if the record is not in the list. */
export const neighboursSchema = z.object({ previous: idSchema.nullable(), next: idSchema.nullable() })
export type Neighbours = z.infer<typeof neighboursSchema>

export const aggregateFunctions = [
  'count',
  'countEmpty',
  'countFilled',
  'sum',
  'average',
  'min',
  'max',
  /** Shares of the records, from 0 to 100. */
  'percentFilled',
  'percentTrue',
  'countTrue',
  'countFalse',
  // Of all records alone, without groups.
  'countDistinct',
  'median',
  /** Days from the first to the last one. */
  'span',
] as const
export type AggregateFunction = (typeof aggregateFunctions)[number]
export const aggregateBody = z.strictObject({
  filter: filterSchema.optional(),
  search: z.string().max(200).optional(),
  /** Columns to group by; `period` groups dates in the team's zone. */
  groupBy: z
    .array(
      z.strictObject({
        field: z.string(),
        period: z.enum(datePeriods).optional(),
        /** Groups are in the same order as records in a query sorted by these fields. */
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
    )
    .max(3)
    .default([]),
  measures: z
    .array(z.strictObject({ field: z.string().optional(), fn: z.enum(aggregateFunctions) }))
    .min(1)
    .max(100),
  /** By default groups are in the order of their keys; otherwise the largest first. */
  order: z.enum(['keys', 'count']).default('keys'),
  limit: z.number().int().min(1).max(10_000).default(100),
})
export type AggregateBody = z.infer<typeof aggregateBody>
export const aggregateResultSchema = z.object({
  /** `keys` in the order of groupBy, `values` in the order of measures. */
  groups: z.array(
    z.object({ keys: z.array(z.unknown()), values: z.array(z.number().or(z.string()).nullable()) }),
  ),
  linked: linkedSchema,
})

export const createRecordBody = z.strictObject({
  values: valuesSchema,
  /** Other plain collections of the tree to add the record to. */
  dataCollectionIds: z.array(idSchema).max(100).default([]),
})

export const updateRecordBody = z.strictObject({
  /** Only the columns to change. */
  values: valuesSchema,
  /** The version the caller saw; without it, the last write wins. */
  version: z.number().int().optional(),
})

export const writeResultSchema = z.object({
  record: recordDetailSchema,
  /** Null if no value changed, so that there is nothing to undo. */
  operation: operationRefSchema.nullable(),
})

const perRecord = z.strictObject({
  id: idSchema,
  values: valuesSchema,
  version: z.number().int().optional(),
})
/** The records of a bulk operation: by id, or all that match. */
export const targetSchema = z.union([
  z.strictObject({ ids: z.array(idSchema).min(1).max(50_000) }),
  z.strictObject({ filter: filterSchema, search: z.string().max(200).optional() }),
])
export type Target = z.infer<typeof targetSchema>

/** Replaces a text in fields that hold a plain text. */
export const replaceSchema = z.strictObject({
  fields: z.array(z.string().max(63)).min(1).max(200),
  find: z.string().min(1).max(1000),
  with: z.string().max(10_000),
  matchCase: z.boolean().default(false),
  /** Only values that are equal to `find`. */
  wholeValue: z.boolean().default(false),
})
export type Replace = z.infer<typeof replaceSchema>

/** Splits a text field at a separator, its first part into the first field of `into` and so on. */
export const splitSchema = z.strictObject({
  field: z.string().max(63),
  /** A space stands for any run of blanks. */
  separator: z.string().min(1).max(20),
  /**
   * The last field gets the rest of the text. A field without a part keeps its value. Null: the part is left out, or
   * its field does not exist yet and a preview shows it.
   */
  into: z.array(z.string().max(63).nullable()).min(2).max(20),
  /** How numbers and dates are written. */
  language: z.enum(languages),
})
export type Split = z.infer<typeof splitSchema>

const replaceBody = z.strictObject({ replace: replaceSchema, target: targetSchema })
const splitBody = z.strictObject({ split: splitSchema, target: targetSchema })
/** New values that follow from the old ones of each record. */
export const rewriteBody = z.union([replaceBody, splitBody])
export type RewriteBody = z.infer<typeof rewriteBody>

/** Always one operation: creates and per-record updates (paste), or one change to many records. */
export const bulkBody = z.union([
  replaceBody,
  splitBody,
  z.strictObject({
    create: z
      .array(z.strictObject({ values: valuesSchema }))
      .max(50_000)
      .default([]),
    update: z.array(perRecord).max(50_000).default([]),
    /** Writes valid cells and reports invalid ones, instead of rejecting all. */
    skipBad: z.boolean().default(false),
    /** An earlier operation of the caller that this continues; both are undone as one. */
    continues: idSchema.optional(),
  }),
  z.strictObject({ set: valuesSchema, target: targetSchema }),
  z.strictObject({ delete: targetSchema }),
  z.strictObject({ restore: targetSchema }),
  z.strictObject({ addTo: idSchema, target: targetSchema }),
  z.strictObject({ removeFrom: idSchema, target: targetSchema }),
  /** Moves from one plain collection to another. */
  z.strictObject({ moveFrom: idSchema, moveTo: idSchema, target: targetSchema }),
])
export type BulkBody = z.infer<typeof bulkBody>

export const bulkResultSchema = z.object({
  operation: operationRefSchema.nullable(),
  /** Ids of created records, in the order of the request. */
  created: z.array(idSchema),
  updated: z.number().int(),
  /**
   * Invalid and stale cells with their path in the request: `update.3.values.email`. Of a rewrite, values that would be
   * invalid, as `target.<record id>.<column>`.
   */
  rejected: z.array(rejectedSchema),
  /** Too much for one request, so the operation continues in the background; see `operations.get`. */
  isRunning: z.boolean(),
})

/** What a rewrite would do. */
export const rewritePreviewSchema = z.object({
  /** Records and values that would change; those with a match if `checked` is less. */
  records: z.number().int(),
  values: z.number().int(),
  /** Records that were examined for this. */
  checked: z.number().int(),
  /** Values, of those examined, that would be invalid and are left as they are. */
  refused: z.number().int(),
  /** The first changes, and the first that are refused, which have a code. */
  changes: z.array(
    z.object({
      recordId: idSchema,
      name: z.string(),
      /** Index of the field in the request. */
      part: z.number().int(),
      field: z.string().nullable(),
      before: z.unknown(),
      /** A refused value is the text that was not accepted. */
      after: z.unknown(),
      code: z.string().nullable(),
    }),
  ),
})
export type RewritePreview = z.infer<typeof rewritePreviewSchema>

export const recordParams = z.object({ teamId: idParam, dataRecordId: idParam })

/** The numbers at the top of the team's dashboard. */
export const statCardsSchema = z.object({
  /**
   * Number of records in ordinary collections that the caller can see: now, and on the same day and time of last month.
   * Null if counting takes too long.
   */
  records: z.object({ now: z.number().int(), lastMonth: z.number().int() }).nullable(),
})
export type StatCards = z.infer<typeof statCardsSchema>
