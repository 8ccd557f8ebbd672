/**
 * Personal data of people whom records describe: what is kept on one of them, as a file, erased for good, or reduced to
 * what does not identify them. Only for records of collections that represent people.
 */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { exportSchema } from '../exports/exports.api.ts'
import { idParam, languageSchema, teamParams } from '../paging.ts'

const recordParams = teamParams.extend({ dataRecordId: idParam })
const path = '/teams/:teamId/dataRecords/:dataRecordId/personalData'

/** How much is kept on a person. Includes what was merged into their record. */
export const personalDataSchema = z
  .object({
    /** What must be typed to erase it: its name or, without one, its number. */
    confirmation: z.string(),
    events: z.number().int(),
    files: z.number().int(),
    bookmarks: z.number().int(),
    /** Records that refer to it. */
    references: z.number().int(),
  })
  .meta({ id: 'PersonalData' })
export type PersonalData = z.infer<typeof personalDataSchema>

export const personalDataApi = {
  summary: endpoint({
    method: 'GET',
    path,
    access: 'teamAdmin',
    reads: ['record', 'history', 'bookmarks'],
    summary: 'How much is kept on the person whom a record describes',
    params: recordParams,
    response: personalDataSchema,
  }),
  export: endpoint({
    method: 'POST',
    path: `${path}/export`,
    access: 'teamAdmin',
    changes: ['exports'],
    summary: 'Write everything that is kept on a person to a ZIP file, in the background',
    params: recordParams,
    body: z.strictObject({ language: languageSchema.default('en') }),
    response: exportSchema,
  }),
  erase: endpoint({
    method: 'POST',
    path: `${path}/erase`,
    access: 'teamAdmin',
    changes: ['records', 'record', 'history', 'counts', 'bookmarks', 'files', 'exports', 'imports'],
    summary: 'Erase a record for good, with its history, its files and all traces; this cannot be undone',
    params: recordParams,
    body: z.strictObject({ confirmation: z.string().max(1000) }),
    errors: ['validation_failed'],
  }),
  anonymise: endpoint({
    method: 'POST',
    path: `${path}/anonymise`,
    access: 'teamAdmin',
    changes: ['records', 'record', 'history', 'files', 'exports', 'imports'],
    summary: 'Empty fields of a record and their history; this cannot be undone',
    params: recordParams,
    body: z.strictObject({
      /** Column names. */
      fields: z.array(z.string().max(63)).min(1).max(500),
    }),
    errors: ['validation_failed'],
  }),
}
