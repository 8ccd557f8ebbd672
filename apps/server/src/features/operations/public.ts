/** Exports for other features. */
export { actorsOf } from './actors.ts'
export { historyOf } from './history.ts'
