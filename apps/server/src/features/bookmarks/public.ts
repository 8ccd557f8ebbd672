/** What other features may use of bookmarks. */
export { copyBookmarks, type Merged, removeCopies } from './merged-bookmarks.ts'
