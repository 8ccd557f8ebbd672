/** Everything that can take an operation back: the engine's steps and those of features. One line per step. */
import { recordUndoSteps } from './engine/undo/record-steps.ts'
import type { UndoRegistry } from './engine/undo/undo.ts'
import { undoMerges } from './features/duplicates/undo-merge.ts'
import { undoTypeChanges } from './features/fields/type-change/undo-operation.ts'

export const undoRegistry: UndoRegistry = {
  steps: [undoMerges, ...recordUndoSteps],
  handlers: [undoTypeChanges],
}
