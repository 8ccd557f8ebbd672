/** The operation to undo, and whether that is allowed. */
import { AppError } from '@muster/contract/errors'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { type Executor, ident, one, rawSql, run, sql, type Transaction } from '../../platform/db.ts'
import { type Caller, isOwnOperation, isUnlimited } from '../access/caller.ts'
import type { TeamModel } from '../model/model.ts'
import { operationRun } from '../runs/operation-run.ts'

export const undoDays = 30

export interface OperationRow {
  id: number
  kind: OperationRef['kind']
  teamUserId: number | null
  /** The caller, if it is not a team user. */
  actor: { kind: string; id: number | null } | null
  undoes: number | null
  undoneBy: number | null
  isOld: boolean
  recordCount: number
  details: unknown
}

/** @throws AppError not_found */
export async function readOperation(
  executor: Executor,
  model: TeamModel,
  id: number,
  lock: '' | 'for update',
): Promise<OperationRow> {
  const row = await one<OperationRow>(
    executor,
    sql`select id, kind, team_user_id as "teamUserId", actor, undoes, undone_by as "undoneBy", details, record_count as "recordCount",
          at < now() - ${`${undoDays} days`}::interval as "isOld"
        from ${ident(model.schema, 'operation')} where id = ${id} ${rawSql(lock)}`,
  )
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws AppError access_denied (another caller's operation, or a message that was sent), already_undone, undo_expired */
export function checkMayUndo(operation: OperationRow, caller: Caller): void {
  if (operation.kind === 'send_message') throw new AppError('access_denied')
  if (!isOwnOperation(caller, operation) && !isUnlimited(caller)) throw new AppError('access_denied')
  if (operation.undoneBy !== null) throw new AppError('already_undone')
  if (operation.isOld) throw new AppError('undo_expired')
}

/**
 * Marks an operation as undone and cancels its run. If it is an undo itself, what it undid counts as done
 * again.
 */
export async function markUndone(
  client: Transaction,
  model: TeamModel,
  { id, kind, undoes }: OperationRow,
  undoneBy: number,
): Promise<void> {
  const table = ident(model.schema, 'operation')
  await operationRun(model.schema, id).apply(client, 'cancel')
  await run(client, sql`update ${table} set undone_by = ${undoneBy} where id = ${id}`)
  if (kind === 'undo' && undoes !== null) {
    await run(client, sql`update ${table} set undone_by = null where id = ${undoes}`)
  }
}
