/** What other features use of duplicates. */
export { useSurvivor } from './use-survivor.ts'
