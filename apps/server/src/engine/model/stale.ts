/**
 * Retries after a change of the model by another process. Its notification takes some milliseconds; a
 * statement built from the stale model meanwhile may use a column, table or type that no longer exists.
 * PostgreSQL rejects it before it has any effect.
 */
import type pg from 'pg'
import type { Models } from './models.ts'

/** undefined_column, undefined_table, datatype_mismatch, undefined_function (an operator for other types). */
const staleCodes: ReadonlySet<unknown> = new Set(['42703', '42P01', '42804', '42883'])

function isStaleModel(error: unknown): boolean {
  return staleCodes.has((error as pg.DatabaseError | null)?.code)
}

/** Runs the work, and a second time with a fresh model if the cached one was stale. */
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
    // The model was current, so the statement would fail again.
    if ((await models.get(teamId)).version === version) throw error
    return work()
  }
}
