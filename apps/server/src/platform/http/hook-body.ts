/** The body of a callback: its bytes as they were signed, and what they say, on demand. */

import { AppError } from '@muster/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkText, parseJson } from './json-body.ts'

export interface HookBody {
  /** As received: signatures are made over these bytes. */
  raw: Buffer
  /** In lower case, without parameters; empty where the sender names none. */
  contentType: string
  /** Fields of a form. @throws AppError unsupported_file when it is none, validation_failed */
  form(): URLSearchParams
  /** Whatever the content type: Amazon SNS sends JSON as text. @throws AppError bad_json, validation_failed */
  json(): unknown
}

/** A scope of its own, where every content type is read as bytes. */
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
