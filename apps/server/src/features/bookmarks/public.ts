/** The public API of bookmarks for other features. */
export { copyBookmarks, type Merged, removeCopies } from './merged-bookmarks.ts'
