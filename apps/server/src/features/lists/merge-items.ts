/**
 * Replaces items of a list with another. Uses move in one transaction, so that nobody sees an intermediate
 * state; with many uses a job does it, and the operation has its progress.
 */

import { AppError } from '@muster/contract/errors'
import type { MergeItems } from '@muster/contract/lists/lists.api'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { countUses, fieldsUsing, livingRows, tables } from '../../engine/public.sql.ts'
import {
  beginOperationRun,
  type Caller,
  type CallerContext,
  Cancelled,
  type CollectionAccess,
  type Deps,
  homeContext,
  insertOperation,
  lockRecords,
  lockRun,
  type OfOperation,
  type PoolContext,
  scopeOf,
  type TreeAccess,
  type WriteContext,
} from '../../engine/public.ts'
import { one, rawSql, run, sql, transaction } from '../../platform/db.ts'
import { createMemberTable, finishMerge, mergeMembers, notifyMerged } from '../duplicates/public.ts'

/** Limit of uses that are moved during the request, which takes about a second. */
const maxImmediateUses = 5000

export type MergeDeps = Pick<Deps, 'pool' | 'live' | 'jobs' | 'models'>

/** @throws AppError not_found, access_denied */
export async function mergeItems(
  deps: MergeDeps,
  caller: Caller,
  teamId: number,
  listId: number,
  body: MergeItems,
): Promise<{ operation: OperationRef; isRunning: boolean }> {
  const model = await deps.models.get(teamId)
  const context = listContext({ model, caller, executor: deps.pool }, listId)
  if (context.access.deletable === 'none') throw new AppError('access_denied')
  const uses = await one<{ count: number }>(
    deps.pool,
    countUses(model, fieldsUsing(model, listId), sql`select unnest(${body.itemIds}::bigint[]) as id`),
  )
  const total = uses?.count ?? 0
  if (total <= maxImmediateUses) return { operation: await merge(deps, context, body), isRunning: false }
  const id = await transaction(deps.pool, async (client) => {
    const inside = { ...context, executor: client }
    await checkItems(inside, body)
    const operationId = await insertOperation(inside, 'merge_records')
    await beginOperationRun(client, model.schema, operationId, total)
    const payload = { teamId, dataCollectionId: listId, operationId, teamUserId: caller.teamUserId, ...body }
    await deps.jobs.add('merge_list_items', payload, { client })
    return operationId
  })
  return { operation: { id, kind: 'merge_records', recordCount: 0 }, isRunning: true }
}

/** @throws AppError not_found for a collection that is not a custom list or not readable */
export function listContext<Context extends CallerContext>(
  context: Context,
  listId: number,
): Context & TreeAccess {
  const list = homeContext(context, listId)
  const { home } = list.access
  if (!home.isUsedAsCustomList || home.id !== listId) throw new AppError('not_found')
  return list
}

/** @param begun the run of a queued merge; without it, the merge gets a new operation */
export async function merge(
  deps: Pick<Deps, 'live'>,
  context: PoolContext,
  body: MergeItems,
  begun?: OfOperation,
): Promise<OperationRef> {
  const { model, access } = context
  const merged = await transaction(context.executor, async (client) => {
    const inside = { ...context, executor: client }
    if (begun) {
      await run(client, rawSql('set local statement_timeout = 0'))
      if (!(await lockRun(client, model.schema, begun))) throw new Cancelled()
    }
    await lockRecords(client, model, [body.survivorId, ...body.itemIds])
    await checkItems(inside, body)
    const id = begun?.id ?? (await insertOperation(inside, 'merge_records'))
    await createMemberTable(client)
    await run(
      client,
      sql`insert into merge_member
          select ${body.survivorId}::bigint, unnest(${[body.survivorId, ...body.itemIds]}::bigint[])`,
    )
    await mergeMembers({ ...inside, operationId: id }, ownValues(access, body.survivorId))
    const done = await finishMerge(client, model, id)
    const { recordCount } = done.operation
    await begun?.apply(client, 'finish', { seen: recordCount, total: recordCount })
    return done
  })
  notifyMerged(deps, model, merged)
  return merged.operation
}

/** The survivor keeps all its own values, such as its name, colour and rank. */
function ownValues({ fields }: CollectionAccess, survivorId: number): Record<string, number> {
  return Object.fromEntries(
    [...fields].filter(([, { update }]) => update !== 'none').map(([name]) => [name, survivorId]),
  )
}

/** @throws AppError not_found unless all are existing items of this list that the caller sees */
async function checkItems(context: WriteContext, { survivorId, itemIds }: MergeItems): Promise<void> {
  const scope = scopeOf(context)
  const wanted = [...new Set([survivorId, ...itemIds])]
  const found = await one<{ count: number }>(
    context.executor,
    sql`select count(*)::int as count from ${tables(scope)}
        where r.id = any(${wanted}::bigint[]) and ${livingRows(scope)}`,
  )
  if (found?.count !== wanted.length) throw new AppError('not_found')
}
