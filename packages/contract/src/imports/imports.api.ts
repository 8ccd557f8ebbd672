/** Import of files: upload, preview, map columns, check, run in the background, download rejects, undo. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { endpoint } from '../endpoint.ts'
import { dataTypes } from '../fields/families.ts'
import { createFieldBody } from '../fields/fields.schema.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'
import { runStates } from '../runs/runs.machine.ts'

export const importStatuses = ['uploading', 'ready', 'checking', ...runStates] as const
export const delimiters = [',', ';', '\t', '|'] as const

export const importColumnSchema = z.object({
  /** Position in the file, from 0. */
  index: z.number().int(),
  header: z.string(),
  guessedType: z.enum(dataTypes),
  /** Settings for a new field that the values suggest. */
  guessedSettings: z.record(z.string(), z.unknown()).optional(),
  samples: z.array(z.string()),
  /** How many of the first rows have a value; at least 1 if any row of the file has one. */
  filled: z.number().int(),
})

/** Separators of several values in one cell. */
export const importSeparators = [',', ';', '|', '/', '\n'] as const

/** How to read the cells of a column. */
const columnOptions = {
  /** For links and choices: the field of the linked collection that cells refer to records by; the name by default. */
  linkBy: z.string().max(60).optional(),
  /** For fields with several values. By default semicolons or line breaks, else commas. */
  separator: z.enum(importSeparators).optional(),
  /** For links and choices: what to do with a cell that matches no record. `create` needs `linkBy` to be the name. */
  unknown: z.enum(['reject', 'create', 'empty']).optional(),
}

/** Where a column goes: an existing field or a new one. Columns without a mapping are ignored. */
export const columnMappingSchema = z.union([
  z.strictObject({ index: z.number().int().min(0), columnName: z.string(), ...columnOptions }),
  z.strictObject({
    index: z.number().int().min(0),
    newField: createFieldBody,
    /**
     * Only in a check: the list that the field will choose from does not exist yet, so that `newField` is a text. It is
     * to be created before the run.
     */
    newList: z
      .strictObject({
        name: z.string().trim().min(1).max(200),
        dataType: z.enum(['single_selection_from_list', 'multi_selection_from_list']),
      })
      .optional(),
    ...columnOptions,
  }),
])

export const importModes = ['create', 'update', 'createAndUpdate'] as const

/** Everything a person decides about an import; a check and a run with the same choices give the same result. */
export const importChoicesSchema = z.strictObject({
  columns: z.array(columnMappingSchema).min(1).max(500),
  /** Whether rows create records, update the records they match, or both. */
  mode: z.enum(importModes).default('create'),
  /** Fields that match a row to its record, all of them together. Required for updates. */
  matchBy: z.array(z.string()).max(10).default([]),
  /** Whether an empty cell clears the value of a record. */
  emptyCells: z.enum(['keep', 'clear']).default('keep'),
  /** Rows of the file with the same key or unique value: the first is imported, or all are rejected. */
  duplicates: z.enum(['first', 'reject']).default('first'),
  /** Whether texts keep the spaces at their beginning and end. */
  spaces: z.enum(['trim', 'keep']).default('trim'),
})
export type ImportChoices = z.output<typeof importChoicesSchema>

const rejectSampleSchema = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  code: z.string(),
  value: z.string(),
})

