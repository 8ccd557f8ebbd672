/** What putting some of a collection's things (fields, views, card groups) in order means for all of them. */
import type { FieldError } from '@muster/contract/errors'
import { invalid } from './field-rules.ts'

/**
 * Those that are named come first, in their order; the others keep theirs behind them.
 *
 * @param path of the ids in the request
 * @param unknown the error code for an id that is not allowed
 * @param mayName those of `all` that the caller may name
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
