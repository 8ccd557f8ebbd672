/**
 * Runs an action on many records in batches of 5,000, in the order of their ids. Each batch is a transaction that also
 * stores the progress; together they are one operation. If a process dies, another continues after the last batch.
 */
import type { OperationRun } from '@muster/contract/operations/operations.schema'
import type { Target } from '@muster/contract/records/records.schema'
import { ident, one, run, sql, type Transaction } from '../../platform/db.ts'
import { beginOperationRun, lockRun, type OfOperation, operationRun } from '../runs/operation-run.ts'
import { bulkTransaction, type Work } from './bulk-work.ts'
import { insertOperation } from './operation.sql.ts'
import { targetSql } from './target.sql.ts'
import type { ActionResult, TargetAction } from './target-action.ts'
import type { TargetBody } from './target-actions.ts'

/** Rejected values that are kept. */
const maxKeptRejected = 200

/** Records per batch, which takes about a second. */
const batchSize = 5_000

interface BulkRun extends OperationRun {
  /** The last record that was processed. */
  lastId?: number
}

/**
 * Runs the first batch of an action and leaves the others to a job.
 *
 * @param finish makes the result of the first batch, inside its transaction
 * @returns null, with nothing done, if one batch is enough
 */
export async function beginRun<Result>(
  work: Work,
  action: TargetAction,
  body: TargetBody,
  finish: (begun: ActionResult) => Result,
): Promise<Result | null> {
  if (isShort(action.target)) return null
  const { deps, model, caller, access, scope } = work
  const ids = targetSql(scope, action.target, action.isInTrash, action.only)
  const counted = await one<{ total: number }>(
    work.executor,
    sql`select count(*)::int as total from (${ids}) i`,
  )
  const total = counted?.total ?? 0
  if (total <= batchSize) return null
  return bulkTransaction(work, async (client) => {
    const id = await insertOperation({ ...work, executor: client }, action.kind)
    const begun = await beginOperationRun(client, model.schema, id, total)
    const first = await runBatch(client, work, action, operationRun(model.schema, id), begun)
    const payload = { teamId: model.teamId, operationId: id, dataCollectionId: access.collection.id, body }
    await deps.jobs.add('bulk_records', { ...payload, teamUserId: caller.teamUserId }, { client })
    return finish({ ...first.done, operationId: id })
  })
}

const isShort = (target: Target) => 'ids' in target && target.ids.length <= batchSize

/** Runs the remaining batches until the action is done, undone or cancelled. */
export async function continueRun(
  work: Work,
  action: TargetAction,
  run: OfOperation,
  onBatch: (done: ActionResult) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const batch = await bulkTransaction(work, async (client) => {
      const known = await lockRun<BulkRun>(client, work.model.schema, run)
      return known && runBatch(client, work, action, run, known)
    })
    if (!batch) return
    onBatch(batch.done)
    if (batch.isLast) return
  }
}

async function runBatch(
  client: Transaction,
  work: Work,
  action: TargetAction,
  operation: OfOperation,
  known: BulkRun,
): Promise<{ done: ActionResult; isLast: boolean }> {
  const { model, scope } = work
  const { id: operationId } = operation
  const after = known.lastId ?? 0
  const ids = sql`select i.id from (${targetSql(scope, action.target, action.isInTrash, action.only)}) i where i.id > ${after}::bigint`
  const next = await one<{ upper: number | null; count: number }>(
    client,
    sql`select max(n.id) as upper, count(*)::int as count from (${ids} order by i.id limit ${batchSize}) n`,
  )
  const upper = next?.upper ?? null
  const done: ActionResult =
    upper === null
      ? { operationId, count: 0, ids: [], denied: [] }
      : await action.run(client, sql`${ids} and i.id <= ${upper}::bigint`, { id: operationId })
  const seen = known.seen + (next?.count ?? 0)
  const isLast = (next?.count ?? 0) < batchSize
  const rejected = done.rejected ?? []
  await operation.apply(client, isLast ? 'finish' : 'progress', {
    ...(rejected.length > 0
      ? {
          rejectedCount: (known.rejectedCount ?? 0) + rejected.length,
          rejected: [...(known.rejected ?? []), ...rejected].slice(0, maxKeptRejected),
        }
      : {}),
    seen,
    total: isLast ? seen : Math.max(known.total, seen),
    lastId: upper ?? after,
  })
  await addToCount(client, model.schema, operationId, done.count)
  return { done, isLast }
}

async function addToCount(
  client: Transaction,
  schema: string,
  operationId: number,
  more: number,
): Promise<void> {
  await run(
    client,
    sql`update ${ident(schema, 'operation')} set record_count = record_count + ${more} where id = ${operationId}`,
  )
}
