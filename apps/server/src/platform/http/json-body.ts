/** Reads JSON bodies, and refuses text that PostgreSQL cannot store, once for all endpoints. */
import { AppError, type FieldError } from '@muster/contract/errors'
import { isStorableText } from '@muster/contract/text'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Only escapes can write U+0000 or half of a surrogate pair: JSON has no raw U+0000, UTF-8 no surrogates. */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])/

/** Limits of the errors named: an answer must stay smaller than its request. */
const mostPlaces = 100
const longestPath = 500

/** In place of Fastify's parser, whose limits and refusal of `__proto__` stay. */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error, body) => {
      const { endpoint } = request.routeOptions.config
      const refusal = error ?? textError(text, body, endpoint?.checksOwnText)
      if (refusal) done(refusal)
      else done(null, body)
    })
  })
}

/** The refusal of a parsed body; the walk is skipped for nearly all. */
function textError(text: string, body: unknown, skipped?: readonly string[]): AppError | undefined {
  return suspicious.test(text) ? badText(body, '', skipped) : undefined
}

/** Parses JSON as a body is parsed. @throws AppError bad_json, validation_failed */
export function parseJson(request: FastifyRequest, text: string): unknown {
  let result: unknown
  let refusal: AppError | undefined
  const parse = request.server.getDefaultJsonParser('error', 'error')
  void parse(request, text, (error, body) => {
    result = body
    refusal = error ? new AppError('bad_json', { cause: error }) : textError(text, body)
  })
  if (refusal) throw refusal
  return result
}

/** Refuses text that cannot be stored. @throws AppError validation_failed */
export function checkText(value: unknown, at: string, skipped: readonly string[] = []): void {
  const error = badText(value, at, skipped)
  if (error) throw error
}

/**
 * Finds every string and key in `value` that cannot be stored. Iterative, because a body may nest deeper than the
 * stack.
 *
 * @param at what the paths of the errors begin with
 * @param skipped keys of `value` that are not looked at
 */
function badText(value: unknown, at: string, skipped: readonly string[] = []): AppError | undefined {
  const errors: FieldError[] = []
  const refuse = (path: string) => errors.push({ path: printable(path), code: 'not_text' })
  const open: { value: unknown; path: string }[] = [{ value, path: at }]
  for (let next = open.pop(); next && errors.length < mostPlaces; next = open.pop()) {
    const { value: inner, path } = next
    if (typeof inner === 'string') {
      if (!isStorableText(inner)) refuse(path)
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [key, item] of Object.entries(inner)) {
        if (inner === value && skipped.includes(key)) continue
        const own = path === '' ? key : `${path}.${key}`
        if (!isStorableText(key)) refuse(own)
        else if (typeof item === 'string' || typeof item === 'object') open.push({ value: item, path: own })
      }
    }
  }
  return errors.length > 0 ? new AppError('validation_failed', { errors }) : undefined
}

/** The path may end in the very key that is refused. */
function printable(path: string): string {
  return path.slice(0, longestPath).replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}
