/** Performs a run in a job: start, progress, and one of the four outcomes. */

import { AppError } from '@muster/contract/errors'
import type pg from 'pg'
import { autonomous } from '../../platform/db.ts'
import type { JobContext } from '../../platform/jobs.ts'
import type { ColumnValue, Run, RunFailure, RunValues } from './run.ts'

/** The run was cancelled. Thrown inside its transaction, so that all of it is rolled back. */
export class Cancelled extends Error {}

/** Stores the progress of a run. @throws Cancelled; the reason of the signal when the server is stopping */
export type Progress<Value = ColumnValue> = (values: RunValues<Value>, isDue?: boolean) => Promise<void>

export interface RunAttempt<Value> {
  pool: pg.Pool
  run: Run<Value>
  context: Pick<JobContext, 'signal' | 'isLastAttempt' | 'log'>
  /** Called when the run has started and when the attempt has ended. */
  onChange?: () => Promise<void> | void
  /** Whether an AppError is temporary: it is then retried like any other error. */
  isTemporary?: (error: AppError) => boolean
}

/**
 * Makes one attempt at a run, unless it has ended already. An AppError fails the run without a retry, because
 * the data or the caller's permissions do not allow the work. Any other error is rethrown, so that the job is
 * retried, and fails the run at the last attempt. When the server is stopping, the run stays `running` and is
 * started again later.
 *
 * @param work applies `finish` in the transaction of its results
 */
export async function performRun<Value>(
  attempt: RunAttempt<Value>,
  work: (progress: Progress<Value>) => Promise<void>,
): Promise<void> {
  const { pool, run, context, onChange } = attempt
  if (!(await run.apply(pool, 'start'))) return
  await onChange?.()
  try {
    await work(progressOf(pool, run, context.signal))
  } catch (error) {
    await settle(attempt, error)
  } finally {
    await onChange?.()
  }
}

const progressEveryMs = 400

/**
 * Stores progress at most every 400 ms unless it is due, on a connection outside the run's transaction, whose
 * changes are not visible before it commits.
 */
function progressOf<Value>(pool: pg.Pool, run: Run<Value>, signal: AbortSignal): Progress<Value> {
  let storedAt = 0
  return async (values, isDue = false) => {
    signal.throwIfAborted()
    if (!isDue && Date.now() - storedAt < progressEveryMs) return
    storedAt = Date.now()
    if (!(await run.apply(autonomous(pool), 'progress', values, { isLazy: true }))) throw new Cancelled()
  }
}

async function settle<Value>(
  { pool, run, context, isTemporary }: RunAttempt<Value>,
  error: unknown,
): Promise<void> {
  if (error instanceof Cancelled) return
  if (error instanceof AppError && !isTemporary?.(error)) {
    const failure = failureOf(error)
    context.log.info({ ...failure, run: run.id }, 'a run was refused')
    await run.fail(pool, failure)
    return
  }
  if (context.isLastAttempt && !context.signal.aborted) await run.fail(pool, { code: 'internal', line: null })
  throw error
}

function failureOf({ code, params }: AppError): RunFailure {
  return { code, line: typeof params.line === 'number' ? params.line : null }
}
