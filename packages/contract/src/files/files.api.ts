/** Files: uploaded as the raw request body, kept by their content, served so that they cannot run. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParam, teamParams } from '../paging.ts'

/** Spec section 3: file types. */
export const fileKinds = [
  'audio',
  'document',
  'image',
  'other',
  'pdf',
  'presentation',
  'spreadsheet',
  'video',
] as const

export const fileObjectSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    size: z.number().int(),
    kind: z.enum(fileKinds),
    mimeType: z.string(),
    url: z.string(),
    thumbnail: z.string().nullable(),
  })
  .meta({ id: 'File' })
export type FileObject = z.infer<typeof fileObjectSchema>

export const filesApi = {
  upload: endpoint({
    method: 'POST',
    path: '/teams/:teamId/files',
    access: 'teamUser',
    summary: 'Store a file; its name is in the query, its bytes are the body',
    params: teamParams,
    query: z.object({ name: z.string().min(1).max(255) }),
    response: fileObjectSchema,
    errors: ['payload_too_large', 'file_empty'],
    kind: 'upload',
  }),
  download: endpoint({
    method: 'GET',
    path: '/teams/:teamId/files/:fileId',
    access: 'teamUser',
    summary: 'The bytes of a file that a record the caller may read refers to, or that the caller uploaded',
    params: z.object({ teamId: idParam, fileId: z.uuid() }),
    query: z.object({ download: z.enum(['0', '1']).optional() }),
    kind: 'stream',
  }),
}
