/** Exports for other features. */
export { wizardIds } from './definitions.repo.ts'
