/** What other features may use of duplicates. */
export { createMembers, finishMerge, mergeMembers, tellMerged } from './merge.ts'
