/** What other parts may use of search. */
export { Marked } from './Marked.tsx'
export { findIn, useFound } from './search-navigation.ts'
export { useRecordSearch } from './use-record-search.ts'
