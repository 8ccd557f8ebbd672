/** The body of an upload. */

import { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { FastifyRequest } from 'fastify'
import { tooLarge } from './file-store.ts'

/** The raw body. It is not read if its content-length is too large. */
export function bodyOf(request: FastifyRequest, maxBytes: number): Readable {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const { body } = request
  if (body instanceof Readable) return body
  throw new AppError('file_empty')
}
