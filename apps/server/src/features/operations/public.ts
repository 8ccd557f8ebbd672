/** What other features may use of operations. */
export { actorsOf } from './actors.ts'
export { historyOf } from './history.ts'
