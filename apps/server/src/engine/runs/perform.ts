/** How a job carries out a run: start, progress, and one of the four ends. */

import { AppError } from '@muster/contract/errors'
import type pg from 'pg'
import { autonomous } from '../../platform/db.ts'
import type { JobContext } from '../../platform/jobs.ts'
import type { ColumnValue, Run, RunFailure, RunValues } from './run.ts'

/** Somebody cancelled the run. Thrown inside its transaction, so that nothing of it stays. */
export class Cancelled extends Error {}

/** Reports how far a run is. @throws Cancelled; the reason of the signal when the server is stopping */
export type Progress<Value = ColumnValue> = (values: RunValues<Value>, isDue?: boolean) => Promise<void>

export interface Performed<Value> {
  pool: pg.Pool
  run: Run<Value>
  context: Pick<JobContext, 'signal' | 'isLastAttempt'>
  /** Tells whoever is watching that the run has moved. */
  onChange?: () => Promise<void> | void
  /** Refusals that may pass: they are tried again like any other error. */
  mayPass?: (error: AppError) => boolean
}

/**
 * Carries out a run once more, unless it has ended already. An AppError is final: the data or the caller's rights
 * forbid the work. Anything else is thrown, so that the job is repeated, and fails the run at the last attempt; a
 * server that is stopping leaves the run to be started again.
 *
 * @param work ends in a transaction of its own that applies `finish`
 */
export async function performRun<Value>(
  performed: Performed<Value>,
  work: (progress: Progress<Value>) => Promise<void>,
): Promise<void> {
  const { pool, run, context, onChange } = performed
  if (!(await run.apply(pool, 'start'))) return
  await onChange?.()
  try {
    await work(progressOf(pool, run, context.signal))
  } catch (error) {
    await settle(performed, error)
  } finally {
    await onChange?.()
  }
}

const progressEveryMs = 400

/**
 * Progress is stored at most every 400 ms unless it is due, on a connection outside the run's transaction: that shows
 * nothing before its end.
 */
function progressOf<Value>(pool: pg.Pool, run: Run<Value>, signal: AbortSignal): Progress<Value> {
  let storedAt = 0
  return async (values, isDue = false) => {
    signal.throwIfAborted()
    if (!isDue && Date.now() - storedAt < progressEveryMs) return
    storedAt = Date.now()
    if (!(await run.apply(autonomous(pool), 'progress', values))) throw new Cancelled()
  }
}

async function settle<Value>(
  { pool, run, context, mayPass }: Performed<Value>,
  error: unknown,
): Promise<void> {
  if (error instanceof Cancelled) return
  if (error instanceof AppError && !mayPass?.(error)) {
    await run.fail(pool, failureOf(error))
    return
  }
  if (context.isLastAttempt && !context.signal.aborted) await run.fail(pool, { code: 'internal', line: null })
  throw error
}

function failureOf({ code, params }: AppError): RunFailure {
  return { code, line: typeof params.line === 'number' ? params.line : null }
}
