/** What other features may use of search. */
export { readNewNames, requestWords } from './search.jobs.ts'
