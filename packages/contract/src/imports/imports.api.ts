/** Import of CSV files: upload, look, map, run in the background, take the rejects, undo. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataTypes } from '../fields/families.ts'
import { createFieldBody } from '../fields/fields.schema.ts'
import { operationRefSchema } from '../operations/operations.schema.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'

export const importStatuses = [
  'uploading',
  'ready',
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
] as const
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

/** Where a column goes: a field there is, a new field, or nowhere. */
export const columnMappingSchema = z.union([
  z.strictObject({ index: z.number().int().min(0), columnName: z.string() }),
  z.strictObject({ index: z.number().int().min(0), newField: createFieldBody }),
])

export const importSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    fileName: z.string(),
    fileSize: z.number().int(),
    status: z.enum(importStatuses),
    encoding: z.string(),
    delimiter: z.enum(delimiters),
    hasHeader: z.boolean(),
    columns: z.array(importColumnSchema),
    preview: z.array(z.array(z.string())),
    /** Data rows in the file; null until counted. */
    rowCount: z.number().int().nullable(),
    processed: z.number().int(),
    created: z.number().int(),
    rejected: z.number().int(),
    /** First reasons, for the screen; the whole list is the rejects file. */
    rejectSamples: z.array(
      z.object({
        line: z.number().int(),
        column: z.string().nullable(),
        code: z.string(),
        value: z.string(),
      }),
    ),
    /** An error code of the catalogue when failed, with where in the file. */
    error: z.object({ code: z.string(), line: z.number().int().nullable() }).nullable(),
    operation: operationRefSchema.nullable(),
    createdAt: dateTimeSchema,
    startedAt: dateTimeSchema.nullable(),
    finishedAt: dateTimeSchema.nullable(),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof importSchema>

const importParams = z.object({ teamId: idParam, importId: idParam })

export const importsApi = {
  upload: endpoint({
    method: 'POST',
    path: '/teams/:teamId/imports',
    access: 'teamUser',
    summary: 'Upload a CSV file (the body, up to 1 GB); answers with what was found in it',
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
      'access_denied',
    ],
    kind: 'upload',
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports/:importId',
    access: 'teamUser',
    summary: 'State and progress of one’s import',
    params: importParams,
    response: importSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports',
    access: 'teamUser',
    summary: 'One’s latest imports',
    params: teamParams,
    response: z.object({ items: z.array(importSchema) }),
  }),
  reread: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/imports/:importId',
    access: 'teamUser',
    summary: 'Read the file again with another delimiter, encoding or header choice',
    params: importParams,
    body: z.strictObject({
      delimiter: z.enum(delimiters).optional(),
      encoding: z.string().max(30).optional(),
      hasHeader: z.boolean().optional(),
    }),
    response: importSchema,
    errors: ['file_quoting', 'file_encoding'],
  }),
  run: endpoint({
    method: 'POST',
    path: '/teams/:teamId/imports/:importId/run',
    access: 'teamUser',
    summary: 'Start the import in the background; new fields need the right to design collections',
    params: importParams,
    body: z.strictObject({ columns: z.array(columnMappingSchema).min(1).max(500) }),
    response: importSchema,
    errors: ['access_denied', 'job_not_ready', 'name_taken'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/teams/:teamId/imports/:importId/cancel',
    access: 'teamUser',
    summary: 'Stop a running import; nothing of it stays',
    params: importParams,
    response: importSchema,
  }),
  rejects: endpoint({
    method: 'GET',
    path: '/teams/:teamId/imports/:importId/rejects',
    access: 'teamUser',
    summary: 'The rejected rows as CSV, with the line, column and reason of each',
    params: importParams,
    kind: 'stream',
  }),
}
