/** Exports for other features. */
export { queueReadNames, readNewNames } from './search.jobs.ts'
