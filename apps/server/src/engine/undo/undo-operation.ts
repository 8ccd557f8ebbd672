/**
 * Undoes an operation: reverts all its changes that have not been changed again since, in statements over all
 * its records. An undo is itself an operation with events, and can be undone in the same way.
 */
import type { UndoResult } from '@muster/contract/operations/operations.schema'
import type { Caller } from '../access/caller.ts'
import { checkMayUndo, readOperation } from './operation-row.ts'
import type { UndoDeps, UndoRegistry } from './undo.ts'
import { undoRecords } from './undo-records.ts'

/**
 * @throws AppError not_found, access_denied (another caller's operation, or none of it may be undone),
 * already_undone, undo_expired
 */
export async function undoOperation(
  deps: UndoDeps,
  registry: UndoRegistry,
  teamId: number,
  caller: Caller,
  operationId: number,
): Promise<UndoResult> {
  const model = await deps.models.get(teamId)
  const operation = await readOperation(deps.pool, model, operationId, '')
  checkMayUndo(operation, caller)
  const handler = registry.handlers.find(({ handles }) => handles(operation))
  return handler
    ? handler.undo(deps, teamId, caller, operationId)
    : undoRecords(deps, registry.steps, teamId, caller, operationId)
}
