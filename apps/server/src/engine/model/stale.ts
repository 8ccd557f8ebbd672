/**
 * A model that another process has just changed the tables of. Word of it takes some milliseconds; a statement made
 * from the old model in between names a column, a table or a type that is not there any more, and PostgreSQL refuses
 * it before it has done anything.
 */
import type pg from 'pg'
import type { Models } from './model.ts'

/** undefined_column, undefined_table, datatype_mismatch, undefined_function (an operator for other types). */
const staleCodes: ReadonlySet<unknown> = new Set(['42703', '42P01', '42804', '42883'])

function isStaleModel(error: unknown): boolean {
  return staleCodes.has((error as pg.DatabaseError | null)?.code)
}

/** Does the work; once more with a fresh model where the one at hand turned out to be old. */
export async function withFreshModel<Result>(
  models: Models,
  teamId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { version } = await models.get(teamId)
  try {
    return await work()
  } catch (error) {
    if (!isStaleModel(error)) throw error
    models.forget(teamId)
    // The same model again: the statement is wrong, and would be again.
    if ((await models.get(teamId)).version === version) throw error
    return work()
  }
}
