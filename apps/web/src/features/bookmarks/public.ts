/** What other features may use of bookmarks. */
export { BookmarkButton } from './components/BookmarkButton.tsx'
