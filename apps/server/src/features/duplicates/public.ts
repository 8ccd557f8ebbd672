/** The public API of duplicates for other features. */
export { createMemberTable, finishMerge, mergeMembers, notifyMerged } from './merge.ts'
