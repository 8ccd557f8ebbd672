/** What other parts may use of search. */
export { Marked } from './Marked.tsx'
export { type FoundRecord, useRecordSearch } from './use-record-search.ts'
