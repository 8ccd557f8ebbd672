/**
 * Many records in one operation. What is more than one bite is begun at once, so that whoever asked sees what is wrong
 * with it, and goes on in the background (`bulk.jobs.ts`).
 */
import { AppError } from '@muster/contract/errors'
import type { BulkBody } from '@muster/contract/records/records.schema'
import type { TeamModel } from '../../../platform/model/model.ts'
import type { Caller, CollectionAccess } from '../access.ts'
import { beginRun } from './bulk-run.ts'
import {
  type BulkDeps,
  type BulkResult,
  bulkTransaction,
  maxRejected,
  tell,
  type Work,
  workOn,
} from './bulk-work.ts'
import { paste } from './paste.ts'
import { targetSql } from './target.sql.ts'
import { type ActDone, type TargetAct, targetAct } from './target-acts.ts'

const nothing: BulkResult = { operation: null, created: [], updated: 0, rejected: [], isRunning: false }

/**
 * @param access of the collection the request names
 * @throws AppError validation_failed, access_denied, version_conflict, not_found, filter_invalid
 */
export async function bulk(
  deps: BulkDeps,
  caller: Caller,
  model: TeamModel,
  access: CollectionAccess,
  body: BulkBody,
): Promise<BulkResult> {
  const work = workOn(deps, caller, model, access)
  if ('skipBad' in body) return paste(work, body)
  const act = await targetAct(work, body)
  if (!act) return nothing
  const long = await beginRun(work, act, body)
  if (long) return { ...finish(work, act, long.done), isRunning: true }
  const done = await bulkTransaction(work, (client) =>
    act.run(client, targetSql(work.scope, act.target, act.isInTrash), { kind: act.kind }),
  )
  return finish(work, act, done)
}

/** Records that may not be changed are named; when there are no others, that is the answer. */
function finish(work: Work, { kind }: TargetAct, done: ActDone): BulkResult {
  const { operationId, count, ids, denied } = done
  if (operationId === null && denied.length > 0) throw new AppError('access_denied')
  if (count > 0) tell(work, ids)
  return {
    operation: operationId === null ? null : { id: operationId, kind, recordCount: count },
    created: [],
    updated: count,
    rejected: denied.slice(0, maxRejected).map((id) => ({ path: `target.${id}`, code: 'access_denied' })),
    isRunning: false,
  }
}
