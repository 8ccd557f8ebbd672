/** Exports for other features. */
export { moveItems, restoreNewList, trashNewList } from './undo-new-items.ts'
