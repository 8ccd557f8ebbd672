/** What acts on many records share. */

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

/** At most this many reasons are returned. */
export const maxRejected = 1_000

/** @param context of the collection the request names */
export function workOn(deps: BulkDeps, context: PoolContext): Work {
  return { ...context, deps, scope: scopeOf(context) }
}

/** A transaction whose statements may take long. */
export function bulkTransaction<Result>(
  { executor }: Pick<PoolContext, 'executor'>,
  act: (client: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(executor, async (client) => {
    await run(client, sql`set local statement_timeout = '10min'`)
    return act(client)
  })
}

/** Keeps the answer to a bulk request, inside the transaction of what it did. */
export function keepResult({ deps }: Work, result: BulkResult): void {
  deps.keepAnswer?.(JSON.stringify(result))
}

/** Tells browsers which records of the tree changed. */
export function tell({ deps, model, access }: Work, ids: readonly number[]): void {
  deps.live.recordsChanged(model.teamId, access.home.id, ids.length > 300 ? 'all' : ids)
}
