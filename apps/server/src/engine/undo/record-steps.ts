/** The steps that undo changes of records, in the order in which they run. */
import { undoMemberships } from './memberships.ts'
import { restoreTrashed, trashCreated } from './moves.ts'
import type { UndoStep } from './undo.ts'
import { undoChangedValues } from './values.ts'

export const recordUndoSteps: readonly UndoStep[] = [
  trashCreated,
  undoMemberships,
  undoChangedValues,
  restoreTrashed,
]
