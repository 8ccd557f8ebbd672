/** The body of a callback: the raw bytes, for signatures, and the parsed content on demand. */

import { AppError } from '@muster/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkText, parseJson } from './json-body.ts'

export interface HookBody {
  /** As received: signatures are computed over these bytes. */
  raw: Buffer
  /** In lower case, without parameters; empty if the sender set none. */
  contentType: string
  /**
   * The fields of a form. @throws AppError unsupported_file when the body is not a form, validation_failed
   */
  form(): URLSearchParams
  /** Ignores the content type: Amazon SNS sends JSON as text. @throws AppError bad_json, validation_failed */
  json(): unknown
}

/** Adds routes in a separate scope, where bodies of every content type are read as bytes. */
export function asBytes(app: FastifyInstance, add: (scope: FastifyInstance) => unknown): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    add(scope)
  })
}

export function hookBodyOf(request: FastifyRequest): HookBody {
  const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  const contentType = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  return {
    raw,
    contentType,
    form() {
      if (contentType !== 'application/x-www-form-urlencoded') throw new AppError('unsupported_file')
      const form = new URLSearchParams(raw.toString('utf8'))
      for (const [name, value] of form) checkText({ [name]: value }, '')
      return form
    },
    json: () => parseJson(request, raw.toString('utf8')),
  }
}
