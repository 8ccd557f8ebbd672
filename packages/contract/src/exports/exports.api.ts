/** Export of records: the contents of a list as a file, made in the background and kept for a week. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { endpoint } from '../endpoint.ts'
import { filterSchema } from '../filters/ast.ts'
import { dateTimeSchema, idParam, idSchema, languageSchema, teamParams } from '../paging.ts'
import { querySortSchema } from '../records/records.schema.ts'
import { runStates } from '../runs/runs.machine.ts'

export const exportFormats = ['csv', 'xlsx'] as const
/** The formats of lists, and of all that is kept on one person. */
const fileFormats = [...exportFormats, 'zip'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** How many days a file can be downloaded. */
export const exportKeptDays = 7

export const exportBody = z.strictObject({
  dataCollectionId: idSchema,
  format: z.enum(exportFormats),
  filter: filterSchema.optional(),
  sort: querySortSchema.default([]),
  search: z.string().max(200).optional(),
  /** Column names in the order of the file; by default all that the caller may read. */
  fields: z.array(z.string().max(63)).min(1).max(500).optional(),
  /** The header row: titles in this language, or column names. */
  headers: z.enum(['titles', 'columnNames']).default('titles'),
  language: languageSchema.default('en'),
  /**
   * `plain`: ISO dates and decimal points, which an import reads back exactly. `local`: the formats of the language.
   */
  texts: z.enum(['plain', 'local']).default('plain'),
  /** For each link field, the field of the linked collection to write instead of the record's name. */
  linkBy: z.record(z.string().max(63), z.string().max(63)).default({}),
  /** CSV only. */
  delimiter: z.enum([',', ';', '\t']).default(','),
})
export type ExportBody = z.output<typeof exportBody>

export const exportSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    format: z.enum(fileFormats),
    fileName: z.string(),
    status: z.enum(runStates),
    /** Number of records in the file; null until counted. */
    total: z.number().int().nullable(),
    processed: z.number().int(),
    /** In bytes, once done. */
    fileSize: z.number().int().nullable(),
    errorCode: z.string().nullable(),
    createdBy: z.object({ teamUserId: idSchema, name: z.string() }),
    createdAt: dateTimeSchema,
    startedAt: dateTimeSchema.nullable(),
    finishedAt: dateTimeSchema.nullable(),
    /** When the file is deleted; null until it exists. */
    expiresAt: dateTimeSchema.nullable(),
  })
  .meta({ id: 'Export' })
export type Export = z.infer<typeof exportSchema>

const exportParams = z.object({ teamId: idParam, exportId: idParam })

export const exportsApi = {
  create: endpoint({
    method: 'POST',
    path: '/teams/:teamId/exports',
    access: 'teamUser',
    changes: ['exports'],
    summary: 'Write the records of a list to a file, in the background',
    params: teamParams,
    body: exportBody,
    bodyLimit: largeBodyLimit,
    response: exportSchema,
    errors: ['access_denied', 'filter_invalid', 'not_found', 'validation_failed'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/exports',
    access: 'teamUser',
    reads: ['exports'],
    summary: 'The caller’s exports of the last week, newest first; a team admin sees everyone’s',
    params: teamParams,
    query: z.object({ dataCollectionId: idParam.optional() }),
    response: z.object({ items: z.array(exportSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/exports/:exportId',
    access: 'teamUser',
    reads: ['exports'],
    summary: 'State and progress of an export',
    params: exportParams,
    response: exportSchema,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/teams/:teamId/exports/:exportId/cancel',
    access: 'teamUser',
    changes: ['exports'],
    summary: 'Cancel an export that is waiting or running',
    params: exportParams,
    response: exportSchema,
    errors: ['job_not_ready'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/exports/:exportId',
    access: 'teamUser',
    changes: ['exports'],
    summary: 'Delete an export and its file before it expires',
    params: exportParams,
    errors: ['job_not_ready'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/teams/:teamId/exports/:exportId/file',
    access: 'teamUser',
    reads: [],
    summary: 'Download the file',
    params: exportParams,
    kind: 'stream',
    errors: ['access_denied', 'job_not_ready'],
  }),
}
