/** The context of functions on records: the caller, the collection, and the executor of their statements. */
import type pg from 'pg'
import type { Executor, Transaction } from '../../platform/db.ts'
import type { TeamModel } from '../model/model.ts'
import { accessTo, type CollectionAccess, homeAccess } from './access.ts'
import type { Caller } from './caller.ts'

/** A team's data as one caller sees it. */
export interface CallerContext {
  model: TeamModel
  caller: Caller
}

/** A collection as one caller sees it. */
export interface TreeAccess extends CallerContext {
  access: CollectionAccess
}

/**
 * A collection as one caller sees it, with the executor. All statements run on the executor, so that nothing
 * takes a second connection in the middle of a transaction.
 */
export interface TreeContext<On extends Executor = Executor> extends TreeAccess {
  executor: On
}

/** Context of work that begins and ends its own transactions. */
export type PoolContext = TreeContext<pg.Pool>

/** Context of work inside a transaction. */
export type WriteContext = TreeContext<Transaction>

/**
 * The context for a collection, with the same caller and executor.
 *
 * @throws AppError not_found for a collection that is deleted, of another team, or without readable records
 */
export function treeContext<Context extends CallerContext>(
  context: Context,
  dataCollectionId: number,
): Context & TreeAccess {
  return { ...context, access: accessTo(context.model, context.caller, dataCollectionId) }
}

/**
 * The context for the root of a collection's tree, with the same caller and executor.
 *
 * @throws as `treeContext`
 */
export function homeContext<Context extends CallerContext>(
  context: Context,
  dataCollectionId: number,
): Context & TreeAccess {
  return { ...context, access: homeAccess(context.model, context.caller, dataCollectionId) }
}
