/** Import of files: upload, look, map, check, run in the background, take the rejects, undo. */
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
  samples: z.array(z.string()),
  /** How many of the first rows have it; at least 1 where any row of the file has. */
  filled: z.number().int(),
})

/** What parts several values of one cell. */
export const importSeparators = [',', ';', '|', '/', '\n'] as const

/** How the cells of a column are read. */
const columnOptions = {
  /** For links and choices: the field of the linked collection that cells name records by; its name where left out. */
  linkBy: z.string().max(60).optional(),
  /** For fields of several values. Left out: semicolons or lines, else commas. */
  separator: z.enum(importSeparators).optional(),
  /** For links and choices: what becomes of a cell that names no record. Creating needs the name, not another field. */
  unknown: z.enum(['reject', 'create', 'empty']).optional(),
}

/** Where a column goes: a field there is, a new field, or nowhere. */
export const columnMappingSchema = z.union([
  z.strictObject({ index: z.number().int().min(0), columnName: z.string(), ...columnOptions }),
  z.strictObject({ index: z.number().int().min(0), newField: createFieldBody, ...columnOptions }),
])

export const importModes = ['create', 'update', 'createAndUpdate'] as const

/** All that a person decides about an import; a check and the run of the same choices find the same. */
export const importChoicesSchema = z.strictObject({
  columns: z.array(columnMappingSchema).min(1).max(500),
  /** Whether rows make records, change the records they match, or both. */
  mode: z.enum(importModes).default('create'),
  /** Fields by which a row finds its record, all of them together. Needed to change records. */
  matchBy: z.array(z.string()).max(10).default([]),
  /** What an empty cell does to a record that has a value there. */
  emptyCells: z.enum(['keep', 'clear']).default('keep'),
  /** Rows of the file that are the same by key or by a unique field: the first is taken, or none of them. */
  duplicates: z.enum(['first', 'reject']).default('first'),
})
export type ImportChoices = z.output<typeof importChoicesSchema>

const rejectSampleSchema = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  code: z.string(),
  value: z.string(),
})

/** What a check found: what the run will do, as long as nobody changes the records meanwhile. */
export const importCheckSchema = z.object({
  /** The choices it was made with. */
  choices: importChoicesSchema,
  created: z.number().int(),
  updated: z.number().int(),
  /** Rows that match a record and change nothing in it. */
  unchanged: z.number().int(),
  rejected: z.number().int(),
  choicesCreated: z.number().int(),
  /** First records that will be made because cells name them. */
  choiceSamples: z.array(z.object({ column: z.string(), name: z.string() })),
  rejectSamples: z.array(rejectSampleSchema),
  /** How often each reason was met, by column. */
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

/** What an import is doing; `processed` counts rows of that phase. */
export const importPhases = ['reading', 'checking', 'writing'] as const

export const importSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    fileName: z.string(),
    fileSize: z.number().int(),
    status: z.enum(importStatuses),
    /** Of a workbook: its sheets, and which one is read. Null for a text file. */
    sheets: z.array(z.object({ name: z.string() })).nullable(),
    sheet: z.number().int().nullable(),
    encoding: z.string(),
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
    /** First reasons, for the screen; the whole list is the rejects file. */
    rejectSamples: z.array(rejectSampleSchema),
    check: importCheckSchema.nullable(),
    /** What the run was asked to do; null before. */
    choices: importChoicesSchema.nullable(),
    /** An error code of the catalogue when failed, with where in the file. */
    error: z.object({ code: z.string(), line: z.number().int().nullable() }).nullable(),
    operation: operationRefSchema.nullable(),
    createdAt: dateTimeSchema,
    startedAt: dateTimeSchema.nullable(),
    finishedAt: dateTimeSchema.nullable(),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof importSchema>

/** Choices kept under a name for the next file with the same titles. Columns are known by their titles. */
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
      'Upload a CSV file (up to 1 GB) or an XLSX workbook as the body; answers with what was found in it',
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
    summary: 'State and progress of one’s import',
    params: importParams,
    response: importSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports',
    access: 'teamUser',
    reads: ['imports'],
    summary: 'One’s latest imports',
    params: teamParams,
    response: z.object({ items: z.array(importSchema) }),
  }),
  reread: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/imports/:importId',
    access: 'teamUser',
    changes: ['imports'],
    summary: 'Read the file again with another delimiter, encoding or header choice',
    params: importParams,
    body: z.strictObject({
      delimiter: z.enum(delimiters).optional(),
      encoding: z.string().max(30).optional(),
      hasHeader: z.boolean().optional(),
      /** Place of the sheet of a workbook, from 0. */
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
    summary: 'Find out in the background what a run would do, row by row, without doing it',
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
    summary: 'Start the import in the background; new fields need the right to design collections',
    params: importParams,
    body: importChoicesSchema.extend({
      /** Keeps these choices under this name for the next file with the same titles. */
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
    summary: 'Stop a check or an import; nothing of it stays',
    params: importParams,
    response: importSchema,
  }),
  rejects: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports/:importId/rejects',
    access: 'teamUser',
    reads: [],
    summary: 'The rejected rows as CSV, with the line, column and reason of each',
    params: importParams,
    kind: 'stream',
  }),
  mappings: endpoint({
    method: 'GET',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/importMappings',
    access: 'teamUser',
    reads: ['importMappings'],
    summary: 'Choices kept for files of a collection, latest first',
    params: z.object({ teamId: idParam, dataCollectionId: idParam }),
    response: z.object({ items: z.array(importMappingSchema) }),
  }),
  deleteMapping: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/importMappings/:importMappingId',
    access: 'teamUser',
    changes: ['importMappings'],
    summary: 'Forget choices that were kept',
    params: z.object({ teamId: idParam, dataCollectionId: idParam, importMappingId: idParam }),
  }),
}
