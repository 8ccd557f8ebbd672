/**
 * Many records in one operation. The first batch of a large one runs at once, so that the caller learns what is wrong
 * with it; the others run in the background (`features/records/bulk.jobs.ts`).
 */

import { AppError } from '@muster/contract/errors'
import type { BulkBody } from '@muster/contract/records/records.schema'
import type { PoolContext } from '../access/tree-context.ts'
import { beginRun } from './bulk-run.ts'
import {
  type BulkDeps,
  type BulkResult,
  bulkTransaction,
  keepResult,
  maxRejected,
  tell,
  workOn,
} from './bulk-work.ts'
import { paste } from './paste.ts'
import { targetSql } from './target.sql.ts'
import { type ActDone, type TargetAct, targetAct } from './target-acts.ts'

const nothing: BulkResult = { operation: null, created: [], updated: 0, rejected: [], isRunning: false }

/**
 * @param context of the collection the request names
 * @throws AppError validation_failed, access_denied, version_conflict, not_found, filter_invalid
 */
export async function bulk(deps: BulkDeps, context: PoolContext, body: BulkBody): Promise<BulkResult> {
  const work = workOn(deps, context)
  if ('skipBad' in body) return paste(work, body)
  const act = await targetAct(work, body)
  if (!act) return nothing
  const finish = (done: ActDone, isRunning: boolean) => {
    const result = resultOf(act, done, isRunning)
    keepResult(work, result)
    return { done, result }
  }
  const { done, result } =
    (await beginRun(work, act, body, (begun) => finish(begun, true))) ??
    (await bulkTransaction(work, async (client) => {
      const ids = targetSql(work.scope, act.target, act.isInTrash)
      return finish(await act.run(client, ids, { kind: act.kind }), false)
    }))
  if (done.count > 0) tell(work, done.ids)
  return result
}

/** Records that may not be changed are named; when there are no others, that is the answer. */
function resultOf({ kind }: TargetAct, done: ActDone, isRunning: boolean): BulkResult {
  const { operationId, count, denied } = done
  if (operationId === null && denied.length > 0) throw new AppError('access_denied')
  return {
    operation: operationId === null ? null : { id: operationId, kind, recordCount: count },
    created: [],
    updated: count,
    rejected: denied.slice(0, maxRejected).map((id) => ({ path: `target.${id}`, code: 'access_denied' })),
    isRunning,
  }
}
