/** All undo steps: the engine's and those of features, one line per step. */
import { recordUndoSteps } from './engine/undo/record-steps.ts'
import type { UndoRegistry } from './engine/undo/undo.ts'
import { undoMerges } from './features/duplicates/undo-merge.ts'
import { undoTypeChanges } from './features/fields/type-change/undo-operation.ts'

export const undoRegistry: UndoRegistry = {
  steps: [undoMerges, ...recordUndoSteps],
  handlers: [undoTypeChanges],
}