/** The result of a check: what the run will do unless records change in the meantime. */
export const importCheckSchema = z.object({
  /** The choices it was made for. */
  choices: importChoicesSchema,
  created: z.number().int(),
  updated: z.number().int(),
  /** Rows that match a record and change nothing. */
  unchanged: z.number().int(),
  rejected: z.number().int(),
  choicesCreated: z.number().int(),
  /** Texts that begin or end with spaces, which are removed unless `spaces` is `keep`. */
  spaced: z.number().int().default(0),
  /** The first records to be created because cells refer to them. */
  choiceSamples: z.array(z.object({ column: z.string(), name: z.string() })),
  rejectSamples: z.array(rejectSampleSchema),
  /** How often each reason occurred, by column. */
  reasons: z.array(z.object({ column: z.string().nullable(), code: z.string(), count: z.number().int() })),
  createSamples: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  updateSamples: z.array(
    z.object({
      line: z.number().int(),
      recordId: idSchema,
      name: z.string(),
      changes: z.array(z.object({ columnName: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type ImportCheck = z.infer<typeof importCheckSchema>

/** The current phase; `processed` counts its rows. */
export const importPhases = ['reading', 'checking', 'writing'] as const

export const importSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    fileName: z.string(),
    fileSize: z.number().int(),
    status: z.enum(importStatuses),
    /** The sheets of a workbook, and the index of the one to read. Null for a text file. */
    sheets: z.array(z.object({ name: z.string() })).nullable(),
    sheet: z.number().int().nullable(),
    encoding: z.string(),
    /** Bytes that are not valid in the encoding, and the line of the first; null where there are none. */
    oddBytes: z.object({ count: z.number().int(), line: z.number().int() }).nullable(),
    delimiter: z.enum(delimiters),
    hasHeader: z.boolean(),
    columns: z.array(importColumnSchema),
    preview: z.array(z.array(z.string())),
    /** Data rows in the file; null until counted. */
    rowCount: z.number().int().nullable(),
    phase: z.enum(importPhases).nullable(),
    processed: z.number().int(),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.number().int(),
    choicesCreated: z.number().int(),
    /** The first rejected cells, for the screen; the rejects file lists all of them. */
    rejectSamples: z.array(rejectSampleSchema),
    check: importCheckSchema.nullable(),
    /** The choices of the run; null before it starts. */
    choices: importChoicesSchema.nullable(),
    /** If failed, an error code of the catalogue and the line of the file. */
    error: z.object({ code: z.string(), line: z.number().int().nullable() }).nullable(),
    operation: operationRefSchema.nullable(),
    createdAt: dateTimeSchema,
    startedAt: dateTimeSchema.nullable(),
    finishedAt: dateTimeSchema.nullable(),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof importSchema>

/** Saved choices for files with the same column titles. Columns are matched by title. */
export const importMappingSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    headers: z.array(z.string()),
    columns: z.array(z.object({ header: z.string(), columnName: z.string(), ...columnOptions })),
    mode: z.enum(importModes),
    matchBy: z.array(z.string()),
    emptyCells: z.enum(['keep', 'clear']),
    duplicates: z.enum(['first', 'reject']),
    createdAt: dateTimeSchema,
  })
  .meta({ id: 'ImportMapping' })
export type ImportMapping = z.infer<typeof importMappingSchema>

const importParams = z.object({ teamId: idParam, importId: idParam })

export const importsApi = {
  upload: endpoint({
    method: 'POST',
    path: '/teams/:teamId/imports',
    access: 'teamUser',
    changes: ['imports'],
    summary:
      'Upload a CSV file (up to 1 GB) or an XLSX workbook as the body; answers with its columns and a preview',
    params: teamParams,
    query: z.object({ dataCollectionId: idParam, fileName: z.string().min(1).max(255) }),
    response: importSchema,
    errors: [
      'payload_too_large',
      'file_empty',
      'file_not_text',
      'file_encoding',
      'file_quoting',
      'file_line_too_long',
      'file_unpacks_too_large',
      'file_workbook_broken',
      'file_old_workbook',
      'access_denied',
    ],
    kind: 'upload',
    checksOwnText: ['fileName'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports/:importId',
    access: 'teamUser',
    reads: ['imports'],
    summary: 'State and progress of one of the caller’s imports',
    params: importParams,
    response: importSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports',
    access: 'teamUser',
    reads: ['imports'],
    summary: 'The caller’s latest imports',
    params: teamParams,
    response: z.object({ items: z.array(importSchema) }),
  }),
  reread: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/imports/:importId',
    access: 'teamUser',
    changes: ['imports'],
    summary: 'Read the file again with another delimiter, encoding or header option',
    params: importParams,
    body: z.strictObject({
      delimiter: z.enum(delimiters).optional(),
      encoding: z.string().max(30).optional(),
      hasHeader: z.boolean().optional(),
      /** Index of the sheet of a workbook. */
      sheet: z.number().int().min(0).optional(),
    }),
    response: importSchema,
    errors: ['file_quoting', 'file_encoding', 'file_empty', 'job_not_ready'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/teams/:teamId/imports/:importId/check',
    access: 'teamUser',
    changes: ['imports'],
    summary: 'Check in the background what a run would do, row by row, without doing it',
    params: importParams,
    body: importChoicesSchema,
    bodyLimit: largeBodyLimit,
    response: importSchema,
    errors: ['access_denied', 'job_not_ready'],
  }),
  run: endpoint({
    method: 'POST',
    path: '/teams/:teamId/imports/:importId/run',
    access: 'teamUser',
    changes: ['imports', 'importMappings'],
    summary: 'Start the import in the background; new fields need the permission to design collections',
    params: importParams,
    body: importChoicesSchema.extend({
      /** Saves the choices under this name, for files with the same titles. */
      saveAs: z.string().trim().min(1).max(100).optional(),
    }),
    bodyLimit: largeBodyLimit,
    response: importSchema,
    errors: ['access_denied', 'job_not_ready', 'name_taken'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/teams/:teamId/imports/:importId/cancel',
    access: 'teamUser',
    changes: ['imports'],
    summary: 'Cancel a check or an import; a cancelled import changes nothing',
    params: importParams,
    response: importSchema,
  }),
  rejects: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports/:importId/rejects',
    access: 'teamUser',
    reads: [],
    summary: 'The rejected rows as CSV, each with its line, column and reason',
    params: importParams,
    kind: 'stream',
  }),
  mappings: endpoint({
    method: 'GET',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/importMappings',
    access: 'teamUser',
    reads: ['importMappings'],
    summary: 'Saved choices for files of a collection, latest first',
    params: z.object({ teamId: idParam, dataCollectionId: idParam }),
    response: z.object({ items: z.array(importMappingSchema) }),
  }),
  deleteMapping: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/importMappings/:importMappingId',
    access: 'teamUser',
    changes: ['importMappings'],
    summary: 'Delete saved choices',
    params: z.object({ teamId: idParam, dataCollectionId: idParam, importMappingId: idParam }),
  }),
}
