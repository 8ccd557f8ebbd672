/** The public API of bookmarks for other features. */
export { bookmarksOf, removeBookmarksOf } from './bookmarks.repo.ts'
export { copyBookmarks, type Merged, removeCopies } from './merged-bookmarks.ts'
