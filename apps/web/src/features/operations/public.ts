/** What other features may use of operations. */
export { operationEvents, operationsOf, useOperations, useUndoKeys } from './undo.ts'
