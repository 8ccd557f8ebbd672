/** Undoes a change of a field's type, including the items and lists it created. */

import { AppError } from '@muster/contract/errors'
import type { UndoResult } from '@muster/contract/operations/operations.schema'
import { typeChangeDetailsSchema } from '../../../engine/public.design.ts'
import {
  type Caller,
  canDesign,
  changeModel,
  checkMayUndo,
  insertOperation,
  markUndone,
  maxSkipped,
  readOperation,
  type Undo,
  type UndoDeps,
  type UndoHandler,
} from '../../../engine/public.ts'
import { ident, run, sql } from '../../../platform/db.ts'

import { moveItems, restoreNewList, trashNewList } from '../../lists/public.ts'
import { undoFieldTypeChange } from './undo.ts'

export const undoTypeChanges: UndoHandler = {
  handles: ({ details }) => typeof details === 'object' && details !== null && 'dataFieldId' in details,
  undo: undoTypeChange,
}

async function undoTypeChange(
  deps: UndoDeps,
  teamId: number,
  caller: Caller,
  operationId: number,
): Promise<UndoResult> {
  if (!canDesign(caller)) throw new AppError('access_denied')
  return changeModel(deps, teamId, async (change) => {
    const { client, model } = change
    const operation = await readOperation(client, model, operationId, 'for update')
    checkMayUndo(operation, caller)
    const changeDetails = typeChangeDetailsSchema.parse(operation.details)
    const context = { model, caller, executor: client }
    const id = await insertOperation(context, 'undo', operationId)
    const undo: Undo = { ...context, operation, id, retyped: new Set(), denied: false }

    const withList = await restoreNewList(change, changeDetails)
    await moveItems({ ...undo, model: withList }, changeDetails.newListId, false)
    const { restored, skipped, details } = await undoFieldTypeChange(client, withList, operation, deps.jobs)
    await moveItems({ ...undo, model: await change.reload() }, changeDetails.newListId, true)
    await trashNewList(change, changeDetails)

    await run(
      client,
      sql`update ${ident(model.schema, 'operation')}
          set details = ${JSON.stringify(details)}::jsonb, record_count = ${restored} where id = ${id}`,
    )
    await markUndone(client, model, operation, id)
    return {
      operation: { id, kind: 'undo' as const, recordCount: restored },
      restored,
      skipped: skipped.slice(0, maxSkipped),
      skippedCount: skipped.length,
    }
  })
}
