/** What other parts may use of search. */
export { Marked } from './Marked.tsx'
export { useRecordSearch } from './use-record-search.ts'
