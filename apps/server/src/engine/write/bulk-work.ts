/** What acts on many records share. */

import type { bulkResultSchema } from '@muster/contract/records/records.schema'
import type { z } from 'zod'
import { run, sql, type Transaction, transaction } from '../../platform/db.ts'
import type { CollectionAccess } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { type Scope, scopeOf } from '../access/scope.ts'
import type { Deps } from '../deps.ts'
import type { TeamModel } from '../model/model.ts'

export type BulkResult = z.infer<typeof bulkResultSchema>
export type BulkDeps = Pick<Deps, 'pool' | 'live' | 'jobs'>

export interface Work {
  deps: BulkDeps
  caller: Caller
  model: TeamModel
  access: CollectionAccess
  scope: Scope
}

/** More than so many reasons nobody reads. */
export const maxRejected = 1_000

/** @param access of the collection the request names */
export function workOn(deps: BulkDeps, caller: Caller, model: TeamModel, access: CollectionAccess): Work {
  return { deps, caller, model, access, scope: scopeOf(model, caller, access) }
}

/** A long statement is what a bulk act is. */
export function bulkTransaction<Result>(
  { deps }: Pick<Work, 'deps'>,
  act: (client: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(deps.pool, async (client) => {
    await run(client, sql`set local statement_timeout = '10min'`)
    return act(client)
  })
}

/** Tells browsers which records of the tree changed. */
export function tell({ deps, model, access }: Work, ids: readonly number[]): void {
  deps.live.recordsChanged(model.teamId, access.home.id, ids.length > 300 ? 'all' : ids)
}
