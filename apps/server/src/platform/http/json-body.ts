/** Parses JSON bodies and rejects text that PostgreSQL cannot store, for all endpoints. */
import { AppError, type FieldError } from '@muster/contract/errors'
import { isStorableText } from '@muster/contract/text'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Only escapes can contain U+0000 or a lone surrogate: JSON allows no raw U+0000, UTF-8 no surrogates. */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])/

/** These keep a response smaller than its request. */
const maxErrors = 100
const maxPathLength = 500

/** Replaces Fastify's parser, but keeps its limits and its rejection of `__proto__`. */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error, body) => {
      const { endpoint } = request.routeOptions.config
      const rejection = error ?? textError(text, body, endpoint?.checksOwnText)
      if (rejection) done(rejection)
      else done(null, body)
    })
  })
}

/** The error for text in a parsed body; skips the walk unless the source has a suspicious escape. */
function textError(text: string, body: unknown, skipped?: readonly string[]): AppError | undefined {
  return suspicious.test(text) ? findBadText(body, '', skipped) : undefined
}

/** Parses JSON with the same rules as a JSON body. @throws AppError bad_json, validation_failed */
export function parseJson(request: FastifyRequest, text: string): unknown {
  let result: unknown
  let rejection: AppError | undefined
  const parse = request.server.getDefaultJsonParser('error', 'error')
  void parse(request, text, (error, body) => {
    result = body
    rejection = error ? new AppError('bad_json', { cause: error }) : textError(text, body)
  })
  if (rejection) throw rejection
  return result
}

/** Rejects text that cannot be stored. @throws AppError validation_failed */
export function checkText(value: unknown, at: string, skipped: readonly string[] = []): void {
  const error = findBadText(value, at, skipped)
  if (error) throw error
}

/**
 * Finds every string and key in `value` that cannot be stored. Iterative, because a body may nest deeper than
 * the stack.
 *
 * @param at prefix of the paths in the errors
 * @param skipped keys of `value` that are not checked
 */
function findBadText(value: unknown, at: string, skipped: readonly string[] = []): AppError | undefined {
  const errors: FieldError[] = []
  const reject = (path: string) => errors.push({ path: printable(path), code: 'not_text' })
  const open: { value: unknown; path: string }[] = [{ value, path: at }]
  for (let next = open.pop(); next && errors.length < maxErrors; next = open.pop()) {
    const { value: inner, path } = next
    if (typeof inner === 'string') {
      if (!isStorableText(inner)) reject(path)
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [key, item] of Object.entries(inner)) {
        if (inner === value && skipped.includes(key)) continue
        const own = path === '' ? key : `${path}.${key}`
        if (!isStorableText(key)) reject(own)
        else if (typeof item === 'string' || typeof item === 'object') open.push({ value: item, path: own })
      }
    }
  }
  return errors.length > 0 ? new AppError('validation_failed', { errors }) : undefined
}

/** The path may contain the rejected key itself. */
function printable(path: string): string {
  return path.slice(0, maxPathLength).replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}
