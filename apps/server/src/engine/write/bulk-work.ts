/** What bulk actions share. */

import type { bulkResultSchema } from '@muster/contract/records/records.schema'
import type { z } from 'zod'
import { run, sql, type Transaction, transaction } from '../../platform/db.ts'
import { type Scope, scopeOf } from '../access/scope.ts'
import type { PoolContext } from '../access/tree-context.ts'
import type { Deps } from '../deps.ts'
import type { WriteDeps } from './create.ts'

export type BulkResult = z.infer<typeof bulkResultSchema>
export type BulkDeps = Pick<Deps, 'jobs'> & WriteDeps

export interface Work extends PoolContext {
  deps: BulkDeps
  scope: Scope
}

/** Maximum number of rejected values in a response. */
export const maxRejected = 1_000

/** The context of a bulk action. @param context of the requested collection */
export function workOn(deps: BulkDeps, context: PoolContext): Work {
  return { ...context, deps, scope: scopeOf(context) }
}

/** A transaction with a longer statement timeout. */
export function bulkTransaction<Result>(
  { executor }: Pick<PoolContext, 'executor'>,
  work: (client: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(executor, async (client) => {
    await run(client, sql`set local statement_timeout = '10min'`)
    return work(client)
  })
}

/** Keeps the answer to a bulk request, inside the transaction of what it did. */
export function keepResult({ deps }: Work, result: BulkResult): void {
  deps.keepAnswer?.(JSON.stringify(result))
}

/** Notifies clients of changed records. */
export function notifyChanged({ deps, model, access }: Work, ids: readonly number[]): void {
  deps.live.recordsChanged(model.teamId, access.home.id, ids.length > 300 ? 'all' : ids)
}
