/**
 * Changes many records in one operation. The first batch of a large one runs in the request, so that the caller gets
 * its errors; the others run in the background (`features/records/bulk.jobs.ts`).
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
  notifyChanged,
  workOn,
} from './bulk-work.ts'
import { paste } from './paste.ts'
import { targetSql } from './target.sql.ts'
import type { ActionResult, TargetAction } from './target-action.ts'
import { targetAction } from './target-actions.ts'

const nothing: BulkResult = { operation: null, created: [], updated: 0, rejected: [], isRunning: false }

/**
 * @param context of the requested collection
 * @throws AppError validation_failed, access_denied, version_conflict, not_found, filter_invalid
 */
export async function bulk(deps: BulkDeps, context: PoolContext, body: BulkBody): Promise<BulkResult> {
  const work = workOn(deps, context)
  if ('skipBad' in body) return paste(work, body)
  const action = await targetAction(work, body)
  if (!action) return nothing
  const finish = (done: ActionResult, isRunning: boolean) => {
    const result = resultOf(action, done, isRunning)
    keepResult(work, result)
    return { done, result }
  }
  const { done, result } =
    (await beginRun(work, action, body, (begun) => finish(begun, true))) ??
    (await bulkTransaction(work, async (client) => {
      const ids = targetSql(work.scope, action.target, action.isInTrash, action.only)
      return finish(await action.run(client, ids, { kind: action.kind }), false)
    }))
  if (done.count > 0) notifyChanged(work, done.ids)
  return result
}

/** The response, with denied records as rejected. @throws AppError access_denied if all records were denied */
function resultOf({ kind }: TargetAction, done: ActionResult, isRunning: boolean): BulkResult {
  const { operationId, count, denied, rejected = [] } = done
  if (operationId === null && denied.length > 0) throw new AppError('access_denied')
  return {
    operation: operationId === null ? null : { id: operationId, kind, recordCount: count },
    created: [],
    updated: count,
    rejected: [...denied.map((id) => ({ path: `target.${id}`, code: 'access_denied' })), ...rejected].slice(
      0,
      maxRejected,
    ),
    isRunning,
  }
}
