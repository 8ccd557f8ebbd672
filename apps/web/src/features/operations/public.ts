/** What other features may use of operations. */
export { type Operations, operationEvents, operationsOf, useOperations, useUndoKeys } from './undo.ts'
