/** What other features may use of lists. */
export { moveItems, restoreNewList, trashNewList } from './undo-new-items.ts'
