/** Exports for other features. */
export { completeLists } from './lists.service.ts'
export { swapItemNames } from './swap-item-names.ts'
export { moveItems, restoreNewList, trashNewList } from './undo-new-items.ts'
