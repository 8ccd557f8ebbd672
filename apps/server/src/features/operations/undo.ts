/**
 * Taking back an operation: each thing it did that nobody has changed since, in statements over all its records.
 * An undo is an operation itself, with events of its own, and is taken back the same way.
 */
import type { UndoResult } from '@muster/contract/operations/operations.schema'
import type { TeamUser } from '../../platform/http/context.ts'
import { typeChanges } from '../fields/type-change/undo-operation.ts'
import { checkMayUndo, readOperation } from './undo/operation-row.ts'
import type { UndoDeps, UndoWay } from './undo/undo.ts'
import { undoRecords } from './undo/undo-records.ts'

/** Operations that did more than change records. */
const ways: readonly UndoWay[] = [typeChanges]

/** @throws AppError not_found, access_denied (another's, or none of it may be taken back), already_undone, undo_expired */
export async function undoOperation(
  deps: UndoDeps,
  teamUser: TeamUser,
  operationId: number,
): Promise<UndoResult> {
  const model = await deps.models.get(teamUser.teamId)
  const operation = await readOperation(deps.pool, model, operationId, '')
  checkMayUndo(operation, teamUser)
  const way = ways.find((one) => one.takes(operation))
  return way ? way.undo(deps, teamUser, operationId) : undoRecords(deps, teamUser, operationId)
}
