/** Reorders a collection's fields, views or card groups when a request names only some of them. */
import type { FieldError } from '@muster/contract/errors'
import { invalid } from './field-rules.ts'

/**
 * The named ids come first, in their order; the others follow in their previous order.
 *
 * @param path of the ids in the request
 * @param unknown the error code for an id that is not allowed
 * @param mayName the ids of `all` that the caller may name
 * @throws AppError validation_failed at the first id that is not allowed or is repeated
 */
export function newOrder(
  all: readonly number[],
  named: readonly number[],
  {
    path,
    unknown = 'invalid',
    mayName = all,
  }: { path: string; unknown?: FieldError['code']; mayName?: readonly number[] },
): number[] {
  const known = new Set(mayName)
  const wrong = named.findIndex((id) => !known.has(id))
  if (wrong >= 0) throw invalid(`${path}.${wrong}`, unknown)
  const first = new Set(named)
  if (first.size < named.length) throw invalid(path, 'not_unique')
  return [...named, ...all.filter((id) => !first.has(id))]
}
