/** What functions on records are given: who works on which collection of a team, and where the statements run. */
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
 * A collection as one caller works on it, and where its statements run: all of them on the executor, so that nothing
 * takes a second connection in the middle of a transaction.
 */
export interface TreeContext<On extends Executor = Executor> extends TreeAccess {
  executor: On
}

/** Of work that begins and ends its own transactions. */
export type PoolContext = TreeContext<pg.Pool>

/** Of work that is part of a transaction. */
export type WriteContext = TreeContext<Transaction>

/**
 * The same caller, and executor, on a collection.
 *
 * @throws AppError not_found for a collection that is deleted, of another team, or of which nothing may be read
 */
export function treeContext<Context extends CallerContext>(
  context: Context,
  dataCollectionId: number,
): Context & TreeAccess {
  return { ...context, access: accessTo(context.model, context.caller, dataCollectionId) }
}

/** The same caller, and executor, on the tree that a collection belongs to. @throws as `treeContext` */
export function homeContext<Context extends CallerContext>(
  context: Context,
  dataCollectionId: number,
): Context & TreeAccess {
  return { ...context, access: homeAccess(context.model, context.caller, dataCollectionId) }
}
