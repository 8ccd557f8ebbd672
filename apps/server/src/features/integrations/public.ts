/** What other features may use of integrations. */
export { ownerFor } from './owner-for.ts'
